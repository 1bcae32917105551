"""The engagement panel on a phone: the parts of each kind of engagement in view without scrolling."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rulesets
from armybuilder.matches.log.store import MATCHES, LoadedMatch, load_match
from armybuilder.matches.models import Match
from rulesets.core.play.definition import Engagement
from rulesets.core.play.matches import MatchState
from rulesets.core.play.states import PlayState, Side
from tests.browser.accessibility import assert_accessible
from tests.browser.phones import (
    HEIGHT,
    WIDTH,
    OpenPage,
    begin_example,
    boxes,
    broken_words,
    engage,
    lose_network,
    regain_network,
    row,
    sit,
    targets,
    unfold,
    unfold_targets,
)
from tests.visitors import ALICE, BOB

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TICKED: Mapping[str, Mapping[str, Mapping[str, tuple[int, ...]]]] = {
    "mbt2020": {},
    "forge-of-war": {"u6": {"covering": (1,), "turn": (1,)}, "u9": {"situation": (1,)}},
    "warstrike": {"u3": {"markers": (1, 2)}},
    "forum-combat": {"g5": {"place": (2,)}},
}
"""Boxes ticked in each game, by holder and track, for both sides: states that add to the question."""

LONG = 6
"""Charts and tables with more rows than this only have to begin in view."""

MEASURE = """(most) => {
  const panel = document.getElementById("engage-panel");
  const results = panel.querySelector(".engage-anyway, .engage-results")?.getBoundingClientRect().top ?? innerHeight;
  const end = Math.min(innerHeight, results);
  // A warning that it is not the time for it comes first.
  const early = panel.querySelector(".engage-early");
  const drawn = early ? null : panel.querySelector(".answer-deciding :is(.columns, .bars, .data-table)");
  const rows = drawn ? drawn.querySelectorAll("tbody tr").length : 0;
  const seen = (name, element) => (element && element.getBoundingClientRect().bottom <= end ? [] : [name]);
  const wide = (element) => element.scrollWidth > element.clientWidth;
  return {
    unseen: [
      ...seen("headline", panel.querySelector(".answer-headline h2")),
      ...seen("assumptions", panel.querySelector(".answer-assumed")),
      ...(drawn ? seen("what decides", rows > most ? drawn.querySelectorAll("tbody tr")[most - 1] : drawn) : []),
    ],
    wide: [panel, ...panel.querySelectorAll(".engage-steps, .engage-fields, .engage-results, .table-frame")]
      .filter(wide).map((each) => each.className),
  };
}"""


def kinds(match: Match) -> Iterator[tuple[str, str, Engagement]]:
    """The first two units for each calculator and fields of it, of one side against the other."""
    loaded, known = load_match(match), set()
    own, opposing = (loaded.setup.deployed(loaded.state, side) for side in (0, 1))
    assert own is not None
    assert opposing is not None
    for group, unit in own.force.units():
        for other_group, other in opposing.force.units():
            sides = Side(own.force, group, unit, own), Side(opposing.force, other_group, other, opposing)
            for engagement in loaded.setup.play.engagements(*sides):
                kind = engagement.calculator, engagement.distance, engagement.parts, engagement.conditions
                if kind not in known:
                    known.add(kind)
                    yield _row(loaded, 0, sides[0]), _row(loaded, 1, sides[1]), engagement


def _row(loaded: LoadedMatch, side: int, unit: Side) -> str:
    """The holder of a unit's boxes in the tracker: its group in games where groups have them."""
    return unit.unit.id if loaded.setup.tracks[side].get(unit.unit.id) else unit.group.id


@pytest.mark.parametrize("game", TICKED)
def test_what_decides_is_seen_at_once_and_no_result_is_broken(game: str, open_page: OpenPage, live_server: Any) -> None:
    MATCHES.cache.clear()
    side = PlayState(TICKED[game])
    match = begin_example(game, start=MatchState(sides=(side, side)))
    phone = sit(open_page, live_server, ALICE, match)
    found, asked = {}, list(kinds(match))
    for own, opposing, engagement in asked:
        panel = engage(phone, 0, own, opposing, engagement.title)
        expect(panel.locator(".answer-headline h2")).to_be_visible()
        found[own, opposing, engagement.title] = phone.evaluate(MEASURE, LONG)
        results = panel.locator(".engage-results .btn")
        broken = broken_words(results)
        panel.locator(".engage-others").evaluate_all("all => all.forEach(each => each.open = true)")
        found[own, opposing, engagement.title]["broken"] = broken + broken_words(results)
        if len(found) < len(asked):
            panel.get_by_role("button", name="Close").click()
    assert {kind: each for kind, each in found.items() if any(each.values())} == {}
    look(phone)


