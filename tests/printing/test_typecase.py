"""Lines are composed of letters that were set alone or in pairs: they look as if they had been set whole."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from random import Random

import pytest

from armybuilder.drawing.lettering import Cut, letters_of
from armybuilder.printing.pdf import to_pdf
from armybuilder.printing.typecase import SetSort, Sort, set_sorts, specimen, words_of

WORDS = ("Heavy", "AVATAR", "Tank,", "“To-Wit”", "office", "aaa½", "Ångström", "č.p.", "Łódź", "x×y", "f\xadi")
OTHERS = ("Ω≈µ", "שלום", "Привет", "e\u0301a", "ﬁx", "中", "a→b")


def set_by_renderer(sorts: Iterable[Sort]) -> dict[Sort, SetSort]:
    ordered = sorted(set(sorts), key=lambda sort: (sort[0].name, sort[1]))
    return set_sorts(ordered, to_pdf(*specimen(ordered), tagged=False))


def chance(count: int) -> list[str]:
    """Words of any letters that the fonts have and that are set in pairs; three letters are never set at once."""
    letters = [chr(code) for code in sorted(letters_of(Cut.NARROW)) if 0x20 < code < 0x250]
    plain = [letter for letter in letters if not letter.isdecimal() and unicodedata.category(letter)[0] not in "MZC"]
    random = Random(2400)
    return ["".join(random.choices(plain, k=random.randint(3, 9))) for _ in range(count)]


@pytest.mark.parametrize("cut", [Cut.NARROW, Cut.TEXT])
def test_words_of_pairs_are_those_that_are_set_whole(cut: Cut) -> None:
    words = [*WORDS, *chance(150)]
    whole = set_by_renderer((cut, word) for word in words)
    parts = set_by_renderer(sort for word in words for each in words_of(cut, word) for sort in each)
    for word in words:
        (sorts,) = words_of(cut, word)
        composed = b"".join(show.shapes for sort in sorts for show in parts[sort].shows).replace(b"><", b"")
        assert composed == b"".join(show.shapes for show in whole[cut, word].shows), word
        assert sum(parts[sort].width for sort in sorts) == pytest.approx(whole[cut, word].width), word
        assert {glyph for sort in sorts for glyph in parts[sort].glyphs} == set(whole[cut, word].glyphs)


def test_few_sorts_make_many_words() -> None:
    sorts = {sort for number in range(5000) for word in words_of(Cut.TEXT, f"{number}{number:x} HP") for sort in word}
    assert len(sorts) < 100


@pytest.mark.parametrize("text", OTHERS)
def test_letters_that_join_or_are_of_other_fonts_are_set_whole(text: str) -> None:
    assert words_of(Cut.NARROW, text) == (((Cut.NARROW, text),),)


def test_figures_are_never_moved_together() -> None:
    assert words_of(Cut.NARROW, "117 12b") == (
        tuple((Cut.NARROW, text) for text in "117"),
        tuple((Cut.NARROW, text) for text in "12b"),
    )
