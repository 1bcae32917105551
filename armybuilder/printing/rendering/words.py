"""Write the spaces at the ends of lines and inline blocks, which WeasyPrint leaves out, so that readers of tags keep
words apart.

Layout removes these spaces, as CSS says, and WeasyPrint writes nothing in their place: what is drawn is all that a PDF
has of a text.
"""

import html
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pydyf import Dictionary

BLOCK_TAG = re.compile(r"<(?!/?(?:a|b|i|span)\b)[^<>]*>")
INLINE_TAG = re.compile(r"<[^<>]*>")
TEXT_PLACE = re.compile(rb"(?<!\S)(\S+) Tm")
FONT = re.compile(rb"/([^\s/]+) ([^\s/]+) Tf")
ISOLATES = re.compile("[\u2066-\u2069]")
"""Characters that set words apart and are not drawn."""
GLYPHS = re.compile(rb"<([0-9a-f]+)>")


@dataclass(frozen=True, slots=True)
class _Run:
    """Letters drawn on one line: the place of their end in the content, baseline, text, and the last font and size."""

    end: int
    baseline: bytes
    text: str
    font: str
    size: bytes


class WordSpaces:
    """Knows the words of a batch and the letters of its fonts."""

    def __init__(self, content: str, fonts: Iterable[Any]) -> None:
        """``content`` is the HTML, ``fonts`` are WeasyPrint's."""
        content = ISOLATES.sub("", content)
        self._text = _folded(html.unescape(INLINE_TAG.sub("", BLOCK_TAG.sub(" ", content))))
        self._letters: dict[str, dict[int, str]] = {}
        for font in fonts:
            self._letters.setdefault(font.hash, {}).update(font.to_unicode)
        self._spaces = {
            name: glyph for name, letters in self._letters.items() for glyph, text in letters.items() if text == " "
        }

    def separate(self, content: list[Any], elements: Iterable[list[int]]) -> None:
        """Write the spaces into a page's content; ``elements`` are the numbers of the marked contents of each."""
        starts = {
            each["MCID"]: place for place, each in enumerate(content) if isinstance(each, Dictionary) and "MCID" in each
        }
        runs: Mapping[int, _Run | None] = {number: self._run(content, start) for number, start in starts.items()}
        ends = []
        for numbers in elements:
            drawn = [run for number in numbers if (run := runs.get(number)) is not None]
            ends += [run for run, following in pairwise(drawn) if self._are_apart(run, following)]
        for run in sorted(ends, key=lambda run: run.end, reverse=True):
            content[run.end : run.end] = self._space(run)

    def _run(self, content: list[Any], start: int) -> _Run | None:
        baseline, text, font, size = b"", "", "", b""
        for place in range(start, len(content)):
            each = content[place]
            if each == b"EMC":
                return None
            if each == b"ET" and content[place + 1] == b"EMC":
                return _Run(place, baseline, text, font, size) if text else None
            if not isinstance(each, bytes):
                continue
            if found := TEXT_PLACE.search(each):
                baseline = found[1]
            elif found := FONT.match(each):
                font, size = found[1].decode(), found[2]
            elif each.endswith((b"TJ", b"Tj")):
                letters = self._letters.get(font, {})
                for digits in GLYPHS.findall(each):
                    text += "".join(letters.get(int(digits[i : i + 4], 16), "") for i in range(0, len(digits), 4))
        return None

    def _are_apart(self, run: _Run, following: _Run) -> bool:
        """Whether they are two words. A word that is too long for a line goes on in the next, as the HTML says."""
        if run.text[-1:].isspace() or following.text[:1].isspace():
            return False
        last, first = _folded(run.text).split(" ")[-1], _folded(following.text).split(" ")[0]
        if last + first not in self._text:
            return True
        return run.baseline != following.baseline and f"{last} {first}" in self._text

    def _space(self, run: _Run) -> list[bytes]:
        """What draws a space: in the run's font, or in another one, if the batch has none in that."""
        if not self._spaces:
            return []
        font = run.font if run.font in self._spaces else next(iter(self._spaces))
        return [b"/%s %s Tf" % (font.encode(), run.size), b"[<%04x>] TJ" % self._spaces[font]]


def _folded(text: str) -> str:
    """In one case, with single plain spaces."""
    return " ".join(text.casefold().split())
