import pytest

from armybuilder.drawing.lettering import (
    POINT,
    FontCut,
    break_lines,
    lines,
    longest_word,
    printable,
    split_lines,
    width,
    words_of,
)
from armybuilder.printing.rendering import Batch
from armybuilder.printing.rendering.weasy import render

STYLES = {
    FontCut.TEXT: "400 10pt 'Barlow'",
    FontCut.ITALIC: "italic 400 10pt 'Barlow'",
    FontCut.STRONG: "600 10pt 'Barlow'",
    FontCut.NARROW: "500 10pt 'Barlow Condensed'",
    FontCut.NARROW_STRONG: "600 10pt 'Barlow Condensed'",
    FontCut.NARROW_HEAVY: "700 10pt 'Barlow Condensed'",
}
TEXTS = (
    "Engaged by ARMOUR 12″, ATM 16″",
    "AVATAR To Ty We Va",
    "0123456789",
    "Self-propelled, 155 mm: ½ × 3",
    "→ ≥ Жук",
    "Nguyễn Đức Thịnh",
    "Τάγμα Πεζικού",
    "3-й танковый полк",
    "第一歩兵大隊タンク",
    "제1보병대대",
)
JOINED = ("كتيبة المشاة الأولى", "गढ़ की टुकड़ी क्षत्रिय", "กองพันทหารราบที่ ๑", "X\u0301 e\u0301", "🚀 👨‍👩‍👧 1️⃣")
"""Joined and stacked letters take less room than each alone."""


def drawn_widths(texts: tuple[str, ...], cut: FontCut) -> list[float]:
    """Millimetres at a type size of 10 points, as the renderer lays the texts out."""
    lines = "".join(f'<p data-fit="{number}"><span>{text}</span></p>' for number, text in enumerate(texts))
    css = f"p {{ float: left; clear: left; font: {STYLES[cut]}; font-variant-numeric: tabular-nums; white-space: pre }}"
    measured = render(Batch(lines, (), css, "")).measured
    return [measured[str(number)].width for number in range(len(texts))]


@pytest.mark.parametrize("cut", FontCut)
def test_nothing_is_drawn_wider_than_measured(cut: FontCut) -> None:
    for text, wide in zip(TEXTS, drawn_widths(TEXTS, cut), strict=True):
        assert wide - 0.01 <= width(text, cut, 10) < wide * 1.09


@pytest.mark.parametrize("cut", FontCut)
def test_letters_that_join_take_no_more_room_than_each_alone(cut: FontCut) -> None:
    for text, wide in zip(JOINED, drawn_widths(JOINED, cut), strict=True):
        assert wide - 0.01 <= width(text, cut, 10) < wide * 1.6


def test_chinese_japanese_and_korean_break_behind_each_character() -> None:
    text = "第一步兵营（坦克）「タンク」제1보병대대 ok"
    room = width("第一步兵", FontCut.TEXT, 10) + 0.2
    found = split_lines(text, FontCut.TEXT, 10, room)
    assert found == ("第一步兵", "营（坦", "克）「タ", "ンク」제1", "보병대대", "ok")
    assert all(width(line, FontCut.TEXT, 10) <= room for line in found)
    assert break_lines("第一步兵营坦克", FontCut.TEXT, 10, room) == ("第一步兵", "营坦克")
    assert longest_word("第一步兵 ab", FontCut.TEXT, 10) == width("第", FontCut.TEXT, 10)


def test_thai_breaks_where_a_syllable_begins() -> None:
    assert words_of("กองพันเสือ ที่ไกล") == ["กองพัน", "เสือ", "ที่", "ไกล"]


def test_a_width_grows_with_the_type() -> None:
    assert width("Stand", FontCut.TEXT, 20) == pytest.approx(2 * width("Stand", FontCut.TEXT, 10))
    assert width("", FontCut.TEXT, 10) == 0
    assert width("1", FontCut.NARROW, 10) == width("8", FontCut.NARROW, 10)


def test_words_break_at_spaces() -> None:
    room = width("one two", FontCut.TEXT, 10) + 0.2
    assert lines("one two", FontCut.TEXT, 10, room) == 1
    assert lines("one two three", FontCut.TEXT, 10, room) == 2
    assert lines("one  two\nthree", FontCut.TEXT, 10, room) == 2
    assert lines("", FontCut.TEXT, 10, room) == 1
    assert lines("one two", FontCut.TEXT, 10, room, first=room / 2) == 2


@pytest.mark.parametrize("text", ["70% · 60% · 50%", "8× Assault Rifle · 2 × LSW, RPG (HEAP) · 24 (11 ARMOUR)"])
def test_no_line_ends_on_a_sign_between_or_before_a_bracket(text: str) -> None:
    for room in (20.0, 22.0, 26.0, 34.0):
        found = split_lines(text, FontCut.NARROW, 12, room)
        assert " ".join(found) == text
        assert [line for line in found if line.endswith(("·", "×"))] == []
        assert [line for line in found if line.startswith(("%", "×", "("))] == []
    assert len(split_lines(text, FontCut.NARROW, 12, 22.0)) > 1


@pytest.mark.parametrize("space", ["\u00a0", "\u2007", "\u202f"])
def test_spaces_that_do_not_break_hold_words_together(space: str) -> None:
    text = f"Professional, 3{space}D"
    room = width("Professional, 3", FontCut.TEXT, 10) + 0.2
    assert split_lines(text, FontCut.TEXT, 10, room) == ("Professional,", f"3{space}D")
    assert break_lines(text, FontCut.TEXT, 10, room) == ("Professional,", f"3{space}D")
    assert longest_word(f"3{space}Dice or 3 Dice", FontCut.TEXT, 10) == width(f"3{space}Dice", FontCut.TEXT, 10)


def test_words_held_together_that_are_longer_than_the_line_are_let_go() -> None:
    room = width("Professional", FontCut.TEXT, 10) + 0.2
    assert split_lines("Professional\u00a0infantry", FontCut.TEXT, 10, room) == ("Professional", "infantry")


def test_a_word_longer_than_the_line_takes_more_lines() -> None:
    word = "w" * 60
    room = 20.0
    assert lines(word, FontCut.TEXT, 10, room) >= width(word, FontCut.TEXT, 10) / room
    assert longest_word(f"a {word} b", FontCut.TEXT, 10) == width(word, FontCut.TEXT, 10)


def test_letters_of_no_font_are_named_and_replaced() -> None:
    assert printable("Ωmega → ★ 🚀 漢") == "Ωmega → ★ 🚀 漢"
    assert printable("no font: \U00018b00") == "no font: □"
    assert printable("plain") == "plain"
    assert printable("a\u200bb\x00c\u202ed") == "abcd"


def test_a_point_is_a_point() -> None:
    assert pytest.approx(25.4) == 72 * POINT
