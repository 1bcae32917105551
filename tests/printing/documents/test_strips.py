"""Strips lie where they are cut, and hold their words."""

from dataclasses import replace
from typing import Any

import pytest

from armybuilder.printing.colours import Ink
from armybuilder.printing.documents import strips as module
from armybuilder.printing.documents.strips import strips_parts
from armybuilder.printing.options import Turned
from armybuilder.printing.paper import Paper, Size, centred_grid
from armybuilder.printing.rendering.printer import Printer
from rulesets.core.cards import Label
from tests.printing.documents.making import ALONE, SHEETS, Making, has_line, is_at
from tests.printing.samples import MEASURING
from tests.printing.test_fonts import MIXED, NAMES

STRIP = Label("1", "Challenger 2", corner="1·3", star=True, tint="rust")


@pytest.fixture
def maker(pebbles: Any, printer: Printer) -> Making:
    return Making(strips_parts, pebbles, printer)


@pytest.mark.parametrize(("paper", "across"), SHEETS)
@pytest.mark.parametrize("size", [Size(25, 5), Size(60, 3), Size(15, 20)], ids=str)
def test_strips_lie_where_they_are_cut(
    maker: Making, monkeypatch: pytest.MonkeyPatch, paper: Paper, across: bool, size: Size
) -> None:
    choices = replace(ALONE, paper=paper, turned=Turned.ACROSS if across else Turned.UPRIGHT)
    choices = replace(choices, nudge_right=15, nudge_down=-7)
    monkeypatch.setattr(module, "SIZE", size)
    grid = centred_grid(choices.sheet, size)
    count = grid.columns + 1
    monkeypatch.setattr(module, "labels_of", lambda army: (STRIP,) * count)
    part = maker.part(choices)
    (page,) = maker.laid_out(part)
    for place in range(count):
        assert is_at(page.measured[f"strip-{place}"], grid.slot(place).moved(1.5, -0.7))
    (drawn,) = maker.drawn(part)
    for mark in (*grid.holding(count).ticks(), *grid.holding(count).crosses()):
        assert has_line(drawn, mark.moved(1.5, -0.7))
    assert drawn.text.count("1·3") == count


@pytest.mark.parametrize(
    ("size", "ink"),
    [
        (Size(25, 5), Ink.COLOUR),
        (Size(25, 5), Ink.SAVER),
        (Size(15, 3), Ink.SAVER),
        (Size(150, 20), Ink.SAVER),
    ],
    ids=str,
)
def test_words_of_every_script_and_length_stay_on_their_strips(
    maker: Making, monkeypatch: pytest.MonkeyPatch, size: Size, ink: Ink
) -> None:
    """With little ink a strip's mark has a border, which takes room."""
    words = [*NAMES.values(), MIXED, "x" * 80, "word " * 15]
    labels = [Label(word[:12], word, corner="12·12", star=True, tint="rust") for word in words]
    monkeypatch.setattr(module, "labels_of", lambda army: labels)
    maker = replace(maker, printer=MEASURING)
    monkeypatch.setattr(module, "SIZE", size)
    part = maker.part(replace(ALONE, ink=ink))
    assert [page.overflowing for page in maker.laid_out(part)] == [()] * len(part.batches)
    assert (part.notes == ()) is (size != Size(15, 3))


def test_a_strip_without_room_for_where_it_belongs_names_its_stand(
    maker: Making, monkeypatch: pytest.MonkeyPatch
) -> None:
    label = Label("1", "Challenger 2", corner="Second platoon of the third battle group")
    monkeypatch.setattr(module, "labels_of", lambda army: (label,))
    monkeypatch.setattr(module, "SIZE", Size(15, 3))
    content = maker.part(ALONE).batches[0].content
    assert "Challenger 2<" in content
    assert "platoon" not in content
