"""Long notes: shortened where they stand on the roster, and whole on pages of their own.

So a row's layout takes no longer than a row's should, whatever somebody has written there.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

MAX_LETTERS: Final = 600
"""Letters of a note on the roster; more is shortened."""
MAX_LINES: Final = 8
"""Lines of a note on the roster."""
SHORTENED: Final = "… shortened"
"""The end of a shortened note."""
LETTERS_AT_ONCE: Final = 12_000
"""Letters that are laid out together."""
LINE: Final = 60
"""Letters that a line counts for, however short it is."""


class Note(NamedTuple):
    """A note in full, and what it is about."""

    title: str
    text: str


def shorten(text: str) -> str:
    """The note as it stands on the roster."""
    lines = text.splitlines()
    short = "\n".join(lines[:MAX_LINES])[:MAX_LETTERS]
    return text if len(text) <= MAX_LETTERS and len(lines) <= MAX_LINES else f"{short.rstrip()} {SHORTENED}"


def long_ones(notes: Iterable[Note]) -> Iterator[Note]:
    """The notes that are shortened on the roster."""
    return (note for note in notes if shorten(note.text) != note.text)


def together(notes: Iterable[Note]) -> Iterator[tuple[Note, ...]]:
    """The notes in runs that are laid out together."""
    run: list[Note] = []
    size = 0
    for note in notes:
        more = len(note.text) + LINE * len(note.text.splitlines())
        if run and size + more > LETTERS_AT_ONCE:
            yield tuple(run)
            run, size = [], 0
        run.append(note)
        size += more
    if run:
        yield tuple(run)
