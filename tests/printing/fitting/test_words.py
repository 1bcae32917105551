"""Words in the largest letters that fit a small room."""

import math

import pytest

from armybuilder.drawing.lettering import POINT, FontCut, lines, split_lines, width
from armybuilder.printing.fitting.labels import STYLE, Blank, undersides
from armybuilder.printing.fitting.lengths import lengths, steps
from armybuilder.printing.fitting.words import candidates, rectangle
from armybuilder.printing.paper import INCH, Size
from rulesets.core.cards import Label
from tests.printing.samples import TANKS

SQUARE = Blank(Size(INCH, INCH))
LEADING = lengths(STYLE)["leading"]


@pytest.mark.parametrize(
    "text", ["7", "Q", "1.12", "Headquarters", "Weapon team", "Heavy weapons squad", "gyp quay jog", "w" * 40]
)
def test_words_on_a_disc_stay_on_it(text: str) -> None:
    words = next(candidates(text, FontCut.NARROW_HEAVY, STYLE, SQUARE.available_width, whole=False))
    em = words.size * POINT
    shown = split_lines(text, FontCut.NARROW_HEAVY, words.size, words.width)
    middle = (len(shown) - 1) / 2
    for number, line in enumerate(shown):
        feet = (number - middle) * em * LEADING + em * (0.6 if set(line) & set("gjpqyQ") else 0.4)
        head = (number - middle) * em * LEADING - em * 0.35
        farthest = max(abs(feet), abs(head))
        assert math.hypot(width(line, FontCut.NARROW_HEAVY, words.size) / 2, farthest) <= SQUARE.ground.width / 2
    assert words.size >= 7 or len(text) == 40


def test_words_are_broken_and_left_out_only_where_nothing_else_helps() -> None:
    text = "Headquarters of all"
    ways = list(candidates(text, FontCut.NARROW_HEAVY, STYLE, rectangle(13, 6), whole=False))
    broken = [lines("Headquarters", FontCut.NARROW_HEAVY, way.size, way.width) > 1 for way in ways]
    first = broken.index(True)
    assert first > 0
    assert min(way.size for way in ways[:first]) >= lengths(STYLE)["legible"]
    assert [way.shortened for way in ways] == sorted(way.shortened for way in ways)
    assert {way.text for way in ways if not way.shortened} == {text}
    assert ways[-1].text == "…"


def test_a_larger_label_has_larger_letters_and_names_stay_longest() -> None:
    label = Label("1", "Second squad", ("CV7-SV7-FV6-AV1-W1", "3 D", "6× Assault Rifle, 1× LSW, 1× RPG"), "4", TANKS)
    wide = Blank(Size(2.5 * INCH, 1.5 * INCH))
    small, large = (next(undersides(label, blank)) for blank in (SQUARE, wide))
    assert large.step < small.step
    assert steps(STYLE, "text-sizes")[small.step] >= 6
    ways = list(undersides(label, SQUARE))
    assert [len(way.lines) for way in ways] == sorted((len(way.lines) for way in ways), reverse=True)
    assert ways[-1].title == " …"
