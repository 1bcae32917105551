"""Lists beside each other in one text, each with its heading, as lists below each other."""

import re
from collections.abc import Sequence
from typing import Final

from armybuilder.interchange.text_counts import MAX_LINE, count_of_line

MAX_BESIDE: Final = 12
"""Lists beside each other."""
_CELL = re.compile(r"[^\s](?:[^\s]| (?=[^ \t]))*")
_RULE = re.compile(r"[-=_*~–—─━]+")


def without_columns(text: str) -> str:
    """The text with lists that stand beside each other below each other; tabs and several spaces part them."""
    lines = text.split("\n")
    done: list[str] = []
    place = 0
    while place < len(lines):
        columns, end = _columns_at(lines, place)
        if columns:
            done += ("", *(line for column in columns for line in (*column, "")))
            place = end
        else:
            done.append(lines[place])
            place += 1
    return "\n".join(done)


def _columns_at(lines: Sequence[str], place: int) -> tuple[list[list[str]], int]:
    """The columns that begin at a line, each with its heading, and the place behind them; none elsewhere."""
    heads = _cells(lines[place])
    if not 1 < len(heads) <= MAX_BESIDE or any(count_of_line(name)[0] is not None for _, name in heads):
        return [], place
    starts = [start for start, _ in heads]
    columns = [[name] for _, name in heads]
    end = place + 1
    while end < len(lines) and (cells := _below(lines[end], starts)):
        for column, cell in zip(columns, cells, strict=True):
            column += [cell] if cell else []
        end += 1
    counted = [len(column) > 1 and all(map(_has_count, column[1:])) for column in columns]
    return (columns, end) if all(counted) else ([], place)


def _has_count(cell: str) -> bool:
    count, name = count_of_line(cell)
    return count is not None and re.search(r"[^\W\d]", name) is not None


def _cells(line: str) -> list[tuple[int, str]]:
    """The cells of a line with the columns of the screen at which they begin."""
    if len(line) > MAX_LINE:
        return []
    has_tabs = "\t" in line.strip()
    if not has_tabs:
        return [(match.start(), match[0]) for match in _CELL.finditer(line)]
    return [(at, cell.strip()) for at, cell in enumerate(line.split("\t")) if cell.strip()]


def _below(line: str, starts: Sequence[int]) -> list[str]:
    """The text of a line below each heading; empty for a line with none, or with text between them."""
    found: dict[int, list[str]] = {}
    for start, cell in _cells(line):
        column = max((at for at, begin in enumerate(starts) if begin <= start), default=0)
        found.setdefault(column, []).append("" if _RULE.fullmatch(cell) else cell)
    return [" ".join(filter(None, found.get(column, ()))) for column in range(len(starts))] if found else []
