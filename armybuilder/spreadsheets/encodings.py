"""Texts of unknown encoding, as spreadsheets and editors of different systems save them."""

import codecs
from typing import NamedTuple

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_OLD = (("cp1252", "Windows-1252"), ("mac_roman", "Mac Roman"))
"""Encodings of one byte a letter, with their names for players; of equally likely ones the first."""
_LETTERS = frozenset("äöüßéèêëàâáãåæøçñíìîïóòôõúùûœÿÄÖÜÉÈÊÀÂÁÅÆØÇÑÍÓÔÚŒ")
_SIGNS = frozenset("‘’‚“”„«»–—…•×·°½¼¾²³€£©®™\u00a0")
_SAMPLE = 100_000
MAX_SHOWN = 5
"""Words of a guessed encoding that are shown."""


class DecodedText(NamedTuple):
    """A text, and where its encoding is a guess the encoding's name and words by which a reader can check it."""

    text: str
    guess: str = ""
    words: tuple[str, ...] = ()


def decode_text(content: bytes) -> DecodedText:
    """The text of a file: Unicode if it is valid, else of the old encoding in which its letters fit best.

    Raises ``UnicodeDecodeError`` for what begins like Unicode and is not.
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return DecodedText(content.removeprefix(mark).decode(encoding))
    encoding = _wide_encoding(content) or "utf-8"
    try:
        return DecodedText(content.decode(encoding))
    except UnicodeDecodeError:
        pass
    encoding, name = max(_OLD, key=lambda old: _likeness(content.decode(old[0], "replace")))
    text = content.decode(encoding, "replace")
    words = [word.strip(".,;:!?\"'()") for word in text.replace(";", " ").replace(",", " ").split()]
    shown = dict.fromkeys(word for word in words if not word.isascii())
    return DecodedText(text, name, tuple(shown)[:MAX_SHOWN])


def _wide_encoding(content: bytes) -> str:
    """UTF-16 without a mark, of which every second byte is zero in most texts; empty for anything else."""
    sample = content[:_SAMPLE]
    half = len(sample) // 2
    if len(content) % 2 or not half:
        return ""
    if sample[1::2].count(0) * 2 > half:
        return "utf-16-le"
    return "utf-16-be" if sample[0::2].count(0) * 2 > half else ""


def _likeness(text: str) -> int:
    """How many letters beyond ASCII are where texts have them, less those that are not."""
    score = 0
    for before, letter, after in zip(f" {text}", text, f"{text[1:]} ", strict=False):
        if letter.isascii():
            continue
        if letter in _SIGNS:
            score += 1
        elif letter not in _LETTERS or not (before.isalpha() or after.isalpha()):
            score -= 1
        else:
            # A capital stands at the beginning of a word or among capitals.
            score += -1 if letter.isupper() and before.islower() else 1
    return score