@pytest.mark.parametrize(
    ("game", "own", "row_of", "calculator", "place"),
    [
        ("mbt2020", "u2", "u2", "engagement", ("conditions", "distance")),
        ("forge-of-war", "u5", "u5", "shooting", ("distance",)),
        ("forum-combat", "u2", "g1", "shooting", ("distance",)),
    ],
)
def test_a_tap_on_a_distance_changes_the_answer(
    game: str, own: str, row_of: str, calculator: str, place: tuple[str, ...], open_page: OpenPage, live_server: Any
) -> None:
    MATCHES.cache.clear()
    match, door = begin_example(game), rulesets.get(game)
    phone = sit(open_page, live_server, ALICE, match)
    panel = engage(phone, 0, row_of, row_of)
    step = panel.locator("[data-step]").last
    question = door.fill_in({"armies": [door.example(), door.example()]}, calculator, own, own)
    asked = question if len(place) == 1 else question.setdefault(place[0], {})
    before = door.ask(calculator, question)["assumed"]
    asked[place[-1]] = int(step.get_attribute("data-step") or "")
    after = door.ask(calculator, question)
    assert after["assumed"] != before
    step.click()
    expect(panel.locator(".answer-headline h2")).to_have_text(after["headline"])
    expect(panel.locator(".answer-assumed")).to_contain_text(f"at {asked[place[-1]]}")


def look(page: Page) -> None:
    """The page is accessible in the light and the dark theme."""
    assert_accessible(page)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-bs-theme", "dark")
    assert_accessible(page, only_colours=True)


def test_without_a_network_no_old_answer_is_shown(open_page: OpenPage, live_server: Any) -> None:
    MATCHES.cache.clear()
    match = begin_example("warstrike")
    phone = sit(open_page, live_server, ALICE, match, expected="htmx: htmx:error: Failed to fetch")
    panel = engage(phone, 0, "u3", "u3")
    expect(panel.locator(".engage-results")).to_be_visible()
    lose_network(phone)
    panel.locator("[name=q-new_markers]").fill("3")
    expect(panel.get_by_role("alert")).to_contain_text("take this game offline while you are online")
    expect(panel.locator(".answer-headline, .engage-results")).to_have_count(0)
    expect(phone.get_by_text("nothing was saved")).to_have_count(0)
    regain_network(phone)
    expect(panel.locator(".answer-assumed")).to_contain_text("3 markers after the fire")
    lose_network(phone)
    panel.get_by_role("button", name="Close").click()
    row(phone, 0, "u3").locator(".row-engage").click()
    expect(panel.get_by_role("alert")).to_contain_text("No answer: the site")
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_be_hidden()
    row(phone, 0, "u3").locator(".row-engage").click()
    expect(panel.get_by_role("alert")).to_contain_text("No answer: the site")
    regain_network(phone)
    expect(panel.locator(".target").first).to_be_visible()
    expect(panel.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "own"), [("mbt2020", "u2"), ("forge-of-war", "u5"), ("warstrike", "u3"), ("forum-combat", "g1")]
)
def test_one_tap_shows_all_odds_and_the_next_the_whole_answer(
    game: str, own: str, open_page: OpenPage, live_server: Any
) -> None:
    MATCHES.cache.clear()
    phone = sit(open_page, live_server, ALICE, begin_example(game))
    unfold(phone, 0, own)
    panel = targets(phone, 0, own)
    unfold_targets(panel)
    first, brief = panel.locator(".target").first, panel.locator(".target-brief").first
    expect(brief).to_be_in_viewport(ratio=1)
    # On a phone the panel is as high as what it says, at most as the screen.
    said, box = panel.locator(".engage").bounding_box(), panel.bounding_box()
    assert said
    assert box
    assert box["y"] + box["height"] == HEIGHT
    assert box["height"] == HEIGHT or box["height"] - said["height"] < 32
    heights = panel.locator(".targets > ul .target").evaluate_all("all => all.map(each => each.offsetHeight)")
    assert min(heights) >= 44
    assert phone.evaluate("document.documentElement.scrollWidth") <= WIDTH
    for width, height in ((WIDTH, HEIGHT), (HEIGHT + 100, WIDTH)):
        phone.set_viewport_size({"width": width, "height": height})
        look(phone)
        phone.emulate_media(color_scheme="light")
    phone.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    figure = brief.inner_text()
    first.click()
    expect(panel.locator(".answer-headline h2")).to_be_in_viewport(ratio=1)
    if game == "forge-of-war":
        lost = figure.split(" lost")[0]
        expect(panel.locator(".answer-headline h2")).to_contain_text(lost)
    phone.keyboard.press("Escape")
    expect(panel).to_be_hidden()


