"""Pages of the quick reference, and sheets of pieces with crop marks and a foot."""

import re
from dataclasses import replace

import pytest

from armybuilder.drawing.lettering import FontCut, width
from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.fitting.lengths import lengths
from armybuilder.printing.options import PrintOptions, Turning
from armybuilder.printing.paper import INCH, CardSize, Paper
from armybuilder.printing.rendering.printer import Printer
from rulesets.registry import get_ruleset
from tests.printing.pdf_reading import read
from tests.printing.pixels import DOTS, picture
from tests.printing.reading import outside
from tests.printing.samples import demo

ALONE_OF = PrintOptions(roster=False, cards=False, qrs=False)


@pytest.mark.parametrize(
    "choices",
    [
        replace(ALONE_OF, cards=True, paper=Paper.LETTER),
        replace(ALONE_OF, cards=True, card_size=CardSize.A7),
        replace(ALONE_OF, labels=True, turning=Turning.LONG),
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
        picture(print_pdf(replace(document, parts=(replace(part, batches=(each,)),)), printer))
        for each in (batch, bare)
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
    choices = PrintOptions(roster=False, cards=False, paper=Paper.A5)
    document = document_of(demo(get_ruleset("mbt2020")), choices, printer)
    pages = read(print_pdf(document, printer))
    assert outside(print_pdf(document, printer), 11) == []
    for number, page in enumerate(pages, 1):
        foot = [(x, y, text) for x, y, text in page.texts if y > page.height - 13]
        ((beside, _, _),) = [each for each in foot if f"page {number} of {len(pages)}" in each[2]]
        credit = [(x, y, text) for x, y, text in foot if x < beside]
        assert len(credit) == 2
        assert all(x + width(text, FontCut.NARROW, 7) < beside for x, _, text in credit)
        assert all(y < page.height - 2 for _, y, _ in foot)


def test_a_long_credit_takes_a_second_line_and_stays_legible(printer: Printer) -> None:
    """On A5 the credit of icons is longer than a line of 6 points; pieces stay above it, and all of it on the page."""
    choices = replace(ALONE_OF, labels=True, paper=Paper.A5)
    document = document_of(demo(get_ruleset("forum-combat")), choices, printer)
    batch, page = document.batches[0], read(print_pdf(document, printer))[0]
    ((bottom, size),) = re.findall(r"\.sheet-foot\{margin-bottom:([\d.]+)mm;font-size:([\d.]+)pt", batch.geometry)
    assert float(size) >= 6
    foot = sorted({round(y, 1) for _, y, text in page.texts if y > page.height - 13 and text.strip()})
    assert len(foot) == 2
    assert foot[-1] < page.height - float(bottom)
    assert all(x + width(text, FontCut.NARROW, 6) <= page.width for x, y, text in page.texts if y > page.height - 13)
