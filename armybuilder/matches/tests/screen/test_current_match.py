"""The game that is played with an army: where "In play" leads, and what is printed as it stands."""

from datetime import UTC, datetime
from typing import Any

import orjson
import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from armybuilder.armies.current_state import BEFORE, state_of
from armybuilder.armies.models import Army
from armybuilder.matches.models import Match
from armybuilder.matches.tests.conftest import Begin, id_in
from armybuilder.sharing.links import create_link
from armybuilder.sharing.models import Share
from rulesets.core.play.states import PlayState
from tests.browser.phones import OpenPage, row, sit
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db


def test_in_play_leads_to_a_new_game_and_then_to_it(army: Army, begin: Begin) -> None:
    alice = browser_of(ALICE)
    answer = alice.get(f"/armies/{army.pk}/in-play")
    assert answer.headers["Location"] == f"/pebbles/matches/new?own={army.pk}"
    begin()
    later = begin()
    assert alice.get(f"/armies/{army.pk}/in-play").headers["Location"] == later.get_absolute_url()
    Match.objects.update(ended=True)
    assert alice.get(f"/armies/{army.pk}/in-play").headers["Location"] == answer.headers["Location"]
    assert [browser.get(f"/armies/{army.pk}/in-play").status_code for browser in (browser_of(BOB), Client())] == [
        404
    ] * 2


def test_an_army_stands_as_in_the_game_played_with_it(army: Army, gems: Army, begin: Begin) -> None:
    assert state_of(army) == BEFORE
    match = begin(seated=False)
    changes = [{"track": "chips", "amount": 1, "holder": "u2", "side": side} for side in (0, 1)]
    body = orjson.dumps(
        {"since": 0, "events": [{"id": "e1", "changes": changes[:1]}, {"id": "e2", "changes": changes}]}
    )
    browser_of(ALICE).post(f"/matches/{match.pk}/events", body, content_type="application/json")
    assert state_of(army).boxes == PlayState({"u2": {"chips": (1, 2)}})
    assert state_of(gems).boxes == PlayState({"u2": {"chips": (1,)}})


def test_a_print_tells_the_turn_and_time_of_the_game(army: Army, begin: Begin) -> None:
    begin(seated=False)
    Match.objects.update(updated=datetime(2026, 11, 30, 16, 52, tzinfo=UTC))
    with timezone.override("UTC"):
        assert state_of(army).moment == "Turn 1 · First throws · Water Calm · 30 November 2026, 16:52 UTC"


def test_the_code_of_a_unit_leads_its_players_to_it_in_their_game(army: Army, gems: Army, begin: Begin) -> None:
    link = create_link(army, frozen=False, notes=False)
    address = f"{link.get_absolute_url()}play/u3"
    alice, bob = browser_of(ALICE), browser_of(BOB)
    assert alice.get(address)["Location"] == link.get_absolute_url()
    match = begin()
    for player in (alice, bob):
        assert player.get(address)["Location"] == f"{match.get_absolute_url()}#unit-0-u3"
    assert Client().get(address)["Location"] == link.get_absolute_url()
    assert alice.get(address.replace("u3", "u99"))["Location"] == match.get_absolute_url()
    assert alice.get("/s/guessed/play/u3").status_code == 404
    Share.objects.update(revoked=timezone.now())
    assert alice.get(address).status_code == 404


def test_the_code_of_a_hidden_unit_does_not_tell_which_blank_it_is(army: Army, gems: Army, begin: Begin) -> None:
    link, match = create_link(gems, frozen=False, notes=False), begin(hides=True)
    alice, bob = browser_of(ALICE), browser_of(BOB)
    address = f"{link.get_absolute_url()}play/u3"
    assert alice.get(address)["Location"] == match.get_absolute_url()
    assert bob.get(address)["Location"] == f"{match.get_absolute_url()}#unit-1-{id_in(match, 'u3')}"


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_scanned_unit_is_open_and_in_sight(
    army: Army, gems: Army, begin: Begin, open_page: OpenPage, live_server: Any
) -> None:
    codes = [f"{create_link(each, frozen=False, notes=False).get_absolute_url()}play/u4" for each in (army, gems)]
    phone = sit(open_page, live_server, ALICE, begin())
    for side, code in reversed([*enumerate(codes)]):
        phone.goto(code)
        expect(row(phone, side, "u4").locator(".controls")).to_be_in_viewport(ratio=1)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_unit_scanned_after_one_s_own_is_its_target(
    army: Army, gems: Army, begin: Begin, open_page: OpenPage, live_server: Any
) -> None:
    own, enemy = (
        f"{create_link(each, frozen=False, notes=False).get_absolute_url()}play/{unit}"
        for each, unit in ((army, "u3"), (gems, "u4"))
    )
    phone = sit(open_page, live_server, ALICE, begin())
    phone.goto(own)
    expect(row(phone, 0, "u3").locator(".controls")).to_be_visible()
    second = phone.context.new_page()
    second.goto(f"{live_server.url}{enemy}")
    form = second.locator("#engage-form")
    expect(form.locator("[name=own]")).to_have_value("u3")
    expect(second.locator("#engage-opposing")).to_have_value("u4")
    third = phone.context.new_page()
    third.goto(f"{live_server.url}{enemy}")
    expect(row(third, 1, "u4").locator(".controls")).to_be_visible()
    expect(third.locator("#engage-form")).to_have_count(0)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_an_army_is_played_on_a_phone_and_printed_as_it_stands(phone: Page) -> None:
    call_command("make_demo", verbosity=0)
    phone.goto(Army.objects.filter(example=True).order_by("pk")[0].get_absolute_url())
    phone.get_by_role("button", name="Make a copy").click()
    phone.get_by_role("link", name="Play", exact=True).click()
    phone.get_by_role("button", name="Start the game").click()
    rows = phone.locator(".row-unit")
    rows.last.locator(".row-open").click()
    rows.last.get_by_role("button", name="Out of play").click()
    expect(rows.last.locator(".row-states")).to_contain_text("Out of play")
    expect(phone.locator("#sending")).to_have_text("Saved")
    phone.reload()
    expect(rows.last.locator(".row-states")).to_contain_text("Out of play")
    phone.locator("#more-open").click()
    phone.get_by_role("link", name="Print current state").click()
    shown = phone.frame_locator("iframe[name=preview]")
    expect(shown.locator(".roster .chip").get_by_text("Out of play")).to_have_count(1)
