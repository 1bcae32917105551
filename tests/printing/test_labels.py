"""What stands on labels, and how large."""

from __future__ import annotations

import math

import pytest

from armybuilder.drawing.lettering import POINT, Cut, split_lines, width
from armybuilder.printing.labels import LEADING, label_top, label_tops, label_underside
from armybuilder.printing.paper import INCH, Size
from rulesets.core.cards import Label
from tests.printing.samples import TANKS

SQUARE = Size(INCH, INCH)


@pytest.mark.parametrize(
    "text", ["7", "Q", "1.12", "Headquarters", "Weapon team", "Heavy weapons squad", "gyp quay jog", "w" * 40]
)
def test_words_on_a_disc_stay_on_it(text: str) -> None:
    top = label_top(Label(text, "Title", tint="rust"), SQUARE)
    em = top.points * POINT
    shown = split_lines(text, Cut.NARROW_HEAVY, top.points, top.text_box.width)
    middle = (len(shown) - 1) / 2
    for number, line in enumerate(shown):
        feet = (number - middle) * em * LEADING + em * (0.6 if set(line) & set("gjpqyQ") else 0.4)
        head = (number - middle) * em * LEADING - em * 0.35
        farthest = max(abs(feet), abs(head))
        assert math.hypot(width(line, Cut.NARROW_HEAVY, top.points) / 2, farthest) <= top.disc.width / 2


def test_a_long_word_on_a_disc_can_be_read() -> None:
    assert label_top(Label("Headquarters", "HQ", tint="rust"), SQUARE).points >= 7


def test_numbers_of_one_length_are_equally_large() -> None:
    labels = [Label(text, "Title", tint="rust") for text in ("1c", "1d", "1g", "7", "Headquarters")]
    alone = [label_top(label, SQUARE) for label in labels]
    one, two, three, figure, word = label_tops(labels, SQUARE)
    assert alone[0].points > alone[2].points
    assert one.points == two.points == three.points == alone[2].points
    assert one.text_box.y == pytest.approx((SQUARE.height - one.text_box.height) / 2)
    assert [figure, word] == alone[3:]


def test_a_larger_label_holds_what_a_small_one_leaves_out() -> None:
    label = Label("1", "Second squad", ("CV7-SV7-FV6-AV1-W1", "3 D", "6× Assault Rifle, 1× LSW, 1× RPG"), "4", TANKS)
    small, large = label_underside(label, SQUARE), label_underside(label, Size(2 * INCH, 2 * INCH))
    assert (small.cut, large.cut) == (True, False)
    assert large.lines == label.lines
    assert large.points >= 7


def test_a_word_too_long_for_a_wide_label_is_broken_and_its_lines_stay() -> None:
    label = Label("1", "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk", ("INF+ MOBILE",), "4", TANKS)
    face = label_underside(label, Size(63.5, 38.1))
    assert face.lines == label.lines
    assert face.title_points > 8
    assert label_top(Label(label.title, label.title, tint="rust"), Size(63.5, 38.1)).points > 8
