"""Pages of the quick reference, and sheets of pieces with crop marks and a foot."""

import re
from dataclasses import replace
from typing import Any

import pytest

from armybuilder.drawing.lettering import FontCut, width
from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.documents.reference_pieces import Frame
from armybuilder.printing.fitting.lengths import lengths
from armybuilder.printing.options import PrintOptions, Turned, TypeSize
from armybuilder.printing.paper import INCH, CardSize, Paper
from armybuilder.printing.rendering.printer import Printer
from rulesets.core.reference import Section
from rulesets.core.tables import table
from rulesets.registry import get_ruleset
from tests.printing.documents.test_quick_reference import ALONE, Sheets, sheets
from tests.printing.pdf_reading import read
from tests.printing.pixels import DOTS, picture
from tests.printing.samples import demo, every_game, fresh_printer

__all__ = ["sheets"]


def test_columns_of_the_last_page_end_at_about_one_height(sheets: Sheets) -> None:
    rows = tuple(
        Section(f"s{n}", f"S{n}", (table("T", "A | B", [(f"row {i}", "x") for i in range(4)]),)) for n in range(12)
    )
    (layout,) = sheets.pages(rows)
    ends: dict[float, float] = {}
    for name, box in layout.measured.items():
        if name.startswith("head"):
            ends[box.x] = max(ends.get(box.x, 0.0), box.bottom)
    assert len(ends) == 2
    assert max(ends.values()) - min(ends.values()) < 40


@pytest.mark.parametrize(("paper", "turned", "size", "count"), [
    (Paper.A4, Turned.UPRIGHT, TypeSize.TEN, 2),
    (Paper.A4, Turned.ACROSS, TypeSize.TEN, 3),
    (Paper.A3, Turned.ACROSS, TypeSize.TEN, 4),
    (Paper.A5, Turned.UPRIGHT, TypeSize.TEN, 1),
    (Paper.A4, Turned.UPRIGHT, TypeSize.SIXTEEN, 1),
])  # fmt: skip
def test_columns_by_paper_and_type(paper: Paper, turned: Turned, size: TypeSize, count: int) -> None:
    frame = Frame.of(paper.turned(landscape=turned is Turned.ACROSS), size.points)
    assert frame.columns == count


@every_game
def test_few_layouts_are_needed(ruleset: Any) -> None:
    printer = fresh_printer()
    document_of(demo(ruleset), ALONE, printer)
    assert len(printer._results) <= 2 * ruleset.sheet_pages


ALONE_OF = PrintOptions(roster=False, cards=False, qrs=False)


@pytest.mark.parametrize(
    "choices",
    [
        replace(ALONE_OF, cards=True, paper=Paper.LETTER),
        replace(ALONE_OF, cards=True, card_size=CardSize.A7),
        replace(ALONE_OF, labels=True),
    ],
    ids=["poker cards on Letter", "A7 cards", "labels of an inch"],
)
def test_crop_marks_do_not_run_through_the_credit_and_the_title(choices: PrintOptions, printer: Printer) -> None:
    """The words at the foot look the same with crop marks and without."""
    document = document_of(demo(get_ruleset("mbt2020")), choices, printer)
    (part, *_), batch = document.parts, document.batches[0]
    bare = replace(batch, content=re.sub(r'<svg class="marks".*?</svg>', "", batch.content, flags=re.DOTALL))
    assert bare != batch
    marked, unmarked = (
        picture(print_pdf(document.with_parts(replace(part, batches=(each,))), printer)) for each in (batch, bare)
    )
    (credit,) = re.findall(r'<p class="credit">(.*?)</p>', batch.content)
    ((bottom, size),) = re.findall(r"\.sheet-foot\{margin-bottom:([\d.]+)mm;font-size:([\d.]+)pt", batch.geometry)
    css, high = lengths("sheet"), choices.sheet.height
    top = high - float(bottom) - css["foot-line"]
    words = width(credit, FontCut.NARROW, float(size))
    left, dots = css["foot-side"], DOTS / INCH
    right, end = left + words, top + css["foot-line"]
    band = (round(left * dots), round((top + 0.3) * dots), round(right * dots), round(end * dots))
    one, other = marked.crop(band), unmarked.crop(band)
    assert one.getbbox()
    assert one.tobytes() == other.tobytes()


def test_the_number_of_a_small_page_stands_beside_the_credit(printer: Printer) -> None:
    """On A5 the credit is longer than its line; it goes on in the next one, below the columns and off the number."""
    choices = replace(ALONE, paper=Paper.A5)
    document = document_of(demo(get_ruleset("mbt2020")), choices, printer)
    pages = read(print_pdf(document, printer))
    frames = [each.measured[f"page-{n}"] for n, each in enumerate(printer.rendered(document.batches), 1)]
    for number, (page, frame) in enumerate(zip(pages, frames, strict=True), 1):
        foot = [(x, y, text) for x, y, text in page.texts if y > frame.bottom]
        ((beside, _, _),) = [each for each in foot if f"page {number} of {len(pages)}" in each[2]]
        credit = [(x, y, text) for x, y, text in foot if x < beside]
        assert len(credit) == 2
        assert all(x + width(text, FontCut.NARROW, 7) < beside for x, _, text in credit)
        assert all(y < page.height - 2 for _, y, _ in foot)
