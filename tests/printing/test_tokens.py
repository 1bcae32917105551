"""Markers laid out on their sheets."""

import math
from dataclasses import replace

from armybuilder.drawing.lettering import Cut, width
from armybuilder.printing.document import Page
from armybuilder.printing.paper import Paper
from armybuilder.printing.templates import template_pages
from armybuilder.printing.tokens import BORDER, NAME_HEIGHT, NAME_POINTS, markers, token_pages
from rulesets.core.cards import Shape, Token
from rulesets.systems.forge_of_war import RULESET as FORGE_OF_WAR
from rulesets.systems.forge_of_war.catalogue import review_of


def test_a_name_under_a_round_marker_s_word_stands_within_its_border():
    (marker,) = markers([Token("done", "Attempted", Shape.ROUND, 71, 1, "done")])
    assert marker.name == "Attempted"
    half = marker.side / 2
    foot = marker.name_top + NAME_HEIGHT - half
    assert foot**2 + (width(marker.name, Cut.NARROW, NAME_POINTS) / 2) ** 2 < (half - BORDER) ** 2
    assert math.isclose(marker.text_top + marker.text_height / 2, half)


def test_the_word_gives_way_to_the_name_and_the_name_to_the_edge():
    names = ("", "Disorganised", "Out of ammunition and out of luck")
    made = [next(markers([Token("x", name or "x", Shape.ROUND, 71, 1, "x")])) for name in names]
    assert [marker.name for marker in made] == ["", "Disorganised", ""]
    assert made[0].points == made[2].points > made[1].points


def test_every_marker_of_a_game_with_all_optional_rules_has_its_name_or_says_it():
    force = FORGE_OF_WAR.demo()
    rules = {"covering_fire": True, "stances": True, "reaction_tests": True}
    review = review_of(replace(force, spec=replace(force.spec, **rules)))
    made = list(markers([token for token in FORGE_OF_WAR.tokens(review) if not token.slug.startswith("template")]))
    assert {marker.text for marker in made if not marker.name} == {"fled", "hiding"}


def sheets(count: int) -> list[Page]:
    return list(token_pages([Token("pinned", "Pinned", Shape.SQUARE, 100, count)], Paper.LETTER.size, "credit"))


def test_markers_stand_closer_where_that_saves_a_sheet():
    for count, distances in ((63, [2.0]), (70, [0.5]), (72, [2.0, 2.0])):
        found = sheets(count)
        assert [round(page.placed[1].box.x - page.placed[0].box.right, 2) for page in found] == distances
        assert sum(len(page.placed) for page in found) == count


def test_templates_stand_closer_where_that_saves_a_sheet():
    for count, distances in ((12, [3.0]), (15, [0.0]), (16, [3.0, 3.0])):
        tokens = [Token("smoke", "Smoke", Shape.SQUARE, 200, count)]
        found = list(template_pages(tokens, Paper.LETTER.size, "credit"))
        assert [round(page.placed[1].box.x - page.placed[0].box.right, 2) for page in found] == distances
        assert sum(len(page.placed) for page in found) == count


def test_words_too_long_for_a_line_stand_on_several():
    for shape in (Shape.ROUND, Shape.SQUARE):
        (marker,) = markers([Token("long", "A title much longer than its disc", shape, 50, 1)])
        assert " ".join(marker.rows) == marker.text
        assert 2 <= len(marker.rows) <= 4
        assert marker.points >= 4
