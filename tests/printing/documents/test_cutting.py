"""The cutting guide says what to do with what was chosen."""

import re
from dataclasses import replace
from typing import Any

import pytest

from armybuilder.printing.documents import cutting, document_of
from armybuilder.printing.documents.context import NothingToPrint
from armybuilder.printing.options import LabelTops, PrintOptions, Stock, Turning
from armybuilder.printing.rendering.printer import Printer
from tests.printing.documents.making import ALONE, TRUE, Making
from tests.printing.samples import demo

GUIDE = replace(ALONE, cutting=True)


@pytest.fixture
def maker(pebbles: Any, printer: Printer) -> Making:
    return Making(cutting.cutting_parts, pebbles, printer)


def said(maker: Making, choices: PrintOptions) -> str:
    """The words of the guide."""
    (batch,) = maker.part(choices).batches
    return " ".join(re.sub("<[^>]+>", " ", batch.content).split())


@pytest.mark.parametrize(
    ("choices", "steps"),
    [
        (replace(GUIDE, cards=True), ["sleeves of this size: Poker, 63.5 × 88.9 mm."]),
        (replace(GUIDE, labels=True), ["Fold the row along the dashed line"]),
        (replace(GUIDE, labels=True, base=25), ["along both dashed lines", "the edge of a base of 2.5 mm."]),
        (replace(GUIDE, labels=True, tops=LabelTops.TENTS), ["Fold tents with the printed side in"]),
        (replace(GUIDE, labels=True, stock=Stock("l7160")), ["The labels are for Avery L7160: 63.5 × 38.1 mm"]),
        (
            replace(GUIDE, labels=True, turning=Turning.SHORT),
            ["short edge.", "Hold the sheet up to the light"],
        ),
        (replace(GUIDE, strips=True, tokens=True, templates=True), ["rear edge", "border.", "straight edges."]),
    ],
)
def test_the_steps_are_those_for_the_choices(maker: Making, choices: PrintOptions, steps: list[str]) -> None:
    words = said(maker, choices)
    assert [step for step in steps if step not in words] == []
    titles = ["Unit cards", "Labels for bases", "Base-edge strips", "Markers", "Templates"]
    chosen = [choices.cards, choices.labels, choices.strips, choices.tokens, choices.templates]
    assert [title in words for title in titles] == chosen


def test_the_line_to_measure_is_a_hundred_millimetres_long(maker: Making) -> None:
    (page,) = maker.drawn(maker.part(replace(GUIDE, labels=True)))
    assert any(abs(box.width - 100) <= TRUE for box in page.boxes)


def test_there_is_no_guide_without_anything_to_cut(pebbles: Any, printer: Printer) -> None:
    with pytest.raises(NothingToPrint, match="Choose one of these"):
        document_of(demo(pebbles), replace(GUIDE, roster=True), printer)
