"""Every field of every calculator's page, in every game: the answer is that of the same question at the front door."""

from collections.abc import Mapping
from re import sub
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from lxml import html

import rulesets
from armybuilder.calculators.questions import PREFIX
from rulesets.core.plain import plain_answer
from rulesets.registry import get_ruleset
from tests.changed_fields import answer_to, changes, names_of

pytestmark = pytest.mark.django_db
CALCULATORS = [(game.slug, each["calculator"]) for game in rulesets.games() for each in game.calculators()]


AS_TYPED = {"HX-Request": "true", "HX-Request-Type": "partial"}
"""Asks for the answer alone, as a page does after each change of its form."""


def asked(client: Client, address: str, headers: Mapping[str, str] | None = None) -> tuple[str, Any, Any]:
    """What is sent, the question and its answer as plain data; ``None`` for a mistaken question."""
    response = client.get(address, headers=headers)
    assert response.status_code == 200
    question = response.context["question"]
    assert (question.answer is None) == bool(question.mistakes)
    return response.content.decode(), question.form.plain, plain_answer(question.answer) if question.answer else None


@pytest.mark.parametrize(("game", "slug"), CALCULATORS)
def test_each_field_changes_the_question_that_is_answered(game: str, slug: str, client: Client) -> None:
    door, ruleset, address = rulesets.get(game), get_ruleset(game), f"/{game}/calculators/{slug}/"
    calculator, tried = ruleset.calculator(slug), set()
    page, question, answer = asked(client, address)
    assert answer == door.ask(slug)
    form: html.FormElement = html.fromstring(page).get_element_by_id("question")
    names = names_of(form, PREFIX)
    assert names
    assert len(names) == len(set(names))
    for changed in changes(form, PREFIX, calculator.question, question, ruleset.catalogue):
        name = sub(r"-\d+-", "-", changed.name)
        if name in tried:
            continue
        tried.add(name)
        _, now, answer = asked(client, f"{address}?{urlencode(changed.sent)}", AS_TYPED)
        if calculator.choices is None:
            assert now == changed.question, changed.name
        assert answer == answer_to(door, slug, changed.asking(now)), changed.name
