"""Where the words of a PDF stand, as poppler finds them."""

import re
import subprocess
import unicodedata
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pypdfium2

UNSEEN = 1.0
"""Points of headings that only screen readers find."""
NEAR = 0.4
"""Of a word's height: with their middles nearer than this, words lie over one another. Lines of some scripts are taken
to be far higher than their letters."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word on a page, its box in points."""

    page: int
    text: str
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Read:
    """A PDF as poppler reads it: the pages' sizes in points, their words, and their text folded as a search does."""

    pages: tuple[tuple[float, float], ...]
    words: tuple[Word, ...]
    text: str = ""


def letters(pdf: bytes) -> list[tuple[float, str]]:
    """Every letter that can be seen, with its height in points."""
    found = []
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            text, matrix = page.get_textpage(), pypdfium2.raw.FS_MATRIX()
            for place in range(text.count_chars()):
                pypdfium2.raw.FPDFText_GetMatrix(text.raw, place, matrix)
                size = pypdfium2.raw.FPDFText_GetFontSize(text.raw, place) * max(abs(matrix.b), abs(matrix.d))
                letter = chr(pypdfium2.raw.FPDFText_GetUnicode(text.raw, place))
                if letter > " " and size > UNSEEN:
                    found.append((round(size, 2), letter))
    return found


def folded(text: str) -> str:
    """Text without what only steers direction and look, and without spaces."""
    return re.sub(r"[\s\u200e\u200f\u202a-\u202e\u2066-\u2069\ufe0f]+", "", unicodedata.normalize("NFKC", text))


def read(pdf: bytes, folder: Path) -> Read:
    """The words of a PDF with their places."""
    file = folder / "printed.pdf"
    file.write_bytes(pdf)
    told = subprocess.run(["pdftotext", "-bbox", str(file), "-"], check=True, capture_output=True).stdout
    pages: list[tuple[float, float]] = []
    words: list[Word] = []
    # Of an emoji in the document's title it writes the halves of UTF-16, which are no text; words come whole.
    for line in told.decode(errors="replace").splitlines():
        numbers = [float(number) for number in re.findall(r'"(-?[\d.]+)"', line)]
        if "<page " in line:
            pages.append((numbers[0], numbers[1]))
        elif "<word " in line:
            text = re.sub(r"<[^>]+>", "", line).strip()
            words.append(Word(len(pages) - 1, text, *numbers[:4]))
    text = subprocess.run(["pdftotext", "-raw", str(file), "-"], check=True, capture_output=True).stdout.decode()
    return Read(tuple(pages), tuple(words), folded(text))


def faults(found: Read) -> list[str]:
    """Words that leave the paper, or lie over one another."""
    told = []
    for page, (width, height) in enumerate(found.pages):
        words = [word for word in found.words if word.page == page]
        for word in words:
            if word.left < -1 or word.top < -1 or word.right > width + 1 or word.bottom > height + 1:
                told.append(f"page {page + 1}: {word.text!r} leaves the paper")
        for one, other in combinations(sorted(words, key=lambda word: word.top), 2):
            across = min(one.right, other.right) - max(one.left, other.left)
            apart = abs(one.top + one.bottom - other.top - other.bottom) / 2
            minimum = min(one.bottom - one.top, other.bottom - other.top)
            if across > 1 and apart < NEAR * minimum:
                told.append(f"page {page + 1}: {one.text!r} lies over {other.text!r}")
    return told
