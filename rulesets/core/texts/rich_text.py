"""Bold, italic, headings, lists and line breaks in longer texts: the few marks of Markdown that chats know.

``**bold**``, ``*italic*``, a line for each line, ``##`` before a heading, which is a bold line, and ``-`` before each
item of a list. Other marks stand as they are.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

ITEM: Final = "• "
_MARKED: Final = re.compile(r"\*\*(?=\S)([^*\n]+)(?<=\S)\*\*|(?<![\w*])\*(?=\S)([^*\n]+)(?<=\S)\*(?![\w*])")
_ITEM: Final = re.compile(r"^[-*•] +", re.MULTILINE)
_HEADING: Final = re.compile(r"^#{2,6} +(.*[^\s#*].*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of a text that looks the same throughout; ``text`` is as the player typed it, marks left out."""

    text: str
    bold: bool = False
    italic: bool = False


def tidy(text: str) -> str:
    """A text as it is kept: its lines without blank ones and needless spaces, headings bold, each item after a dot."""
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return _HEADING.sub(_bold, _ITEM.sub(ITEM, "\n".join(line for line in lines if line)))


def _bold(heading: re.Match[str]) -> str:
    return f"**{heading[1].replace('*', '').strip(' #')}**"


def runs(text: str) -> Iterator[Run]:
    """The pieces of a text, in order; line breaks stay in them."""
    end = 0
    for found in _MARKED.finditer(text):
        if found.start() > end:
            yield Run(text[end : found.start()])
        bold, italic = found.groups()
        yield Run(bold or italic, bold=bool(bold), italic=bool(italic))
        end = found.end()
    if end < len(text):
        yield Run(text[end:])


def part(text: str, start: int, end: int) -> str:
    """The letters of a text from ``start`` to before ``end``; marks that a cut leaves open are closed and opened again.

    Of "Fire **once or twice**", the letters from 0 to 11 are "Fire **once**", and those from 12 to 22 "**or twice**".
    """
    cut, after = [], 0
    for found in _MARKED.finditer(text):
        cut.append(text[max(start, after) : min(end, found.start())])
        group = found.lastindex or 0
        mark = text[found.start() : found.start(group)]
        words = text[max(start, found.start(group)) : min(end, found.end(group))]
        if inside := words.strip():
            before, _, behind = words.partition(inside)
            words = f"{before}{mark}{inside}{mark}{behind}"
        cut.append(words)
        after = found.end()
    return "".join((*cut, text[max(start, after) : end]))


def plain(text: str) -> str:
    """The text on one line without its marks, for what can show none."""
    return " ".join("".join(run.text for run in runs(text)).split())
