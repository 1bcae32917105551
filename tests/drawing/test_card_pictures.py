"""Cards as pictures."""

from xml.etree import ElementTree

import pytest

from armybuilder.drawing.card_pictures import card_picture
from armybuilder.drawing.painting import AVAILABLE_WIDTH, EDGE
from armybuilder.drawing.picture_files import png_of, size_of
from rulesets.core.cards import Card
from rulesets.core.reference import Line
from tests.rulesets.described.games import games_with


@pytest.mark.parametrize("ruleset", games_with(), ids=lambda ruleset: ruleset.slug)
def test_a_card_says_what_the_card_on_paper_says(ruleset):
    force = ruleset.demo()
    group, unit = next(force.units())
    card = ruleset.card(unit, group, ruleset.context(force))
    svg = card_picture(card, ruleset.accent.value)
    told = [each.text or "" for each in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
    assert {each.value for each in card.stats} <= set(told)
    everything = " ".join(told)
    for line in card.lines:
        assert line.secret or line.text.split()[0] in everything
    assert png_of(svg)[:8] == b"\x89PNG\r\n\x1a\n"


def test_secret_lines_are_left_out_and_long_texts_take_lines():
    card = Card("A title " * 20, lines=(Line("Plan", "ambush", secret=True), Line("Open", "long " * 100)))
    svg = card_picture(card, "olive")
    assert ("ambush" in svg, "Open" in svg) == (False, True)
    assert size_of(svg)[0] == AVAILABLE_WIDTH + 2 * EDGE
    assert size_of(svg)[1] > 300


def test_a_card_ends_before_the_first_part_that_is_too_low():
    card = Card("Tank", lines=(Line("First", "short"), Line("Second", "long " * 100), Line("Third", "short")))
    whole, cut = card_picture(card, "olive"), card_picture(card, "olive", 200)
    assert [word in whole for word in ("First", "Second", "Third")] == [True] * 3
    assert [word in cut for word in ("First", "Second", "Third")] == [True, False, False]
    assert size_of(cut)[1] <= 200


def test_marks_of_texts_are_left_out():
    texts = ("**Run**\nor *hide*", "Run or hide")
    marked, unmarked = (card_picture(Card("A", lines=(Line("Orders", text),)), "olive") for text in texts)
    assert marked == unmarked
