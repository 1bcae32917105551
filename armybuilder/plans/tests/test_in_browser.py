"""Plans in the browser are those of the server."""

from typing import Any

import pytest
from django.http import QueryDict
from django.urls import resolve

from armybuilder.plans import in_browser
from armybuilder.plans.planning import PlanPanel
from rulesets.core.force_document import encode_force
from rulesets.registry import get_ruleset

LOOKING = "Looking for a better plan"


def match_of(slug: str) -> dict[str, Any]:
    """A game as a device sends it, with the example army on both sides."""
    force = encode_force(get_ruleset(slug).demo())
    return {
        "ruleset": slug,
        "side": 0,
        "both": True,
        "at_once": False,
        "forces": [{"force": force}] * 2,
        "ticks": [{}, {}, {}],
        "turn": 1,
        "segment": 0,
        "ended": False,
        "events": [],
    }


def ask(slug: str, query: str) -> str:
    """The panel that a device shows."""
    path = "/matches/a/plan"
    html: str = in_browser.reply({"path": path, "match": match_of(slug)}, resolve(path), QueryDict(query))["html"]
    return html


@pytest.fixture(autouse=True)
def _nothing_found() -> None:
    """No test goes on where another one was."""
    in_browser._panel_of.cache_clear()
    in_browser._found_for.cache_clear()


@pytest.mark.parametrize("slug", ["warstrike", "forum-combat"])
def test_a_device_plans_without_a_network(slug: str) -> None:
    html = ask(slug, "side=0&distance=6")
    assert "Expected: " in html
    assert "/matches/a/engage?own=" in html
    assert list(in_browser.warm_up_messages(get_ruleset(slug))) == []


@pytest.mark.parametrize("slug", ["mbt2020", "forge-of-war"])
def test_a_target_that_is_kept_stays_though_little_is_gained(slug: str) -> None:
    assert ": engage the enemy" in ask(slug, "side=0&goal=target&target=u10&pin=u10:u10")


def test_a_device_goes_on_where_its_search_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_browser, "AT_ONCE", 0.0)
    monkeypatch.setattr(in_browser, "MORE_AT_ONCE", 0.0)
    monkeypatch.setattr(in_browser, "SECONDS", 1_000.0)
    begun: list[PlanPanel] = []

    def begin(*given: Any) -> PlanPanel:
        begun.append(PlanPanel(*given))
        return begun[-1]

    monkeypatch.setattr(in_browser, "PlanPanel", begin)
    # Another question begins anew, but not the same one asked again.
    for query, panels in (
        ("side=0&distance=12", 1),
        ("side=0&distance=12&more=1", 1),
        ("side=0&distance=6&more=1", 2),
        ("side=0&distance=6", 2),
    ):
        assert LOOKING in ask("forge-of-war", query)
        assert len(begun) == panels
    monkeypatch.setattr(in_browser, "MORE_AT_ONCE", 1_000.0)
    assert LOOKING not in ask("forge-of-war", "side=0&distance=6&more=1")


def test_a_device_gives_the_same_plan_when_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_browser, "AT_ONCE", 1_000.0)
    monkeypatch.setattr(in_browser, "SECONDS", 1_000.0)
    whole = ask("forge-of-war", "side=0&distance=12")
    ask("forge-of-war", "side=0&distance=6")
    monkeypatch.setattr(in_browser, "AT_ONCE", 0.0)
    assert ask("forge-of-war", "side=0&distance=12") == whole
