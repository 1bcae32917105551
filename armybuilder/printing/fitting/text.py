"""Estimated heights of paragraphs and tables, from the fonts' widths and the lengths of a style sheet."""

import enum
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from armybuilder.drawing.lettering import POINT, FontCut, lines, longest_word, width
from armybuilder.printing.fitting.lengths import lengths
from rulesets.core.reference import Line
from rulesets.core.tables import Align, Cell, Table

KEPT = re.compile(r"(?<=[·×]) | (?=[(×%])")
"""Spaces that must not break: after ``·`` and ``×``, before ``(``, ``×`` and ``%``."""
JOINED = re.compile(r"(?<!\S)(\S{1,14}) ·\u00a0(\S{1,14})(?!\S)")
"""Two short words joined by a dot, which stay on one line."""
BROKEN = re.compile(r"(?<!\S)[^\s-]*-\S+$")
"""A word at the end that may be broken at its hyphen."""
LAST = 9
"""Longest word that should not be alone on a line, in characters."""


@lru_cache(maxsize=8192)
def typeset(text: str) -> str:
    """The text with spaces that do not break where no line should end: after ``·`` and ``×``, before ``(``, and before
    the last word where that is short, so that it does not stand alone.
    """
    words = JOINED.sub("\\1\u00a0·\u00a0\\2", KEPT.sub("\u00a0", text))
    head, _, last = words.rpartition(" ")
    lonely = head.count(" ") + head.count("\u00a0") > 1 and len(last) <= LAST and not BROKEN.search(head)
    return f"{head}\u00a0{last}" if lonely else words


def paragraph_height(text: str, cut: FontCut, size: float, available_width: float, leading: float) -> float:
    """The height of a paragraph in letters ``size`` millimetres large."""
    return lines(typeset(text), cut, size / POINT, available_width) * size * leading


@lru_cache(maxsize=4096)
def line_height(line: Line, points: float, available_width: float, style: str) -> float:
    """The height of a term and what it means, in millimetres."""
    first, *others = f"{typeset(line.term)} {typeset(line.text)}".strip().split("\n")
    # The term is in a wider cut, but the difference is small compared with a line.
    more = width(line.term, FontCut.NARROW_STRONG, points) - width(line.term, FontCut.NARROW, points)
    count = lines(first, FontCut.NARROW, points, available_width, max(0.0, more))
    count += sum(lines(words, FontCut.NARROW, points, available_width) for words in others)
    return count * points * POINT * lengths(style)["leading"]


def with_rows(table: Table, start: int, end: int) -> Table:
    """Some of a table's rows; the note stands below the last one."""
    return replace(table, rows=table.rows[start:end], note=table.note if end >= len(table.rows) else "")


# --- tables ------------------------------------------------------------------------------------------

SHORT = 6
"""Most characters of a text in a column of numbers."""
BROKEN_NAME = 3
"""Fewest lines of a row's name that are too many beside numbers."""


class Form(enum.Enum):
    """The form of a table: in columns, with each row's name above its numbers, or as lines of text."""

    COLUMNS = enum.auto()
    STACKED = enum.auto()
    LINES = enum.auto()


def same_words(one: str, other: str) -> bool:
    """Whether two headings are the same, in singular or plural."""
    return one.strip().casefold().rstrip("s") == other.strip().casefold().rstrip("s")


def titled_once(table: Table) -> Table:
    """The table without a title that repeats its first heading; a longer title replaces the heading."""
    first, *others = table.columns
    if not table.title or same_words(table.title, first.heading):
        return replace(table, title="")
    if not any(column.heading for column in table.columns):
        return table
    heading = f"{table.title} · {first.heading}" if first.heading else table.title
    return replace(table, title="", columns=(replace(first, heading=heading), *others))


def number_columns(table: Table) -> tuple[int, ...]:
    """The places of columns of numbers and short texts, the names of rows excepted."""
    return tuple(place for place in range(1, len(table.columns)) if _is_number_column(table, place))


def _is_number_column(table: Table, place: int) -> bool:
    texts = [row[place].text for row in table.rows]
    return any(texts) and (all(len(text) <= SHORT for text in texts) or table.columns[place].align is not Align.LEFT)


def beside_name(table: Table, row: Sequence[Cell]) -> str:
    """The parts of a row that are not numbers, with their headings: in a stacked table it follows the name."""
    return " · ".join(_headed(table, row, set(range(1, len(row))).difference(number_columns(table))))


def _headed(table: Table, row: Sequence[Cell], places: Iterable[int]) -> Iterator[str]:
    """The cells of a row at these places that say something, each after the heading of its column."""
    for place in sorted(places):
        if text := row[place].text:
            yield f"{table.columns[place].heading}\u00a0{text}".strip()


def caption_of(table: Table, *, stacked: bool) -> str:
    """What stands above a table: in columns no title that repeats the first heading."""
    heading = table.columns[0].heading
    return (table.title or heading) if stacked else "" if same_words(table.title, heading) else table.title


