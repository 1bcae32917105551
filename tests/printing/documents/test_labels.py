"""Labels lie where their stock has them, backs behind their fronts, and hold all of their words."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from armybuilder.printing.colours import Ink
from armybuilder.printing.documents import pieces
from armybuilder.printing.documents.context import PrintContext
from armybuilder.printing.documents.document import Document, DocumentPart
from armybuilder.printing.documents.labels import letters, with_marks
from armybuilder.printing.fitting.labels import Blank
from armybuilder.printing.options import LabelTops, PrintOptions, Stock, Turned, Turning
from armybuilder.printing.paper import Paper, Rectangle
from armybuilder.printing.rendering.printer import Printer
from armybuilder.printing.stocks import STOCKS
from rulesets.core.cards import Label
from tests.printing.documents.making import ALONE, SHEETS, TRUE, Making, has_line, is_at
from tests.printing.samples import LABELS, MEASURING, TANKS
from tests.printing.test_fonts import MIXED, NAMES

USUAL_STOCKS = ("l7160", "c2243", "5163", "5293")
"""Square and round ones of both papers; the others are for ``-m long``."""
DISC = Label("7", "FAKE", corner="1", fake=True, tint="olive")


class Maker(Making):
    """Makes labels of one's own."""

    def of(self, labels: Sequence[Label], choices: PrintOptions) -> DocumentPart:
        """Their part."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(PrintContext, "labels", tuple(labels))
            return self.part(replace(choices, labels=True))


@pytest.fixture
def maker(pebbles: Any, printer: Printer) -> Maker:
    """With the smallest of games."""
    return Maker(pieces.pieces_parts, pebbles, printer)


def ground_in(slot: Rectangle, blank: Blank) -> Rectangle:
    return Rectangle(slot.x + blank.ground.x, slot.y + blank.ground.y, blank.ground.width, blank.ground.height)


@pytest.mark.parametrize(
    "stock",
    [
        stock if stock.value in USUAL_STOCKS else pytest.param(stock, marks=pytest.mark.long)
        for stock in Stock
        if not stock.plain
    ],
    ids=str,
)
def test_labels_lie_on_every_stock(maker: Maker, stock: Stock) -> None:
    """As many tops as a sheet holds, from its third label on, then undersides; without marks or words beside them."""
    choices = replace(ALONE, stock=stock, start=3)
    grid = choices.label_grid
    kind = STOCKS.get(stock.value)
    blank = Blank(grid.piece, kind is not None and kind.round)
    part = maker.of([DISC] * grid.count, choices)
    pages = maker.laid_out(part)
    assert [len(page.measured) for page in pages] == [grid.count - 2, grid.count, 2]
    grounds = [ground_in(grid.slot(place), blank) for place in (*range(2, grid.count), 0, 1)]
    placed = [box for page in pages for name, box in page.measured.items() if name.startswith("top")]
    assert all(is_at(box, ground) for box, ground in zip(placed, grounds, strict=True))
    drawn, *_ = maker.drawn(part)
    assert (drawn.width, drawn.height) == pytest.approx((grid.sheet.width, grid.sheet.height), abs=TRUE)
    assert [text for _, _, text in drawn.texts] == ["Labels"] + ["7"] * (grid.count - 2)
    assert all(any(is_at(box, ground) for box in drawn.boxes) for ground in grounds[: grid.count - 2])
    assert not drawn.lines


@pytest.mark.parametrize(("paper", "across"), SHEETS)
@pytest.mark.parametrize("turning", [Turning.LONG, Turning.SHORT])
def test_backs_lie_behind_their_fronts_and_a_nudge_moves_everything(
    maker: Maker, paper: Paper, across: bool, turning: Turning
) -> None:
    choices = replace(
        ALONE,
        paper=paper,
        turned=Turned.ACROSS if across else Turned.UPRIGHT,
        turning=turning,
        start=2,
        nudge_right=15,
        nudge_down=-7,
        back_right=3,
        back_down=4,
    )
    part = maker.of([DISC] * 3, choices)
    assert part.duplex
    front, back = maker.laid_out(part)
    sheet, grid = choices.sheet, choices.label_grid
    upright = (turning is Turning.LONG) == (sheet.height > sheet.width)
    for number in range(3):
        slot = grid.slot(number + 1)
        moved = replace(slot, x=slot.x + 1.5, y=slot.y - 0.7)
        assert is_at(front.measured[f"top-{number}"], ground_in(moved, Blank(grid.piece)))
        x = sheet.width - slot.right if upright else slot.x
        y = slot.y if upright else sheet.height - slot.bottom
        assert is_at(back.measured[f"under-{number}"], Rectangle(x + 1.8, y - 0.3, slot.width, slot.height))
    shown = grid.holding(1 + 3 + 3)
    ahead, behind = maker.drawn(part)
    for mark in (*shown.ticks(), *shown.crosses()):
        x1, y1, x2, y2 = mark
        assert has_line(ahead, (x1 + 1.5, y1 - 0.7, x2 + 1.5, y2 - 0.7)), mark
        x1, x2 = (sheet.width - x for x in (x1, x2)) if upright else (x1, x2)
        y1, y2 = (y1, y2) if upright else (sheet.height - y for y in (y1, y2))
        assert has_line(behind, (x1 + 1.8, y1 - 0.3, x2 + 1.8, y2 - 0.3)), mark


def test_what_is_left_of_a_sheet_has_a_second_of_each_fake(maker: Maker) -> None:
    """On both sides, and without a second sheet; a stand, which the opponent would miss, has none."""
    choices = replace(ALONE, turning=Turning.LONG)
    count = choices.label_grid.count
    stand = replace(DISC, fake=False)
    for labels, fakes, sheets in (
        (3, 0, [3]),
        (1, 2, [5]),
        (count - 5, 3, [count]),
        (count - 3, 3, [count]),
        (count + 1, 0, [count, 1]),
        (count - 2, 3, [count, 4]),
    ):
        pages = maker.drawn(maker.of([stand] * labels + [DISC] * fakes, choices))
        tops = [sum(text == "7" for _, _, text in page.texts) for page in pages[::2]]
        assert tops == sheets
        assert len(pages) == 2 * len(sheets)


def test_sides_come_as_they_are_chosen(maker: Maker) -> None:
    def sides(**choices: Any) -> list[list[str]]:
        pages = maker.laid_out(maker.of(LABELS, replace(ALONE, **choices)))
        return [[name.rpartition("-")[0] for name in page.measured] for page in pages]

    tops, undersides = ["top", "top"], ["under"] * 3
    assert sides(turning=Turning.LONG) == [tops, undersides]
    assert sides(stock=Stock("l7160")) == [[*tops, *undersides]]


def test_a_blank_top_takes_no_label_and_no_sheet(maker: Maker) -> None:
    """Neither on a stock, nor on paper that is printed on both sides, where all tops are blank."""
    seen, hidden = DISC, replace(DISC, hidden=True)
    stock, paper = replace(ALONE, stock=Stock("l7160")), replace(ALONE, turning=Turning.LONG)
    for choices, tops, labels, sheets in (
        (stock, LabelTops.BLANK, [seen] * 3, [["under"] * 3]),
        (stock, LabelTops.CODES, [seen, hidden, seen], [["top"] * 2 + ["under"] * 3]),
        (paper, LabelTops.BLANK, [seen] * 3, [["under"] * 3]),
    ):
        part = maker.of(labels, replace(choices, tops=tops))
        pages = maker.laid_out(part)
        assert [[name.rpartition("-")[0] for name in page.measured] for page in pages] == sheets
        assert all(box.width for page in pages for box in page.measured.values())
        assert part.duplex is False


@pytest.mark.parametrize(
    ("stock", "ink"),
    [(Stock.PLAIN, Ink.COLOUR), (Stock("l7160"), Ink.MONO), (Stock("l7651"), Ink.SAVER)],
    ids=str,
)
def test_words_of_every_script_and_length_stay_on_their_labels(maker: Maker, stock: Stock, ink: Ink) -> None:
    words = [
        *NAMES.values(),
        MIXED,
        "x" * 80,
        "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk",
        "word " * 15,
        "gypsum quay jogging",
    ]
    labels = [
        Label(word[:40], word, (word, "8× Assault Rifle, 1× LSW"), "12·12", TANKS, star=True, tint="rust")
        for word in words
    ]
    maker = replace(maker, printer=MEASURING)
    part = maker.of(labels, replace(ALONE, stock=stock, ink=ink))
    assert part.notes == ()
    rendered = maker.laid_out(part)
    assert [page.overflowing for page in rendered] == [()] * len(rendered)
    content = re.sub("[\u2068\u2069]", "", " ".join(batch.content for batch in part.batches))
    told = re.sub(r"[\s\u00a0]+", " ", content)
    assert all(told.count(f">{word.strip()}<") in (3, 6) or len(word) > 40 for word in words)


def test_letters_hide_the_stands_and_their_owner_reads_them_below() -> None:
    found = letters()
    first = [next(found) for _ in range(26)]
    assert (first[0], first[24], first[25]) == ("A", "AA", "AB")
    assert not {"I", "O"} & set("".join(first))
    labels = [replace(DISC, title=f"Stand {number}") for number in range(30)]
    shown = with_marks(labels, LabelTops.LETTERS)
    assert len({label.top for label in shown}) == 30
    assert [label.top for label in shown] != sorted(label.top for label in shown)
    assert all((label.corner, label.tint) == (f"{label.top} · 1", "") for label in shown)
    assert with_marks(labels, LabelTops.LETTERS) == shown
    assert {label.top for label in with_marks(labels, LabelTops.NUMBERS)} == {str(number) for number in range(1, 31)}
    assert {(label.top, label.tint) for label in with_marks(labels, LabelTops.BLANK)} == {("", "")}
    hidden = replace(DISC, hidden=True)
    assert with_marks([DISC, hidden], LabelTops.TENTS) == (DISC, replace(hidden, top="", tint=""))


def test_the_same_labels_give_the_same_file(maker: Maker) -> None:
    one, other = (maker.of(LABELS, ALONE).batches for _ in range(2))
    assert one == other
    assert Document("T", "S", (maker.of(LABELS, ALONE),)).batches == one
