"""Names of the devices on which an account is signed in."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def device(user_agent: str) -> str:
    """Return the browser and the system of a user agent: ``Firefox on Linux``."""
    from ua_parser import parse  # takes 8 MB of memory, which only the page of signed-in devices needs

    parsed = parse(user_agent)
    browser = parsed.user_agent.family if parsed.user_agent else "Unknown browser"
    return f"{browser} on {parsed.os.family}" if parsed.os else browser
