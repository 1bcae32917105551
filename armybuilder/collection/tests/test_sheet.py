"""What armies lack, on paper."""

from armybuilder.collection.lacking import NEED_HEADINGS
from armybuilder.collection.sheet import MAX_ROWS, Table, make_sheet
from armybuilder.printing.documents import print_pdf
from tests.printing.pdf_reading import read


def table(title: str, count: int) -> Table:
    """A table of so many units."""
    return title, [(f"Rifleman {number}", (8, 5, 1, 3, 4)) for number in range(count)]


def test_every_need_is_on_paper_under_its_army(printer):
    document = make_sheet(printer, "What is missing", "olive", "A game.", [table("Shore", 2), table("Cove", 1)])
    (page,) = read(print_pdf(document, printer))
    words = " ".join(text for *_, text in page.texts)
    for text in ("What is missing", "Shore", "Cove", *NEED_HEADINGS, "Rifleman 0", "Rifleman 1"):
        assert text in words
    assert words.count("Rifleman") == 3


def test_long_tables_are_laid_out_in_several_batches(printer):
    tables = [table(f"Army {number}", MAX_ROWS // 2 + 1) for number in range(3)]
    (part,) = make_sheet(printer, "What is missing", "olive", "A game.", tables).parts
    assert len(part.batches) == 3
