"""Where an army stands in its game: ticked on a phone, kept beside its revisions, printed as it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from lxml import html
from playwright.sync_api import Page, expect

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import load_head
from armybuilder.play.in_play import FRESH, as_now, bearer, bearer_of, bearers, put_out, read, state_of, write
from armybuilder.play.models import InPlay
from armybuilder.printing.documents import document_of
from armybuilder.printing.options import Boxes, CardsFor, PrintOptions
from rulesets.core.play_state import OUT, PlayState
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.trackers import Track, UnitState
from tests.armies.conftest import MakeArmy, _empty_desk, make_army
from tests.armies.equals import of_equals
from tests.conftest import assert_accessible
from tests.printing.samples import PRINTER, demo, every_game

__all__ = ["_empty_desk", "make_army"]

NOW = PrintOptions(qrs=False, state=Boxes.NOW)


@pytest.fixture
def army(make_army: MakeArmy) -> Army:
    """One pile of three pebbles, which are u2, u3 and u4."""
    return make_army()


def address(army: Army) -> str:
    return f"/armies/{army.pk}/in-play"


# --- boxes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("track", "box", "ticks"),
    [
        (Track("hp", "HP", 5), 3, (1, 2, 3)),
        (Track("hp", "HP", 5, start=2), 2, (1,)),
        (Track("hp", "HP", 5, ticked=(1, 2, 3, 4)), 2, (1, 2)),
        (Track("hp", "HP", 5, ticked=(1,)), 1, ()),
        (Track("m", "M", 3, names=("3", "2", "1"), in_turn=True), 2, (1, 2)),
        (Track("state", "State", 2, names=("P", "R")), 2, (2,)),
        (Track("state", "State", 2, names=("P", "R"), ticked=(1, 2)), 1, (2,)),
    ],
)
def test_a_touched_box_is_ticked_with_those_before_it_or_alone(track: Track, box: int, ticks: tuple[int, ...]) -> None:
    assert track.tapped(box).ticks == ticks


def test_boxes_that_are_not_there_cannot_be_ticked() -> None:
    assert Track("hp", "HP", 2).now((1, 7, 0)).ticks == (1,)
    with pytest.raises(ValueError, match="HP has 2 boxes"):
        Track("hp", "HP", 2).tapped(3)


def test_a_state_is_written_and_read_again_without_what_is_as_at_first() -> None:
    track = Track("hp", "HP", 5, start=1)
    state = put_out(FRESH.set("u1", track.now((1, 2))), "u2", out=True)
    assert read(write(state)) == state == PlayState({"u1": {"hp": (1, 2)}, "u2": {OUT.slug: (1,)}})
    assert read({"ticks": {"u1": {"hp": [1, 2]}}, "out": ["u2"]}) == state
    assert state.of("u1", (track,)) == UnitState((track.now((1, 2)),))
    assert state.of("u2", (track,)) == UnitState((track,), out=True)
    assert put_out(state.set("u1", track.now((1,))), "u2", out=False) == FRESH
    assert read({}) == FRESH


# --- every game ----------------------------------------------------------------------------------------


@every_game
def test_equal_bearers_are_told_apart(ruleset: AnyRuleset) -> None:
    army = LoadedArmy(ruleset, of_equals(ruleset))
    found = [each for _, members in bearers(army, FRESH) for each in members]
    assert len({(each.title, each.standing) for each in found}) == len(found) == (2 if ruleset.group_card else 6)


@every_game
def test_everything_that_bears_boxes_is_in_play_once_and_printed_as_it_stands(ruleset: AnyRuleset) -> None:
    army = demo(ruleset)
    found = [each for _, members in bearers(army, FRESH) for each in members]
    parts = [group.id for group in army.force.groups] if ruleset.group_card else [u.id for _, u in army.force.units()]
    assert [each.id for each in found] == parts
    state = FRESH
    for each in found:
        assert len({track.slug for track in each.tracks}) == len(each.tracks) > 0
        assert bearer(army, each.id, FRESH) == each
        for track in each.tracks:
            state = state.set(each.id, track.tapped(track.boxes))
    now = as_now(army, state)
    expected = {(each.id, track.slug): track.tapped(track.boxes).ticks for each in found for track in each.tracks}
    for group, unit in now.force.units():
        part = bearer_of(ruleset, group, unit)
        for track in now.ruleset.card(unit, group, now.context).tracks:
            assert track.ticks == expected[part, track.slug]


@every_game
def test_ticked_boxes_are_on_cards_and_roster_and_what_is_out_of_play_has_no_card(ruleset: AnyRuleset) -> None:
    army = demo(ruleset)
    first, second, *_ = (each for _, members in bearers(army, FRESH) for each in members)
    track = first.tracks[0].tapped(1)
    state = put_out(FRESH.set(first.id, track), second.id, out=True)
    choices = replace(NOW, cards_for=CardsFor.GROUPS)
    for roster, cards in ((True, False), (False, True)):
        fresh = printed(army, replace(choices, roster=roster, cards=cards, state=Boxes.FRESH), state)
        now = printed(army, replace(choices, roster=roster, cards=cards), state)
        assert (len(fresh.xpath(TICKED)), len(now.xpath(TICKED))) == (0, 1)
        if cards:
            lost = 1 if ruleset.group_card else sum(unit.id == second.id for _, unit in army.force.units())
            corners = [
                {"".join(strip.xpath("text()")).strip() for strip in page.xpath("//p[@class='strip']")}
                for page in (fresh, now)
            ]
            assert len(corners[0]) - len(corners[1]) == lost
    listed = printed(army, replace(choices, cards=False), state)
    assert "Out of play" in " ".join(listed.xpath("//*[contains(@class, 'chip')]/text()"))


TICKED = "//*[contains(concat(' ', @class, ' '), ' ticked ')]"


def printed(army: LoadedArmy, choices: PrintOptions, state: PlayState) -> Any:
    """The HTML of what is printed."""
    document = document_of(army, choices, PRINTER, state=state)
    return html.fromstring("".join(batch.content for batch in document.batches))


def test_equal_units_share_a_card_that_shows_how_each_stands(pebbles: AnyRuleset, army: Army) -> None:
    state = FRESH.set("u3", Track("chips", "Chips", 3).now((1, 2)))
    card = printed(load_head(army), replace(NOW, roster=False, merge=True), state)
    boxes = card.xpath("//article//*[contains(concat(' ', @class, ' '), ' box ')]/@class")
    assert ["ticked" in classes.split() for classes in boxes] == [*[False] * 3, True, True, *[False] * 4]


# --- the page ------------------------------------------------------------------------------------------


def test_a_tick_is_stored_beside_the_revisions_and_only_its_own_part_is_answered(alice: Client, army: Army) -> None:
    before = Revision.objects.count()
    answer = alice.post(address(army), {"tick": "u3:chips:1,2"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer.content.decode().count('aria-pressed="true"') == 2
    assert 'id="u3"' in answer.content.decode()
    assert 'id="u2"' not in answer.content.decode()
    assert state_of(army) == PlayState({"u3": {"chips": (1, 2)}})
    army.refresh_from_db()
    assert (Revision.objects.count(), army.head) == (before, 1)
    assert alice.post(address(army), {"out": "u2:yes"}).headers["Location"] == f"{address(army)}#u2"
    assert state_of(army).is_out("u2")
    shown = alice.get(address(army)).content.decode()
    assert (shown.count("is-ticked"), shown.count("is-out")) == (2, 1)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"tick": "u3:chips:4"}, 400),
        ({"tick": "u3:chips:0"}, 400),
        ({"tick": "u3:nonesuch:1"}, 400),
        ({"tick": "u9:chips:1"}, 400),
        ({"tick": "u3:chips:x"}, 404),
        ({"tick": "u3:chips:+1"}, 404),
        ({"tick": "u3:chips: 1"}, 404),
        ({"tick": "u3:chips:1_0"}, 404),
        ({"tick": "u3:chips:" + "1," * 1000 + "1000"}, 400),
        ({"tick": "u3:chips:" + "1," * 2000 + "1"}, 404),
        ({"tick": "u3"}, 404),
        ({"tick": "1," * 5000}, 404),
        ({}, 404),
        ({"out": "u9:yes"}, 400),
        ({"out": "yes"}, 400),
    ],
)
def test_boxes_that_the_army_does_not_have_store_nothing(alice: Client, army: Army, sent, status: int) -> None:
    assert alice.post(address(army), sent).status_code == status
    assert not InPlay.objects.exists()


def test_strangers_cannot_look_or_tick(bob: Client, client: Client, army: Army) -> None:
    for browser in (bob, client):
        assert browser.get(address(army)).status_code == 404
        assert browser.post(address(army), {"tick": "u3:chips:1"}).status_code == 404
    assert not InPlay.objects.exists()


def test_a_new_game_clears_everything_and_the_last_one_can_be_brought_back(alice: Client, army: Army) -> None:
    alice.post(address(army), {"tick": "u3:chips:1"})
    played = state_of(army)
    alice.post(address(army), {"new-game": "1"})
    assert state_of(army) == FRESH
    alice.post(address(army), {"new-game": "1"})
    assert b"Restore the last game" in alice.get(address(army)).content
    alice.post(address(army), {"bring-back": "1"})
    assert state_of(army) == played
    assert b"Restore the last game" not in alice.get(address(army)).content
    answer = alice.post(address(army), {"bring-back": "1"}, follow=True)
    assert b"The last game cannot be restored" in answer.content


def test_a_page_takes_as_many_queries_for_many_units_as_for_few(
    alice: Client, make_army, django_assert_num_queries
) -> None:
    for armies in (make_army(), make_army(20, 20)):
        with django_assert_num_queries(3):
            alice.get(address(armies))


def test_an_army_without_units_leads_to_the_builder(alice: Client, make_army) -> None:
    answer = alice.get(address(make_army(0))).content.decode()
    assert "has no pebbles yet" in answer


def test_very_many_boxes_have_two_buttons(alice: Client, army: Army, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.play.views.MOST_SHOWN", 2)
    alice.post(address(army), {"tick": "u2:chips:1,2"})
    shown = alice.get(address(army)).content.decode()
    assert "2 of 3" in shown
    assert 'value="u2:chips:1"' in shown
    assert 'value="u2:chips:1,2,3"' in shown
    assert 'id="u2-chips-1"' not in shown


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_an_army_is_played_on_a_phone_and_printed_as_it_stands(phone: Page) -> None:
    call_command("make_demo", verbosity=0)
    phone.goto(Army.objects.filter(example=True).order_by("pk")[0].get_absolute_url())
    phone.get_by_role("button", name="Make a copy").click()
    phone.locator(".builder-menu summary").click()
    phone.get_by_role("link", name="In play").click()
    boxes = phone.locator("button.tick")
    ticked = phone.locator("button.tick[aria-pressed=true]")
    boxes.first.click()
    expect(ticked).to_have_count(1)
    expect(boxes.first).to_be_focused()
    out = phone.get_by_role("button", name="Out of play")
    out.last.click()
    expect(out.last).to_have_attribute("aria-pressed", "true")
    assert_accessible(phone)
    phone.reload()
    expect(ticked).to_have_count(1)
    phone.get_by_role("link", name="Print current state").click()
    shown = phone.frame_locator("iframe[name=preview]")
    expect(shown.locator(".roster .chip").get_by_text("Out of play")).to_have_count(1)
    phone.go_back()
    phone.get_by_role("button", name="New game").click()
    expect(ticked).to_have_count(0)
    phone.get_by_role("button", name="Restore the last game").click()
    expect(ticked).to_have_count(1)
