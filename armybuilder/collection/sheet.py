"""What a visitor's armies lack, on paper."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from armybuilder.collection.lacking import NEED_HEADINGS, Need
from armybuilder.printing.colours import Ink
from armybuilder.printing.documents.context import PageFormat
from armybuilder.printing.documents.document import Document, DocumentPart
from armybuilder.printing.documents.geometry import page_css
from armybuilder.printing.paper import Paper
from armybuilder.printing.rendering.printer import Printer
from rulesets.core.ruleset import AnyRuleset

MAX_ROWS: Final = 300
"""Rows laid out at once."""

Table = tuple[str, list[tuple[str, Sequence[int]]]]
"""The title of a table, and its rows: a name and the numbers under ``NEED_HEADINGS``."""


def sheet_arguments(ruleset: AnyRuleset, tables: Iterable[tuple[str, Sequence[Need]]]) -> dict[str, Any]:
    """What ``make_sheet`` is given: plain data, so that it needs no army."""
    return {
        "title": f"What is missing for {ruleset.title}",
        "accent": ruleset.accent.value,
        "credit": ruleset.credit,
        "tables": [[title, [[need.name, need.numbers] for need in needs]] for title, needs in tables],
    }


def make_sheet(printer: Printer, title: str, accent: str, credit: str, tables: list[Table]) -> Document:
    """The tables one below the other, with a box to tick at each row."""
    page_format = PageFormat(Ink.COLOUR, accent, printer, Paper.A4.size)
    css = page_css("missing-models", Paper.A4.size, credit, title)
    batches = []
    for number, some in enumerate(_in_batches(tables)):
        values = {"title": title, "headings": NEED_HEADINGS, "tables": some, "first": number == 0}
        batches.append(page_format.batch("missing-models", values, css, pages=None))
    return Document(title, "What is missing", (DocumentPart("What is missing", tuple(batches)),))


def _in_batches(tables: list[Table]) -> Iterator[list[Table]]:
    """Whole tables, of about ``MAX_ROWS`` together."""
    some: list[Table] = []
    for table in tables:
        if some and sum(len(rows) for _, rows in (*some, table)) > MAX_ROWS:
            yield some
            some = []
        some.append(table)
    yield some
