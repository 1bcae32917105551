"""The links of seats."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from armybuilder.claims import Author
from armybuilder.matches.models import Seat
from armybuilder.matches.seats import invite, take
from armybuilder.sharing.links import qr_svg
from tests.matches.conftest import Begin
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db


def test_a_seat_s_link_has_a_code(begin: Begin) -> None:
    match = begin(seated=False)
    invitation = invite(match, 1).invitation
    page = browser_of(ALICE).get(f"/matches/{match.pk}/seats").content.decode()
    address = f"/matches/join/{invitation}/code"
    assert address in page
    assert re.findall(r"<h2[^>]*>([^<]*)</h2>", page) == ["The other player", "Your own seat"]
    take(Seat.objects.get(match=match, side=1), Author(None, BOB.hash), invitation)
    page = browser_of(BOB).get(f"/matches/{match.pk}/seats").content.decode()
    assert re.findall(r"<h2[^>]*>([^<]*)</h2>", page) == ["Your own seat"]
    assert Client().get(address).content == qr_svg(f"http://testserver/matches/join/{invitation}").encode()
    assert Client().get("/matches/join/guessed/code").status_code == 404
