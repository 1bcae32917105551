"""Strips hold their words."""

import re
from dataclasses import replace
from typing import Any

import pytest

from armybuilder.printing.colours import Ink
from armybuilder.printing.documents import pieces
from armybuilder.printing.documents import strips as module
from armybuilder.printing.documents.context import PrintContext
from armybuilder.printing.paper import Size
from armybuilder.printing.rendering.printer import Printer
from rulesets.core.cards import Label
from tests.printing.documents.making import ALONE, Making
from tests.printing.samples import MEASURING
from tests.printing.test_fonts import MIXED, NAMES

STRIPS = replace(ALONE, strips=True)


@pytest.fixture
def maker(pebbles: Any, printer: Printer) -> Making:
    return Making(pieces.pieces_parts, pebbles, printer)


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
    monkeypatch.setattr(PrintContext, "labels", labels)
    maker = replace(maker, printer=MEASURING)
    monkeypatch.setattr(module, "SIZE", size)
    part = maker.part(replace(STRIPS, ink=ink))
    assert [page.overflowing for page in maker.laid_out(part)] == [()] * len(part.batches)
    assert (part.notes == ()) is (size != Size(15, 3))


def test_a_strip_without_room_for_where_it_belongs_names_its_stand(
    maker: Making, monkeypatch: pytest.MonkeyPatch
) -> None:
    label = Label("1", "Challenger 2", corner="Second platoon of the third battle group")
    monkeypatch.setattr(PrintContext, "labels", (label,))
    monkeypatch.setattr(module, "SIZE", Size(15, 3))
    content = maker.part(STRIPS).batches[0].content
    assert re.search(r"Challenger 2\s*<", content)
    assert "platoon" not in content


def test_a_fake_has_no_strip(maker: Making, monkeypatch: pytest.MonkeyPatch) -> None:
    """A strip is read without lifting the base, and would give it away."""
    labels = (Label("1", "Challenger 2"), Label("2", "FAKE", fake=True))
    monkeypatch.setattr(PrintContext, "labels", labels)
    (drawn,) = maker.drawn(maker.part(STRIPS))
    assert ("Challenger 2" in drawn.text, "FAKE" in drawn.text) == (True, False)
