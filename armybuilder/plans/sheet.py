"""The grid of two armies on one sheet of paper."""

from typing import Any, Final

from armybuilder.plans.grids import KEY, ShownGrid
from armybuilder.printing.colours import Ink
from armybuilder.printing.documents.context import PageFormat
from armybuilder.printing.documents.document import Document, DocumentPart
from armybuilder.printing.documents.geometry import page_css
from armybuilder.printing.paper import Paper
from armybuilder.printing.rendering.printer import Printer

WIDTH, HEIGHT = 269.0, 150.0
"""Millimetres of a landscape sheet for the table without its title and its heading's row."""
LETTERS: Final = 0.55
"""The width of a narrow letter, as a part of its height."""
POINT: Final = 25.4 / 72
MIN_TYPE, MAX_TYPE = 4.0, 9.0
"""Points of the smallest and the largest type."""
LINES: Final = 1.9
"""The height of a row, as a part of its type's."""
NAME: Final = 22
"""Letters of a name that fit a line."""
MAX_UPRIGHT: Final = 9
"""Columns whose headings are not turned."""
MAX_TURNED: Final = 30
"""Letters of a heading that is turned."""


def sheet_arguments(grid: ShownGrid, title: str) -> dict[str, Any]:
    """What ``make_sheet`` is given: plain data, so that it needs no army."""
    return {
        "title": title,
        "accent": grid.ruleset.accent.value,
        "credit": grid.ruleset.credit,
        "said": [text for text in (grid.where(), *_conditions(grid), grid.summary(), *grid.means()) if text],
        "headings": [each.name for each in grid.headings()],
        "rows": [[row.name, [[cell.text, cell.tone] for cell in row.cells]] for row in grid.rows()],
    }


def _conditions(grid: ShownGrid) -> list[str]:
    words = []
    for each in grid.conditions():
        words.append(f"{each.label}: {dict(each.options).get(each.value, each.value)}")
    return words


def make_sheet(
    printer: Printer,
    title: str,
    accent: str,
    credit: str,
    said: list[str],
    headings: list[str],
    rows: list[tuple[str, list[tuple[str, str]]]],
) -> Document:
    """The sheet, in the largest type in which the whole table fits on it."""
    sheet = Paper.A4.turned(landscape=True)
    size = type_size(headings, rows)
    is_upright = len(headings) <= MAX_UPRIGHT
    if not is_upright:
        headings = [text if len(text) <= MAX_TURNED else f"{text[: MAX_TURNED - 1].rstrip()}…" for text in headings]
    css = page_css("army-grid", sheet, credit, title) + f".army-grid table{{font-size:{size:.2f}pt}}"
    values = {"title": title, "said": said, "headings": headings, "upright": is_upright, "rows": rows, "key": KEY}
    batch = PageFormat(Ink.COLOUR, accent, printer, sheet).batch("army-grid", values, css)
    return Document(title, "Army against army", (DocumentPart("Grid", (batch,)),))


def type_size(headings: list[str], rows: list[tuple[str, list[tuple[str, str]]]]) -> float:
    """Points of the type in which so many columns and rows are on a sheet."""
    longest = max((len(text) for _, cells in rows for text, _ in cells), default=1)
    letters = NAME + len(headings) * (longest + 2)
    by_width = WIDTH / (letters * LETTERS * POINT)
    lines = len(rows) + 1 + NAME * LETTERS / LINES
    by_height = HEIGHT / (lines * LINES * POINT)
    return max(MIN_TYPE, min(MAX_TYPE, by_width, by_height))
