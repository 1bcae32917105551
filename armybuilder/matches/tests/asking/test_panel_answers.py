"""Every control of the engagement panel, in every game: the answer is that of the same question at the front door."""

from collections.abc import Iterator, Mapping, Sequence
from json import dumps, loads
from re import sub
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from lxml import html

import rulesets
from armybuilder.calculators.questions import PREFIX
from armybuilder.matches.log.store import LoadedMatch, load_match
from armybuilder.schema_forms.plain import form_name
from rulesets.core.plain import plain_answer
from rulesets.core.play.definition import Engagement
from rulesets.core.play.matches import MatchState
from rulesets.core.play.states import PlayState, Side
from rulesets.registry import get_ruleset
from tests.browser.phones import begin_example
from tests.changed_fields import answer_to, changes, names_of
from tests.visitors import ALICE, browser_of

pytestmark = pytest.mark.django_db

Ticks = Mapping[str, Mapping[str, tuple[int, ...]]]

TICKED: Mapping[str, tuple[Ticks, ...]] = {
    "mbt2020": ({}, {"u2": {"state": (1,)}}),
    "forge-of-war": (
        {},
        {
            "u6": {"covering": (1,), "turn": (1,)},
            **{unit: {"situation": (1,)} for unit in ("u5", "u9")},
        },
    ),
    "warstrike": ({}, {"u3": {"markers": (1, 2)}}),
    "forum-combat": ({}, {"g5": {"place": (2,)}}),
}
"""Boxes ticked in each game, for both sides, by holder and track: states that add to the question."""

ENGAGEMENTS: Mapping[str, set[str]] = {
    "mbt2020": {"engagement"},
    "forge-of-war": {
        "shooting",
        "vehicle-damage",
        "covering-fire",
        "reaction-test",
        "indirect-fire",
        "close-combat",
        "disengage",
    },
    "warstrike": {"under-fire", "what-happens-next", "fall-back"},
    "forum-combat": {"shooting", "firing-into-melee", "charge", "melee", "disengage"},
}
"""The calculators that units of each game engage with."""


def kinds(loaded: LoadedMatch) -> Iterator[tuple[Side, Side, Engagement]]:
    """The first two units for each calculator with different fields in sight, of the first side against the other."""
    known = set()
    own, opposing = (loaded.setup.deployed(loaded.state, side) for side in (0, 1))
    assert own is not None
    assert opposing is not None
    for group, unit in own.force.units():
        for other_group, other in opposing.force.units():
            sides = Side(own.force, group, unit, own), Side(opposing.force, other_group, other, opposing)
            for engagement in loaded.setup.play.engagements(*sides):
                kind = engagement.calculator, engagement.fields
                if kind not in known:
                    known.add(kind)
                    yield *sides, engagement


def asked(client: Client, address: str, query: Sequence[tuple[str, str]]) -> tuple[html.FormElement, Any, Any]:
    """The form that the panel shows, its question and its answer as plain data; ``None`` for a mistaken question."""
    response = client.get(f"{address}?{urlencode(query)}")
    assert response.status_code == 200
    engaged = response.context["engaged"]
    assert (engaged.answer is None) == bool(engaged.mistakes)
    form = html.fromstring(response.content.decode()).get_element_by_id("engage-form")
    return form, engaged.form.plain, plain_answer(engaged.answer) if engaged.answer else None


def offered(form: html.FormElement) -> dict[str, Any]:
    """What the panel says against the engagement, and its results; those to tap at once are under no fold."""
    barred = form.find_class("engage-barred")
    results = [
        {
            "label": button.text_content(),
            "tone": next(each.removeprefix("tone-") for each in button.classes if each.startswith("tone-")),
            "throw": button.get("data-throw", ""),
            "part": button.get("data-part", ""),
            "event": {name: value for name, value in loads(button.get("data-event")).items() if name != "acting"},
        }
        for button in form.xpath(".//button[@data-event]")
    ]
    assert len(form.xpath(".//details[contains(@class, 'engage-anyway')]//button[@data-event]")) == (
        len(results) if barred else 0
    )
    return {"barred": barred[0].text_content() if barred else "", "results": results}


def without_odds(results: dict[str, Any]) -> dict[str, Any]:
    """What is offered, in any order, without the odds, which the site works out when a result comes in."""
    for each in results["results"]:
        each.pop("chance", None)
        each["event"].pop("odds", None)
    return {**results, "results": sorted(results["results"], key=dumps)}


@pytest.mark.parametrize("game", TICKED)
def test_each_control_changes_the_question_that_is_answered(game: str) -> None:
    door, ruleset, client = rulesets.get(game), get_ruleset(game), browser_of(ALICE)
    tried, engaged = set[tuple[str, str]](), set[str]()
    army = door.example()
    for ticked in TICKED[game]:
        start = MatchState(sides=(PlayState(ticked), PlayState(ticked)))
        match = begin_example(game, start=start)
        record, address = {"armies": [army, army], "start": start.write()}, f"{match.get_absolute_url()}/engage"
        for own, opposing, engagement in kinds(load_match(match)):
            slug, units = engagement.calculator, (own.unit.id, opposing.unit.id)
            engaged.add(slug)
            query = [("own", units[0]), ("opposing", units[1]), ("side", "0"), ("calculator", slug)]
            form, _, answer = asked(client, address, query)
            filled = door.fill_in(record, slug, *units)
            assert answer == door.ask(slug, filled)
            assert slug in [each["calculator"] for each in door.engagements(record, *units)]
            assert without_odds(offered(form)) == without_odds(door.results(record, slug, *units))
            names = names_of(form, PREFIX)
            assert len(names) == len(set(names))
            in_sight = {form_name(path, PREFIX) for path in engagement.fields} & set(names)
            assert set(names_of(form.find_class("engage-fields")[0], PREFIX)) == in_sight
            for changed in changes(form, PREFIX, ruleset.calculator(slug).question, filled, ruleset.catalogue):
                # Those not in sight are the calculator's page again, where each has been changed for each calculator.
                shown = changed.name in in_sight
                control = slug if shown else "", sub(r"-\d+-", "-", changed.name)
                if control not in tried:
                    tried.add(control)
                    _, *now = asked(client, address, changed.sent)
                    assert now == [changed.question, answer_to(door, slug, changed)], (slug, control)
    assert engaged == ENGAGEMENTS[game]
