"""Links from texts that cite a rule to the rule."""

import re

import pytest

from armybuilder.site.rule_places import citations, with_links
from tests.calculators.test_working import answers
from tests.rulesets.described.games import games_with

CITED = re.compile(r"§\d+|\b[A-Z]{2,3}-[A-Z]?\d+\b")

each_game = pytest.mark.parametrize("game", games_with(), ids=lambda game: game.slug)


def test_rules_and_rulings_that_a_text_cites_are_links(pebbles):
    rule, ruling = pebbles.all_rules[0].id, pebbles.rulings[0].id
    assert " ".join(with_links(f"<b> ({rule}), {ruling}0", pebbles).split()) == (
        f'&lt;b&gt; (<a href="/pebbles/rules/#{rule}">{rule}</a>), {ruling}0'
    )


@each_game
def test_every_rule_that_an_answer_cites_in_words_has_a_text(game):
    words = [
        words
        for _, answer in answers(game)
        for words in (
            *answer.notes,
            *(cell.text for table in answer.tables for row in table.rows for cell in row),
            *(table.note for table in answer.tables),
        )
    ]
    assert {cited for each in words for cited in CITED.findall(each)} <= set(citations(game))
