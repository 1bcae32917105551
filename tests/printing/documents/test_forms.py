"""Forms to write on: orders with room for a pencil."""

from dataclasses import replace
from itertools import pairwise

from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.documents.forms import is_form
from armybuilder.printing.options import PrintOptions, Turned
from armybuilder.printing.paper import Paper
from rulesets.core.tables import table
from rulesets.registry import get_ruleset
from tests.printing.pdf_reading import read
from tests.printing.samples import PRINTER, demo

ALONE = PrintOptions(roster=False, cards=False)


def test_a_form_has_nothing_but_names_and_headings() -> None:
    assert is_form(table("Orders", "Squad | Moves to", [("Alpha", ""), ("Bravo", "")]))
    assert not is_form(table("Orders", "Squad | Moves to", [("Alpha", ""), ("Bravo", "E7")]))
    assert not is_form(table("Squads", "Squad", [("Alpha",)]))
    assert not is_form(table("Orders", "Squad | Moves to", []))


def test_orders_have_a_sheet_with_rows_and_columns_to_write_in() -> None:
    document = document_of(demo(get_ruleset("forum-combat")), ALONE, PRINTER)
    assert [part.title for part in document.parts] == ["Quick reference", "Orders"]
    *reference, orders = read(print_pdf(document, PRINTER))
    assert all("Shoots or fights" not in page.text for page in reference)
    lefts = {x for x, _, text in orders.texts if text in ("Shoots or fights", "With", "Moves to")}
    rows = sorted(y for _, y, text in orders.texts if text in ("Alpha", "Bravo", "Charlie"))
    assert len(rows) == 15
    assert min(right - left for left, right in pairwise(sorted(lefts))) >= 25
    assert min(lower - upper for upper, lower in pairwise(rows)) >= 8.9


def test_a_form_is_on_one_page_of_each_paper_and_not_in_a_booklet() -> None:
    army = demo(get_ruleset("forum-combat"))
    for options in (replace(ALONE, paper=Paper.A5), replace(ALONE, turned=Turned.ACROSS)):
        document = document_of(army, options, PRINTER)
        assert document.parts[-1].page_count(PRINTER) == 1
    folded = document_of(army, replace(ALONE, turned=Turned.BOOKLET), PRINTER)
    assert [part.title for part in folded.parts] == ["Quick reference"]
