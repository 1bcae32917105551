"""Times are given in the time zone of the visitor's device, if its browser has named one."""

from datetime import UTC, datetime

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import timezone

from armybuilder.site.time_zones import COOKIE, TimeZones, current_zone

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("cookie", "zone", "time"),
    [
        ("Europe/Berlin", "Europe/Berlin", "14:00 CEST"),
        ("Asia/Kolkata", "Asia/Kolkata", "17:30 IST"),
        ("", "UTC", "12:00 UTC"),
        ("Mars/Olympus", "UTC", "12:00 UTC"),
        ("../../etc/passwd", "UTC", "12:00 UTC"),
    ],
)
def test_a_request_is_answered_in_the_zone_of_its_cookie(cookie: str, zone: str, time: str) -> None:
    def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse(f"{current_zone()} {timezone.localtime(NOON):%H:%M %Z}")

    request = RequestFactory().get("/")
    request.COOKIES[COOKIE] = cookie
    assert TimeZones(view)(request).text == f"{zone} {time}"
    assert current_zone() == "UTC"
