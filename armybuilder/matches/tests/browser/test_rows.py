"""The rows of a game that has gone on for a while: what is in sight, what is folded, and values as they are now."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from armybuilder.matches.log.store import submit
from armybuilder.matches.tests.conftest import id_in
from rulesets.core.play.definition import all_tracks
from rulesets.core.play.matches import Event, MatchState
from rulesets.core.play.states import Change, PlayState
from rulesets.registry import get_ruleset
from tests.browser.accessibility import assert_accessible
from tests.browser.phones import IN_SIGHT, OpenPage, begin_example, open_row, row, sit
from tests.visitors import ALICE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HURT: dict[str, dict[str, tuple[int, ...]]] = {
    "forge-of-war": {"strength": (1, 2, 3), "markers": (1, 2), "turn": (1,), "moved": (1,), "systems": (1,)},
    "forum-combat": {
        **{"out": (1, 2, 3), "shot": (1,), "place": (2,), "moved": (1,)},
        **{f"hp-{squad}{place}": (1,) for squad in "123" for place in "abc"},
    },
    "mbt2020": {"state": (2,), "engaged": (1,)},
    "warstrike": {"markers": (1, 2), "models": (1, 2, 3, 4, 5), "state": (1, 3), "leader": (1,)},
}
"""Boxes that are ticked for every unit of an example army that has them."""
MIN_ROWS = 7


def all_hurt(game: str) -> MatchState:
    """A game in which every unit of both example armies has suffered."""
    ruleset = get_ruleset(game)
    assert ruleset.play is not None
    tracks = all_tracks(ruleset.play, ruleset.context(ruleset.demo()))
    states = {
        holder: {
            track.slug: boxes for track in each if (boxes := HURT[game].get(track.slug)) and max(boxes) <= track.boxes
        }
        for holder, each in tracks.items()
    }
    return MatchState((PlayState(states), PlayState(states)))


@pytest.mark.parametrize("game", HURT)
def test_seven_rows_are_in_sight_with_every_unit_hurt(open_page: OpenPage, live_server: Any, game: str) -> None:
    phone = sit(open_page, live_server, ALICE, begin_example(game, start=all_hurt(game)))
    expect(phone.locator(".row-badge").first).to_be_visible()
    for theme in ("light", "dark"):
        phone.emulate_media(color_scheme=theme)
        heights = phone.evaluate(IN_SIGHT)
        # The buttons for who goes first stand above the bar until that is settled.
        assert len(heights) >= MIN_ROWS - phone.locator("#throws:has(button)").count()
        assert set(heights) == {56}
        assert_accessible(phone, only_colours=theme == "dark")


def test_the_notes_of_a_unit_are_behind_a_badge(open_page: OpenPage, live_server: Any) -> None:
    phone = sit(open_page, live_server, ALICE, begin_example("mbt2020", start=all_hurt("mbt2020")))
    unit, force = row(phone, 0, "u3"), phone.locator("#notes-0 .notes-fold")
    expect(unit.locator(".row-badge")).to_have_text("▲ 1 note")
    expect(unit.locator(".consequence")).to_have_count(0)
    open_row(phone, 0, "u3")
    expect(unit.locator(".consequence")).to_contain_text("It is Repulsed")
    expect(force.locator("summary")).to_have_text("▲ 1 note The army is Fragile.")
    expect(force.locator(".consequence")).to_be_hidden()
    force.locator("summary").click()
    expect(force.locator(".consequence")).to_be_visible()
    assert_accessible(phone)


@pytest.mark.parametrize(
    ("game", "holder", "change", "now"),
    [
        ("warstrike", "u3", Change("markers", 3, holder="u3"), "Nv 2 ↓ of 4"),
        ("forge-of-war", "u5", Change("markers", 3, holder="u5"), "CV 4 ↓ of 7"),
    ],
)
def test_a_row_has_its_values_as_they_are_now(
    open_page: OpenPage, live_server: Any, game: str, holder: str, change: Change, now: str
) -> None:
    match = begin_example(game)
    phone = sit(open_page, live_server, ALICE, match)
    changed = row(phone, 0, holder).locator(".is-changed")
    expect(row(phone, 0, holder).locator(".row-values").first).to_be_attached()
    expect(changed).to_have_count(0)
    submit(match, 0, Event("e1", changes=(change,)), both=False)
    expect(changed).to_have_text(re.compile(r"\s+".join(map(re.escape, now.split()))))
    expect(changed).to_be_visible()


def test_only_an_unusual_stance_is_a_chip(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("forge-of-war")
    phone = sit(open_page, live_server, ALICE, match)
    chips = row(phone, 0, "u5").locator(".chip")
    expect(row(phone, 0, "u5").locator(".row-name")).to_be_visible()
    expect(chips).to_have_count(0)
    submit(match, 0, Event("e1", changes=(Change("stance", box="cautious", holder="u5"),)), both=False)
    expect(chips).to_have_text("Cautious")


def test_blanks_are_a_grid_and_engaged_units_are_folded(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("mbt2020", hides=True)
    phone = sit(open_page, live_server, ALICE, match)
    phone.locator("#tracker.is-drawn").wait_for()
    assert phone.locator("#groups-0 > .tracker-group:not([open])").count() == 0
    blanks = phone.locator('.is-blank[data-side="1"]')
    expect(blanks).to_have_count(31)
    blanks.last.scroll_into_view_if_needed()
    boxes = blanks.evaluate_all("all => all.map((each) => each.getBoundingClientRect().toJSON())")
    assert min(min(box["width"], box["height"]) for box in boxes) >= 44
    assert len({box["top"] for box in boxes}) <= 5
    assert_accessible(phone)
    tank = id_in(match, "u3", 0)
    submit(match, 0, Event("e1", changes=(Change("engaged", box="engaged", holder=tank),)), both=False)
    done = phone.locator("#groups-0 .done")
    expect(done.locator("summary")).to_have_text("1 acted or out of play")
    expect(row(phone, 0, tank)).to_be_hidden()
    done.locator("summary").click()
    expect(row(phone, 0, tank)).to_be_visible()
    assert_accessible(phone)
