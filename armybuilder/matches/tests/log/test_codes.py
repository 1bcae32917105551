"""Codes of seats, and how often a wrong one may be entered."""

from datetime import timedelta
from fractions import Fraction

import pytest
from django.core.cache import caches
from django.utils import timezone

from armybuilder.matches.log.codes import CODE_LETTERS, LENGTH, MAX_GUESSES, MAX_MISSES, coded, invitation_of
from armybuilder.matches.models import CODE_TIME, Seat
from armybuilder.matches.tests.conftest import Begin
from armybuilder.site.errors import Refused
from tests.visitors import BOB, browser_of

pytestmark = pytest.mark.django_db
WRONG = "AAAAA"  # a code has no vowels


@pytest.fixture
def open_seats(begin: Begin) -> list[Seat]:
    """Three free seats with codes."""
    return [coded(Seat.objects.create(match=begin(), side=None)) for _ in range(3)]


def guesses(addresses: int) -> int:
    """How many wrong codes can be entered from so many addresses before all of them are refused."""
    done = 0
    for place in range(addresses):
        try:
            for _ in range(MAX_MISSES + 1):
                invitation_of(WRONG, f"192.0.2.{place}")
                done += 1
        except Refused:
            continue
    return done


def test_one_address_has_few_wrong_codes(open_seats: list[Seat]) -> None:
    assert guesses(1) == MAX_MISSES
    with pytest.raises(Refused, match="Too many wrong codes") as refused:
        invitation_of(open_seats[0].code, "192.0.2.0")
    assert refused.value.status == 429
    assert invitation_of(open_seats[0].code, "192.0.2.1") == open_seats[0].invitation


def test_right_codes_are_not_counted(open_seats: list[Seat]) -> None:
    for _ in range(2 * MAX_MISSES):
        assert invitation_of(open_seats[1].code.lower(), "192.0.2.0") == open_seats[1].invitation
    assert guesses(1) == MAX_MISSES


def test_no_number_of_addresses_guesses_any_open_seat(open_seats: list[Seat]) -> None:
    game = open_seats[0].match
    number = len(open_seats) + len([coded(Seat.objects.create(match=game, side=None)) for _ in range(13)])
    done = guesses(50)
    assert done == MAX_GUESSES // number
    assert Fraction(done * number, len(CODE_LETTERS) ** LENGTH) <= Fraction(1, 1000)
    with pytest.raises(Refused):
        invitation_of(open_seats[0].code, "198.51.100.1")
    caches["counts"].clear()  # as an hour does
    assert invitation_of(open_seats[0].code, "198.51.100.1") == open_seats[0].invitation


def test_wrong_codes_of_one_visitor_keep_nobody_else_out(open_seats: list[Seat]) -> None:
    game = open_seats[0].match
    for _ in range(100):
        coded(Seat.objects.create(match=game, side=None))
    assert guesses(1) == MAX_MISSES
    assert invitation_of(open_seats[0].code, "192.0.2.1") == open_seats[0].invitation


def test_a_code_lives_ten_minutes(open_seats: list[Seat]) -> None:
    assert timedelta(minutes=10) == CODE_TIME
    seat = open_seats[2]
    Seat.objects.filter(pk=seat.pk).update(coded=timezone.now() - CODE_TIME)
    assert invitation_of(seat.code, "192.0.2.0") == ""
    seat.refresh_from_db()
    assert seat.live_code == ""
    assert coded(seat).live_code


def test_the_page_says_what_to_do_instead(open_seats: list[Seat]) -> None:
    bob = browser_of(BOB)
    answers = [bob.post("/matches/join/", {"code": WRONG}) for _ in range(MAX_MISSES + 1)]
    assert [answer.status_code for answer in answers] == [422] * MAX_MISSES + [429]
    assert "Use the seat’s link or its QR code" in answers[-1].text
