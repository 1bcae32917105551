"""Markers in true size, with their names."""

import math
from dataclasses import replace
from typing import Any

import pytest

from armybuilder.drawing.lettering import POINT, FontCut, width
from armybuilder.printing.documents import markers as module
from armybuilder.printing.documents import pieces
from armybuilder.printing.documents.markers import STYLE
from armybuilder.printing.fitting.lengths import lengths
from armybuilder.printing.options import Turned
from armybuilder.printing.paper import INCH, Paper
from armybuilder.printing.rendering.printer import Printer
from rulesets.core.cards import Symbol, SymbolSet, Token, TokenShape
from rulesets.core.ruleset import AnyRuleset
from tests.printing.documents.making import ALONE, TRUE, Making
from tests.printing.samples import every_game, in_turn
from tests.printing.test_fonts import NAMES

TOKENS = (
    Token("d", "D-marker", TokenShape.ROUND, 60, 40, "D", "brick"),
    Token("s", "Stance", TokenShape.SQUARE, 75, 40, "hiding", "umber"),
)
MARKERS = replace(ALONE, tokens=True)


@pytest.fixture
def maker(pebbles: Any, printer: Printer) -> Making:
    return Making(pieces.pieces_parts, pebbles, printer)


@in_turn(paper=Paper, across=(False, True))
def test_markers_have_their_true_size_on_every_paper(
    maker: Making, monkeypatch: pytest.MonkeyPatch, paper: Paper, across: bool
) -> None:
    monkeypatch.setattr(pieces, "markers_of", lambda army: TOKENS)
    choices = replace(MARKERS, paper=paper, turned=Turned.ACROSS if across else Turned.UPRIGHT)
    part = maker.part(choices)
    sheet, pages = choices.sheet, maker.laid_out(part)
    placed = [box for page in pages for box in page.measured.values()]
    assert len(placed) == 80
    assert [round(box.width, 2) for box in placed] == [19.05] * 40 + [15.24] * 40
    for box in placed:
        assert box.width == box.height
        assert min(box.x, box.y, sheet.width - box.x - box.width, sheet.height - box.y - box.height) >= 5
    for page, drawn in zip(pages, maker.drawn(part), strict=True):
        for box in page.measured.values():
            found = (round(box.x, 1), round(box.y, 1))
            assert any(abs(other.x - found[0]) <= TRUE and abs(other.y - found[1]) <= TRUE for other in drawn.boxes)


@pytest.mark.parametrize(("count", "distances"), [(63, [2.0]), (70, [0.5]), (72, [2.0, 2.0])])
def test_markers_stand_closer_where_that_saves_a_sheet(
    maker: Making, monkeypatch: pytest.MonkeyPatch, count: int, distances: list[float]
) -> None:
    monkeypatch.setattr(pieces, "markers_of", lambda army: (Token("pinned", "Pinned", TokenShape.SQUARE, 100, count),))
    pages = [list(page.measured.values()) for page in maker.pages(replace(MARKERS, paper=Paper.LETTER))]
    assert [round(page[1].x - page[0].x - page[0].width, 2) for page in pages] == distances
    assert sum(map(len, pages)) == count


def test_a_name_under_a_round_marker_s_word_stands_within_its_border() -> None:
    css = lengths(STYLE)
    marker = next(module._markers(Token("done", "Attempted", TokenShape.ROUND, 71, 1, "done"), 1))
    assert marker.name is not None
    assert marker.words is not None
    assert marker.words.size >= css["named"]
    half = marker.box.width / 2 - css["edge"]
    foot = marker.words.size * POINT * css["leading"] / 2 + marker.name.size * POINT
    assert math.hypot(width("Attempted", FontCut.NARROW, marker.name.size) / 2, foot) <= half


def test_names_give_way_to_words() -> None:
    small, long = Token("x", "Pinned", TokenShape.ROUND, 50, 3, "x"), Token("x", "y" * 60, TokenShape.ROUND, 71, 3, "x")
    for token in (small, long, replace(small, size=71, title="X")):
        marker = next(module._markers(token, 2))
        assert (marker.name, marker.words and marker.words.text) == (None, "x")
    assert [next(module._markers(token, 2)).number for token in (small, long)] == ["", "2"]


@every_game
def test_every_marker_of_a_game_has_its_name_or_says_it(ruleset: AnyRuleset) -> None:
    tokens = ruleset.tokens(ruleset.context(ruleset.demo()))
    for token in filter(None, (side for each in tokens for side in (each, each.back))):
        marker = next(module._markers(token, 1))
        said = {words.text for words in (marker.words, marker.name) if words}
        assert token.title in said or token.size / 100 * INCH < lengths(STYLE)["beside"] or token.text in said
        assert not any(words.shortened for words in (marker.words, marker.name) if words)
        if token.symbol and marker.name:
            assert marker.name.size >= lengths(STYLE)["legible"]


def test_a_marker_with_two_sides_is_folded(maker: Making, monkeypatch: pytest.MonkeyPatch) -> None:
    fire = Symbol(SymbolSet.ICON, "fire", "Fired")
    token = Token("fresh", "Fresh", TokenShape.SQUARE, 75, 2, "F", "moss")
    token = replace(token, back=Token("fired", "Fired", TokenShape.SQUARE, 75, 2, "", "rust", fire))
    monkeypatch.setattr(pieces, "markers_of", lambda army: (token,))
    (page,), (drawn,) = maker.pages(MARKERS), maker.drawn(maker.part(MARKERS))
    for number in (1, 2):
        front, back = (page.measured[f"marker-{slug}-{number}"] for slug in ("fresh", "fired"))
        assert (front.x, round(front.y + front.height, 2)) == (back.x, round(back.y, 2))
    assert [drawn.text.count(word) for word in ("F ", "Fresh", "Fired")] == [2, 2, 2]


def test_words_of_every_script_and_length_stay_on_their_markers(maker: Making, monkeypatch: pytest.MonkeyPatch) -> None:
    words = [*NAMES.values(), "x" * 40, "A title much longer than its disc"]
    tokens = [
        Token(f"{shape}-{place}", word, shape, size, 2, text, "teal")
        for place, word in enumerate(words)
        for number, shape in enumerate(TokenShape)
        for size in ((50, 71, 100)[(place + number) % 3],)
        for text in ("", word[:10])[: size // 40]
    ]
    monkeypatch.setattr(pieces, "markers_of", lambda army: tokens)
    pages = maker.pages(MARKERS)
    assert [page.overflowing for page in pages] == [()] * len(pages)
