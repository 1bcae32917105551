"""Words for the devices that an account is signed in on."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def device(user_agent: str) -> str:
    """The browser and the system that a user agent names: ``Firefox on Linux``."""
    from ua_parser import parse  # takes 8 MB of memory, which only the page of signed-in devices needs

    parsed = parse(user_agent)
    browser = parsed.user_agent.family if parsed.user_agent else "Unknown browser"
    return f"{browser} on {parsed.os.family}" if parsed.os else browser
