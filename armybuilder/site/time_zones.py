"""The time zone of the visitor's device, in which pages and paper give times."""

from collections.abc import Callable
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

COOKIE: Final = "timezone"
"""The cookie in which ``static/js/early.js`` names the zone.

Unlike the site's other cookies it has no prefix, because a script writes it and it protects nothing.
"""


@cache
def _names() -> frozenset[str]:
    return frozenset(available_timezones())


def zone_named(name: str) -> ZoneInfo | None:
    """The time zone of this name, such as Europe/Berlin; ``None``, which stands for the site's, if there is none."""
    return ZoneInfo(name) if name in _names() else None


def current_zone() -> str:
    """The name of the time zone in which times are given now."""
    return str(timezone.get_current_timezone())


class TimeZones:
    """Middleware that answers in the time zone of the visitor's device, or in UTC while that is unknown."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        with timezone.override(zone_named(request.COOKIES.get(COOKIE, ""))):
            return self.get_response(request)