def spell_out(table: Table) -> Iterator[Line]:
    """The table in lines of text."""
    title = table.title or table.columns[0].heading
    if title:
        yield Line(title, "")
    for row in table.rows:
        yield Line(row[0].text, "; ".join(_headed(table, row, range(1, len(row)))))
    if table.note:
        yield Line("", table.note)


@lru_cache(maxsize=4096)
def form_of(table: Table, points: float, available_width: float, style: str) -> Form:
    """The form in which a table fits the width without overflowing words or crumbled row names."""
    minimum, maximum = _columns(table, range(len(table.columns)), points, style)
    cells_width = _cells_width(len(minimum), available_width, style)
    fits = sum(minimum) <= cells_width
    if fits and not any(
        lines(typeset(row[0].text), FontCut.NARROW_STRONG, points, _widths(minimum, maximum, cells_width)[0])
        >= BROKEN_NAME
        for row in table.rows
    ):
        return Form.COLUMNS
    numbers = number_columns(table)
    if numbers and sum(_columns(table, numbers, points, style)[0]) <= _cells_width(
        len(numbers), available_width, style
    ):
        return Form.STACKED
    return Form.COLUMNS if fits else Form.LINES


@lru_cache(maxsize=4096)
def table_height(table: Table, points: float, available_width: float, style: str) -> float:
    """The height of a table in the form that fits, whose columns share the width by the length of their texts."""
    form = form_of(table, points, available_width, style)
    if form is Form.LINES:
        return sum(line_height(each, points, available_width, style) for each in spell_out(table))
    css, stacked = lengths(style), form is Form.STACKED
    line, gap = points * POINT * css["leading"], css["row-pad"] + css["row-line"]
    places = number_columns(table) if stacked else range(len(table.columns))
    widths = _widths(*_columns(table, places, points, style), _cells_width(len(places), available_width, style))
    headings = [table.columns[place].heading.upper() for place in places]
    caption = caption_of(table, stacked=stacked)
    height = lines(typeset(caption), FontCut.NARROW_STRONG, points, available_width) * line if caption else 0.0
    for row in table.rows:
        if stacked:
            name = Line(row[0].text, beside_name(table, row))
            height += line_height(name, points, _cells_width(1, available_width, style), style) + line + 1.5 * gap
        else:
            cuts = (FontCut.NARROW if place else FontCut.NARROW_STRONG for place in places)
            cells = zip(row, cuts, widths, strict=True)
            height += max(lines(typeset(cell.text), cut, points, wide) for cell, cut, wide in cells) * line + gap
    if any(headings):
        size, pairs = css["heading"] / POINT * css["capitals"], zip(headings, widths, strict=True)
        tall = max(lines(heading, FontCut.NARROW_STRONG, size, wide) for heading, wide in pairs)
        height += tall * css["heading"] * css["leading"] + gap
    if table.note:
        height += lines(typeset(table.note), FontCut.NARROW, points, available_width) * line + css["line-gap"]
    return height


def _cells_width(columns: int, available_width: float, style: str) -> float:
    """The width left by the padding of so many columns."""
    return available_width - 2 * columns * lengths(style)["cell-pad"]


def _columns(
    table: Table, places: Sequence[int], points: float, style: str
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The widths of the columns' longest words and of their longest texts."""
    columns = [_column(table, place, points, style) for place in places]
    return tuple(minimum for minimum, _ in columns), tuple(maximum for _, maximum in columns)


def _column(table: Table, place: int, points: float, style: str) -> tuple[float, float]:
    cut = FontCut.NARROW if place else FontCut.NARROW_STRONG
    heading = lengths(style)["heading"] / POINT * lengths(style)["capitals"]
    texts = [typeset(row[place].text) for row in table.rows]
    head = typeset(table.columns[place].heading).upper()
    minimum = max((longest_word(text, cut, points) for text in texts), default=0.0)
    maximum = max((width(text, cut, points) for text in texts), default=0.0)
    return (
        max(minimum, longest_word(head, FontCut.NARROW_STRONG, heading)),
        max(maximum, width(head, FontCut.NARROW_STRONG, heading)),
    )


def _widths(minimum: Sequence[float], maximum: Sequence[float], cells_width: float) -> tuple[float, ...]:
    """Widths between those of the longest words and those of the whole texts, which fill the room."""
    if sum(maximum) <= cells_width:
        return tuple(whole + (cells_width - sum(maximum)) / len(maximum) for whole in maximum)
    if sum(minimum) >= cells_width:
        return tuple(max(2.0, each * cells_width / sum(minimum)) for each in minimum)
    spare = (cells_width - sum(minimum)) / (sum(maximum) - sum(minimum))
    return tuple(word + (whole - word) * spare for word, whole in zip(minimum, maximum, strict=True))
