"""Words on labels."""

import re
from dataclasses import replace

import pytest

from armybuilder.drawing.lettering import FontCut, width
from armybuilder.printing.fitting.labels import Blank, undersides
from armybuilder.printing.fitting.lengths import lengths, steps
from armybuilder.printing.fitting.words import MORE
from armybuilder.printing.options import PLAIN_SIZES, Stock
from armybuilder.printing.paper import INCH, Rectangle, Size
from rulesets.core.cards import Label
from tests.printing.documents.making import ALONE
from tests.printing.documents.test_labels import DISC, Maker, maker
from tests.printing.samples import TANKS

__all__ = ["maker"]


def test_what_has_no_room_is_told(maker: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    long = Label("a long name " * 6, "a long title " * 6, ("many words " * 9,), "1", TANKS, tint="rust")
    monkeypatch.setitem(PLAIN_SIZES, Stock.PLAIN, Size(10, 8))
    part = maker.of([long, DISC], ALONE)
    assert part.notes == (
        "1 label is too small to hold everything on the underside. Names take priority.",
        "1 top is cut short: the words do not fit.",
    )
    assert [page.overflowing for page in maker.laid_out(part)] == [()]


def test_numbers_of_one_length_are_equally_large(maker: Maker) -> None:
    labels = [Label(text, "Title", tint="rust") for text in ("1c", "1d", "1g", "7", "Headquarters")]
    content = maker.of(labels, ALONE).batches[0].content
    sizes = [int(size) for size in re.findall(r"fit-(\d+)-", content)]
    assert sizes[0] == sizes[1] == sizes[2] < sizes[3]
    assert sizes[4] < sizes[0]


def test_a_disc_keeps_its_contents_from_its_edge() -> None:
    square, disc = Blank(Size(30, 20)), Blank(Size(20, 20), round=True)
    assert square.inner == Rectangle(0, 0, 30, 20)
    inset = lengths("labels")["disc-inset"] * 20
    assert disc.inner == Rectangle(inset, inset, 20 - 2 * inset, 20 - 2 * inset)
    assert (square.wide, disc.wide) == (lengths("labels")["wide"] * 20 < 30, False)
    assert square.scale == 20 / INCH


def test_large_print_leaves_out_lines_rather_than_have_small_letters() -> None:
    label = Label("", "Headquarters", ("CV7-SV7-FV6-AV1-W1", "3 D", "4× Assault Rifle, 1× Auto Pistol"), "1·1")
    two, one = (Blank(Size(side * INCH, side * INCH), smallest=16) for side in (2, 1))
    assert (two.large, one.large) == (True, False)
    fit = next(undersides(label, two))
    sizes = [steps("labels", f"{name}-sizes")[fit.step] for name in ("title", "text")]
    assert min(*sizes, steps("labels", "corner-sizes")[fit.corner_step]) * two.scale >= 16
    assert fit.title == "Headquarters"
    assert next(undersides(label, one)) == next(undersides(label, replace(one, smallest=0)))


def test_a_corner_too_long_for_its_line_is_shortened() -> None:
    label = Label("", "Rifles", ("INFANTRY",), "W" * 80)
    blank = Blank(Size(INCH, INCH))
    fit = next(undersides(label, blank))
    assert fit.shortened
    assert fit.corner.endswith(MORE)
    size = steps("labels", "corner-sizes")[fit.corner_step]
    assert width(fit.corner, FontCut.NARROW_STRONG, size) <= blank.inner.width
    whole = next(undersides(replace(label, corner="Alpha"), blank))
    assert (whole.corner, whole.shortened) == ("Alpha", False)
