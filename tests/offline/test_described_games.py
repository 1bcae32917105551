"""Described games on a device: their documents travel with them, and the device answers as the site does."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from lxml import html
from playwright.sync_api import Page, expect

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import create_army, load_head
from armybuilder.calculators.sides import takes_sides
from armybuilder.matches.log.creation import ChosenForce, begin_match
from armybuilder.matches.tests.browser.test_match_evening import IS_KEPT
from armybuilder.offline.browser import reply
from armybuilder.site.claims import Author
from rulesets import registry
from rulesets.core.force_document import encode_force
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import clear_game_caches, get_ruleset
from tests.browser.phones import begin_example, engage, happened, lose_network, sheet, sit
from tests.offline.engine_memory import GiveEngine, give_engine
from tests.offline.test_device import STAYS, sign_in, take_offline
from tests.offline.test_engine import WORKED_OUT
from tests.rulesets.described.games import DESCRIBED
from tests.visitors import ALICE

__all__ = ["give_engine"]

OURS = Author(None, ALICE.hash)
GAME = "described-starter"

each_game = pytest.mark.parametrize("game", DESCRIBED, ids=lambda game: game.slug)


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Forget the described games of the site, as a browser that never had them."""

    def forget() -> None:
        monkeypatch.setattr(registry, "_PROVIDED", registry._Provided())
        clear_game_caches()

    yield forget
    monkeypatch.undo()
    clear_game_caches()


def example(game: AnyRuleset) -> Army:
    """Its example army, Alice's."""
    return create_army(LoadedArmy(game, game.demo().with_ids()), "New army", OURS)


@each_game
@pytest.mark.django_db
def test_a_device_answers_and_edits_with_the_document(
    game: AnyRuleset, alice: Client, elsewhere: Callable[[], None]
) -> None:
    army = example(game)
    loaded = load_head(army)
    unit = loaded.force.groups[0].units[0].id
    asked = [
        (f"/{game.slug}/calculators/{each.slug}/", f"army.own={army.pk}:{unit}" if takes_sides(each) else "")
        for each in game.calculators
    ]
    there = [answer_in(alice.get(f"{path}?{query}").text) for path, query in asked]
    documents = alice.get(f"/offline/{game.slug}.json").json()["documents"]
    elsewhere()
    now = encode_force(loaded.force)
    kept = {"address": army.get_absolute_url(), "head": 1, "now": now}
    more = {"armies": [kept], "whole": True, "documents": documents}
    here = [answer_in(told({"path": path, "query": query, **more})["html"]) for path, query in asked]
    assert here == there
    edit = {"at": unit, "before": None, "edit": "copy-unit", "form": f"unit={unit}", "said": "", "token": ""}
    edited = told({"army": kept, "documents": documents, "undoes": "", "redoes": "", **edit})
    assert len(edited["now"]["groups"][0]["units"]) == len(now["groups"][0]["units"]) + 1


def told(message: dict[str, Any]) -> dict[str, Any]:
    """What a device answers."""
    answer: dict[str, Any] = json.loads(reply(json.dumps(message)))
    return answer


def answer_in(page: str) -> list[bytes]:
    """The answer in a page of a calculator."""
    text: bytes = html.tostring(html.fromstring(page).get_element_by_id("answer"))
    return text.split()


@pytest.mark.django_db
def test_listed_games_need_no_document(alice: Client) -> None:
    assert alice.get("/offline/warstrike.json").json()["documents"] == {}


@pytest.mark.django_db
def test_a_game_at_the_table_brings_its_document(alice: Client, elsewhere: Callable[[], None]) -> None:
    game = get_ruleset(GAME)
    ours = LoadedArmy(game, game.demo().with_ids())
    match = begin_match(ChosenForce(ours, example(game)), ChosenForce(ours), {}, OURS, at_once=True)
    kept = alice.get(f"{match.get_absolute_url()}/device.json").json()
    elsewhere()
    unit = ours.force.groups[0].units[0].id
    answer = told(
        {
            "path": f"{match.get_absolute_url()}/engage",
            "query": f"side=0&own={unit}&opposing={unit}",
            "match": {**kept["match"], **kept["now"], "title": "A game", "events": []},
            "documents": kept["documents"],
        }
    )
    assert "3.33 hits on average" in answer["html"]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_an_army_is_built_and_asked_about_without_a_network(
    open_page: Callable[..., Page], live_server: Any, give_engine: GiveEngine
) -> None:
    army = example(get_ruleset(GAME))
    page = open_page(expected="htmx: htmx:error: Failed to fetch")
    sign_in(page, live_server)
    take_offline(page, army, give_engine)
    page.context.set_offline(True)
    page.reload()
    page.locator("#groups .unit-link").first.click()
    page.locator("#inspector").get_by_role("button", name="One more").click()
    expect(page.locator("#groups .unit")).to_have_count(3)
    expect(page.locator("#findings")).to_contain_text("above its limit")
    page.goto(f"/{GAME}/calculators/shooting/?army.own={army.pk}")
    expect(page.locator("#answer > .alert")).to_have_text(WORKED_OUT)
    page.get_by_label("Dice each").fill("3")
    expect(page.locator("#answer")).to_contain_text("7.50 hits on average")
    page.context.set_offline(False)
    page.goto(army.get_absolute_url())
    expect(page.locator("#groups .unit")).to_have_count(3)
    army.refresh_from_db()
    assert load_head(army).unit_count == 3


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_game_at_the_table_is_played_without_a_network(
    open_page: Callable[..., Page], live_server: Any, give_engine: GiveEngine
) -> None:
    match = begin_example(GAME, at_once=True)
    page = sit(open_page, live_server, ALICE, match, expected="htmx: htmx:error: Failed to fetch")
    take = page.locator("#take-offline")
    with sheet(page):
        expect(take.get_by_role("button")).to_be_visible(timeout=30_000)
        give_engine(page)
        take.get_by_role("button").click()
        expect(take.get_by_role("status")).to_have_text(STAYS, timeout=120_000)
    assert page.evaluate(IS_KEPT, match.get_absolute_url())
    lose_network(page)
    panel = engage(page, 0, "u2", "u2")
    expect(panel.locator("#answer > .alert")).to_have_text(WORKED_OUT)
    expect(panel.locator("#answer")).to_contain_text("3.33 hits on average")
    happened(panel, "Lost: 2")
    expect(page.locator("#sending")).to_contain_text("1 not sent")
