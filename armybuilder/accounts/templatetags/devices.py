"""Names of the devices on which an account is signed in."""

from typing import Final

from django import template

register = template.Library()

BROWSERS: Final = {"Edg": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "Chrome/": "Chrome", "Safari/": "Safari"}
SYSTEMS: Final = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}
"""What a user agent has in it by name; the first of them counts, since browsers also name those they are like."""


@register.filter
def device(user_agent: str) -> str:
    """Return the browser and the system of a user agent: ``Firefox on Linux``."""
    browser = next((name for part, name in BROWSERS.items() if part in user_agent), "Unknown browser")
    system = next((name for part, name in SYSTEMS.items() if part in user_agent), "")
    return f"{browser} on {system}" if system else browser
