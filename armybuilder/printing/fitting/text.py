"""How high paragraphs and tables are, by the fonts' widths and the lengths of a style sheet; an estimate."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from armybuilder.drawing.lettering import POINT, Cut, lines, longest_word, width
from armybuilder.printing.fitting.lengths import lengths
from rulesets.core.reference import Line, Table


def paragraph_height(text: str, cut: Cut, size: float, room: float, leading: float) -> float:
    """The height of a paragraph in letters ``size`` millimetres large."""
    return lines(text, cut, size / POINT, room) * size * leading


@lru_cache(maxsize=4096)
def line_height(line: Line, points: float, across: float, style: str) -> float:
    """The height of a term and what it means, in millimetres."""
    words = f"{line.term} {line.text}".strip()
    # The term is in a wider cut; what it takes more is small beside the room of a line.
    more = width(line.term, Cut.NARROW_STRONG, points) - width(line.term, Cut.NARROW, points)
    return lines(words, Cut.NARROW, points, across, max(0.0, more)) * points * POINT * lengths(style)["leading"]


@lru_cache(maxsize=4096)
def table_height(table: Table, points: float, across: float, style: str, *, stackable: bool = False) -> float:
    """The height of a table in which columns share the width by the length of their texts."""
    css = lengths(style)
    line = points * POINT * css["leading"]
    pad = css["cell-pad"]
    stacked = stackable and is_stacked(table, points, across, style)
    least, most = zip(*(_column(table, place, points, style) for place in range(len(table.columns))), strict=True)
    widths = _widths(least, most, across - pad * 2 * len(least))
    height = 0.0
    for row in table.rows:
        if stacked:
            height += 2 * (line + css["row-pad"])
            continue
        tall = max(
            lines(cell.text, Cut.NARROW if place else Cut.NARROW_STRONG, points, max(widths[place], 2.0))
            for place, cell in enumerate(row)
        )
        height += tall * line + css["row-pad"]
    if any(column.heading for column in table.columns):
        height += css["heading"] * css["leading"] + css["row-pad"]
    if stacked:
        height += line
    if table.note:
        height += paragraph_height(table.note, Cut.NARROW, points * POINT, across, lengths(style)["leading"])
    return height


def _column(table: Table, place: int, points: float, style: str) -> tuple[float, float]:
    """The widths of a column's longest word and of its longest text."""
    cut = Cut.NARROW if place else Cut.NARROW_STRONG
    heading = lengths(style)["heading"] / POINT
    texts = [row[place].text for row in table.rows]
    head = table.columns[place].heading
    least = max((longest_word(text, cut, points) for text in texts), default=0.0)
    most = max((width(text, cut, points) for text in texts), default=0.0)
    return (
        max(least, longest_word(head.upper(), Cut.NARROW_STRONG, heading) * lengths(style)["capitals"]),
        max(most, width(head.upper(), Cut.NARROW_STRONG, heading) * lengths(style)["capitals"]),
    )


def _widths(least: Sequence[float], most: Sequence[float], room: float) -> tuple[float, ...]:
    """Widths between those of the longest words and those of the whole texts, which fill the room."""
    if sum(most) <= room:
        return tuple(whole + (room - sum(most)) / len(most) for whole in most)
    if sum(least) >= room:
        return tuple(each * room / sum(least) for each in least)
    spare = (room - sum(least)) / (sum(most) - sum(least))
    return tuple(word + (whole - word) * spare for word, whole in zip(least, most, strict=True))


BROKEN_NAME = 3
"""Lines of a row's name that are too many beside numbers."""


@lru_cache(maxsize=4096)
def is_stacked(table: Table, points: float, across: float, style: str) -> bool:
    """Whether each row's name stands above its numbers: words are wider than columns, or names take many lines."""
    pad = lengths(style)["cell-pad"]
    least, most = zip(*(_column(table, place, points, style) for place in range(len(table.columns))), strict=True)
    room = across - pad * 2 * len(least)
    if sum(least) > room:
        return True
    wide = _widths(least, most, room)[0]
    return any(lines(row[0].text, Cut.NARROW_STRONG, points, max(wide, 2.0)) >= BROKEN_NAME for row in table.rows)
