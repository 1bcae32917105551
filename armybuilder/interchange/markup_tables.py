"""Tables of wikis and web pages inside a text, as lines with tabs between their cells."""

import html
import re
from collections.abc import Iterable, Iterator
from typing import Final

MAX_SPAN: Final = 200
"""Rows for which a cell may stand."""
_WIKI = re.compile(r"(?ms)^\{\|.*?^\|\}[ \t]*$")
_TABLE = re.compile(r"<table\b[^<>]{0,2000}>(.*?)</table\s{0,9}>", re.IGNORECASE | re.DOTALL)
_ALIGNED = re.compile(
    r"(?m)^(?P<heads>[^\n]{1,400})\n(?P<rule>-{3,80}(?: {2,9}-{3,80}){1,20}) *$(?P<rows>(?:\n[^\n]+)+)"
)
"""Rows in columns of a fixed width, whose headings have dashes below them."""
_ROW = re.compile(r"<tr\b", re.IGNORECASE)
_HTML_CELL = re.compile(r"<(?:td|th)\b([^<>]{0,2000})>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][^<>]{0,2000}>", re.IGNORECASE)
_SPAN = re.compile(r"rowspan\s?=\s?[\"']?([0-9]{1,4})", re.IGNORECASE)
_MARKS = re.compile(r"'{2,5}")
"""What makes words of a wiki bold or italic."""

Cells = list[tuple[str, int]]
"""The cells of a row, each with the number of rows for which it stands."""


def has_tables(content: bytes) -> bool:
    """Whether a text may have tables of a wiki or of a web page inside, or one in columns below dashes."""
    return b"{|" in content or b"<table" in content[:100_000].lower() or b"---  " in content


def plain_tables(text: str) -> str:
    """The text with its tables as lines; what stands around them stays."""
    text = _WIKI.sub(lambda table: _lines(_wiki_rows(table[0])), text)
    text = _TABLE.sub(lambda table: _lines(_html_rows(table[1])), text)
    return _ALIGNED.sub(lambda table: _lines(_aligned_rows(table)), text)


def _lines(rows: Iterable[Cells]) -> str:
    """The rows as lines, with the cells that stand for several in each of these."""
    lines: list[str] = []
    kept: dict[int, tuple[str, int]] = {}
    for row in rows:
        cells: list[str] = []
        waiting = iter(row)
        while (at := len(cells)) in kept or (cell := next(waiting, None)) is not None:
            text, span = kept.pop(at) if at in kept else cell or ("", 1)
            cells.append(text)
            if span > 1:
                kept[at] = (text, min(span, MAX_SPAN) - 1)
        lines += ["\t".join(cells)] if any(cells) else []
    return "\n".join(("", *lines, ""))


def _html_rows(table: str) -> Iterator[Cells]:
    for row in _ROW.split(table)[1:]:
        parts = _HTML_CELL.split(row)[1:]
        yield [(_plain(text), _span(attributes)) for attributes, text in zip(parts[::2], parts[1::2], strict=True)]


def _wiki_rows(table: str) -> Iterator[Cells]:
    row: Cells = []
    for line in map(str.strip, table.split("\n")[1:-1]):
        if line.startswith("|-"):
            yield row
            row = []
        elif line.startswith("|+"):
            yield [(_plain(line[2:]), 1)]
        elif line[:1] in ("|", "!"):
            for cell in re.split(r"\|\||!!", line[1:]):
                attributes, bar, text = cell.partition("|")
                is_attribute = bar and "=" in attributes
                row.append((_plain(text if is_attribute else cell), _span(attributes) if is_attribute else 1))
        elif row and line:
            row[-1] = (f"{row[-1][0]} {_plain(line)}", row[-1][1])
    yield row


def _aligned_rows(table: re.Match[str]) -> Iterator[Cells]:
    """The cells of rows that begin and end below and above dashes; the last goes on to the end."""
    starts = [match.start() for match in re.finditer("-+", table["rule"])]
    ends: list[int | None] = [*starts[1:], None]
    for row in (table["heads"], *table["rows"].split("\n")):
        yield [(row[start:end].strip(), 1) for start, end in zip(starts, ends, strict=True)]


def _span(attributes: str) -> int:
    match = _SPAN.search(attributes)
    return int(match[1]) if match else 1


def _plain(text: str) -> str:
    """The text of a cell in one line."""
    return " ".join(html.unescape(_MARKS.sub("", _TAG.sub(" ", text))).replace("[[", "").replace("]]", "").split())
