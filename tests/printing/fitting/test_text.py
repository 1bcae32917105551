"""Where lines end, and how tables stand in a narrow place."""

import pytest

from armybuilder.drawing.lettering import FontCut, split_lines, width
from armybuilder.printing.fitting.text import Form, beside_name, form_of, line_height, spell_out, titled_once, typeset
from rulesets.core.reference import Line
from rulesets.core.tables import table

WEAPONS = table(
    "Weapons", "*Weapon | ^Rng | ^Max | ^Atk | ^Acc | ^Str | ^AP | ^Dmg", [("Heavy Machine Gun", *"3045678")] * 2
)
TEXTS = (
    "8 × Rifleman, Gunner and others",
    "Line Infantry Troops · Professional, 3 D",
    "Sergeant (leader), 8 × Rifleman, Gunner.",
    "a · b · c · d · e · f · g · h · i · j · k · l",
)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("room", range(12, 60, 3))
def test_no_line_ends_on_a_sign_that_joins(text: str, room: int) -> None:
    lines = split_lines(typeset(text), FontCut.NARROW, 10.0, room)
    longest = max(width(word, FontCut.NARROW, 10.0) for word in typeset(text).split(" "))
    assert "".join(lines).replace("\u00a0", "").replace(" ", "") == text.replace(" ", "")
    if longest < room:
        assert [line for line in lines[:-1] if line.endswith(("·", "×"))] == []
        assert [line for line in lines[1:] if line.startswith("(")] == []


def test_a_short_word_does_not_stand_alone() -> None:
    assert typeset("go on until it is the end") == "go on until it is the\u00a0end"
    assert typeset("the end") == "the end"
    assert typeset("lost when in built-up areas") == "lost when in built-up areas"


def test_a_title_is_told_once() -> None:
    assert titled_once(WEAPONS).title == ""
    joined = titled_once(table("Engages", "Target | >Range", [("ARMOUR", "12″")]))
    assert (joined.title, joined.columns[0].heading) == ("", "Engages · Target")
    bare = table("Orders", "", [("Halt",)])
    assert titled_once(bare) == bare


@pytest.mark.parametrize(("points", "room", "form"), [(9.0, 65.0, Form.COLUMNS), (12.0, 38.0, Form.STACKED)])
def test_names_stand_above_numbers_where_columns_are_too_narrow(points: float, room: float, form: Form) -> None:
    assert form_of(WEAPONS, points, room, "cards") is form


def test_what_stands_in_no_columns_is_told_in_lines() -> None:
    long = table("T", "Name | B", [("Row", "Unbreakable" * 6)], note="and more")
    assert form_of(long, 9.0, 50.0, "cards") is Form.LINES
    assert list(spell_out(long)) == [Line("T", ""), Line("Row", f"B\u00a0{'Unbreakable' * 6}"), Line("", "and more")]


def test_a_text_beside_a_name_keeps_its_heading() -> None:
    """A figure after a weapon's name would otherwise say nothing."""
    weapons = table(
        "", "Weapon | ^Rng | Dice", [("Rifle", "24", "2, over 12″ 1"), ("LSW", "36", "3"), ("Club", "0", "")]
    )
    assert [beside_name(weapons, row) for row in weapons.rows] == ["Dice\u00a02, over 12″ 1", "Dice\u00a03", ""]


def test_each_line_of_a_text_takes_its_height() -> None:
    one, three = (line_height(Line("Orders", text), 9, 60, "cards") for text in ("run", "run\n• hide\n• stand"))
    assert three == pytest.approx(3 * one)