def test_the_distance_last_tapped_is_that_of_the_next_targets(open_page: OpenPage, live_server: Any) -> None:
    MATCHES.cache.clear()
    phone = sit(open_page, live_server, ALICE, begin_example("forge-of-war"))
    panel = engage(phone, 0, "u5", "u5")
    step = panel.locator('[data-step="18"]')
    headline, told = panel.locator(".answer-headline h2"), step.locator("small").inner_text()
    cover = panel.locator("[name=q-target-cover]")
    assert not headline.inner_text().startswith(f"{told} of ")
    step.click()
    expect(headline).to_contain_text(f"{told} of ")
    expect(step).to_have_attribute("aria-pressed", "true")
    cover.select_option(index=2)
    expect(step.locator("small")).not_to_have_text(told)
    expect(headline).to_contain_text(f"{step.locator('small').inner_text()} of ")
    panel.get_by_role("button", name="Close").click()
    panel = targets(phone, 0, "u5")
    expect(panel.locator('[data-target="u5"] .target-brief')).to_contain_text(f"{told} of ")


def test_an_open_engagement_follows_the_state_and_keeps_what_is_set(open_page: OpenPage, live_server: Any) -> None:
    MATCHES.cache.clear()
    match = begin_example("forge-of-war")
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    panel = engage(alice, 0, "u5", "u5")
    headline, figures = panel.locator(".answer-headline h2"), panel.locator("[name=q-target-figures]")
    panel.locator('[data-step="18"]').click()
    expect(headline).to_contain_text("of 10")
    losses = boxes(bob, 1, "u5").get_by_role("button", name="Losses: one more")
    for standing in (9, 8):
        losses.click()
        expect(headline).to_contain_text(f"of {standing}")
        expect(figures).to_have_value(str(standing))
    expect(panel.locator('[data-step="18"]')).to_have_attribute("aria-pressed", "true")
    panel.locator("[name=q-target-cover]").select_option(index=2)
    panel.locator('[data-step="12"]').click()
    expect(panel.locator(".answer-assumed")).to_contain_text("at 12")
    panel.get_by_role("button", name="Several units at this target").click()
    left = panel.locator(".sequence-left").first
    expect(left).to_contain_text("Losses 7/10")
    for _ in range(6):
        losses.click()
    expect(left).not_to_contain_text("Losses 7/10")


@pytest.mark.parametrize("tap", ['[data-event]:has-text("1 D-marker")', "[data-roll]"])
def test_a_refused_result_can_be_recorded_again(
    tap: str, open_page: OpenPage, live_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armybuilder.matches.log.store.new_seed", lambda: 4)
    MATCHES.cache.clear()
    match = begin_example("forge-of-war")
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    panel = engage(alice, 0, "u5", "u5")
    button = panel.locator(tap).first
    if not button.is_visible():
        panel.locator(".engage-others > summary").click()
    pressed = panel.locator('[data-event][aria-pressed="true"], [data-roll][aria-disabled="true"]')
    for _ in range(2):
        button.click()
        expect(pressed).to_have_count(1)
        expect(row(alice, 0, "u5").locator(".chip", has_text="Has tried")).to_have_count(1)
        bob.get_by_role("button", name="Not so").click()
        bob.get_by_role("button", name="Range").click()
        expect(pressed).to_have_count(0)
        expect(button).not_to_have_attribute("aria-disabled", "true")
        expect(row(alice, 0, "u5").locator(".chip", has_text="Has tried")).to_have_count(0)
