"""The places that the working of an answer leads to."""

from collections.abc import Iterator
from typing import Any

import pytest
from lxml import html

from armybuilder.calculators.working import working_of
from armybuilder.site.rule_places import rule_places
from rulesets.core.calculators import Answer, QuestionError
from rulesets.core.codes import codes_shown
from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.states import DeployedForce, Side
from rulesets.core.ruleset import AnyRuleset
from tests.calculators.test_views import FLOATING, page
from tests.rulesets.described.games import games_with

each_game = pytest.mark.parametrize("game", games_with("lanes", "starter"), ids=lambda game: game.slug)


def texts(client, address):
    """The ids of what stands on a page."""
    return html.fromstring(client.get(address).content.decode()).xpath("//main//@id")


def answers(game: AnyRuleset) -> Iterator[tuple[str, Answer]]:
    """First answers, and those about the example army: each unit alone and against some of its own."""
    force = game.demo()
    deployed = DeployedForce(force)
    sides = list({unit.spec: Side(force, group, unit) for group, unit in force.units()}.values())
    opposing = (None, *sides[:: max(1, len(sides) // 4)])
    for calculator in game.calculators:
        filled: list[dict[str, Any]] = [{}]
        if calculator.prefill is not None:
            filled += [calculator.prefill(own, other) for own in sides for other in opposing]
        if calculator.against_force is not None:
            filled += [calculator.against_force(own, deployed) for own in sides]
        if calculator.from_forces is not None:
            filled += [calculator.from_forces(deployed, other) for other in (None, deployed)]
        for plain in filled:
            try:
                question = decode(calculator.question, plain)
                yield calculator.slug, calculator.ask(question, game.catalogue, HouseRules(game.rulings))
            except QuestionError:
                continue


@each_game
@pytest.mark.django_db
def test_every_rule_and_ruling_has_one_text_at_its_place(client, game):
    pages = {place.partition("#")[0] for place in rule_places(game).values()}
    found = [f"{page}#{anchor}" for page in pages for anchor in texts(client, page)]
    assert {rule: found.count(place) for rule, place in rule_places(game).items()} == dict.fromkeys(
        rule_places(game), 1
    )


@pytest.mark.parametrize("game", games_with("lanes"), ids=lambda game: game.slug)
def test_every_rule_that_a_working_cites_leads_to_its_text(game):
    cited = set()
    for slug, answer in answers(game):
        working = working_of(game, answer)
        assert working is not None
        cited |= {(slug, step.rule, place) for step, place in working.steps if step.rule}
    assert cited
    assert {(slug, rule) for slug, rule, place in cited if not place} == set()


@each_game
def test_rules_of_play_are_sentences(game):
    assert [rule.id for rule in game.play_rules if not (rule.cite and rule.sentence.endswith("."))] == []


def test_the_working_is_folded_away_where_something_else_decides(client, ducks):
    (fold,) = page(client.get(FLOATING)).xpath("//details[ol[@class='steps']]")
    assert fold.xpath("summary/text()") == ["Working (4 steps)"]
    assert fold.get("open") is None
    assert len(fold.xpath("ol/li")) == 4


@each_game
@pytest.mark.django_db
def test_an_answer_explains_the_codes_that_it_shows(client, game):
    explained = 0
    for calculator in game.calculators:
        answer = calculator.ask(calculator.question(), game.catalogue, HouseRules(game.rulings))
        codes = [f"{code.term} {code.meaning}" for code in codes_shown(game.codes, answer.texts)]
        shown = page(client.get(f"/{game.slug}/calculators/{calculator.slug}/"))
        key = shown.xpath("//div[@class='answer-key']/dl/div")
        assert [" ".join(each.text_content().split()) for each in key] == codes
        explained += len(codes)
    assert explained
