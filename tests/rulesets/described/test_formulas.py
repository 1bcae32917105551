"""Formulas: what they give, what is refused and in which words, and that none of them can do anything else."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.described.formulas import (
    LIMIT,
    NUMBER,
    FormulaError,
    Names,
    Parts,
    Row,
    Words,
    read_expression,
    read_formula,
)

NAMES: Names = {
    "models": NUMBER,
    "drilled": NUMBER,
    "order": Words(("hold", "advance")),
    "troop": Parts(
        {"points": NUMBER, "skill": NUMBER, "role": Words(("line", "elite")), "arms": NUMBER},
        Words(),
        lists=frozenset({"arms", "arms.ammo"}),
    ),
    "bows": Parts({"points": NUMBER}, Words(), many=True),
    "gun": Parts({"points": NUMBER}, Words()),
    "guns": Parts({"points": NUMBER, "motto": Words()}, Words(), many=True),
}
VALUES: dict[str, Any] = {
    "models": 5,
    "drilled": True,
    "order": "advance",
    "troop": Row(
        "rangers",
        {"points": 12, "skill": 3, "role": "line", "arms": 2},
        {"arms": ("rifle", "bow"), "arms.ammo": ("shell",)},
    ),
    "gun": Row("bow", {"points": 1}),
    "guns": (Row("rifle", {"points": 3, "motto": ""}), Row("lance", {"points": 6, "motto": ""})),
}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("models * troop.points", 60),
        ("models × (troop.points − 2)", 50),
        ("models + drilled", 6),
        ("-models + 7", 2),
        ("+models", 5),
        ("7 // 2", 3),
        ("-7 // 2", -4),
        ("7 % 4", 3),
        ("models // 0", 0),
        ("models % 0", 0),
        ("min(models, 3)", 3),
        ("max(models, 3, 9)", 9),
        ("sum(guns.points)", 9),
        ("max(guns.points) - min(guns.points)", 3),
        ("count(guns)", 2),
        ("2 if order == 'advance' else 1", 2),
        ("2 if order == “hold” else 1", 1),
        ("troop == 'rangers'", True),
        ("troop != 'rangers'", False),
        ("troop.role == 'elite'", False),
        ("1 < models <= 5", True),
        ("models ≥ 5 and not drilled", False),
        ("models > 9 or drilled", True),
        ("troop.arms", 2),
        ("'rifle' in guns", True),
        ("'bow' in guns", False),
        ("'bow' not in guns", True),
        ("gun in troop.arms", True),
        ("gun not in troop.arms", False),
        ("gun in troop.arms.ammo", False),
        ("'shell' in troop.arms.ammo", True),
        ("count(guns.points > 3)", 1),
        ("count(guns == 'rifle' or guns.points > 3)", 2),
        ("count(guns in troop.arms)", 1),
        ("sum(guns.points * models)", 45),
        ("sum(guns.points if guns != 'lance' else 1)", 4),
        ("max(guns.points + models)", 11),
        ("count(guns.points > 3) + count(guns.points < 9)", 3),
        ("sum(1000000 * 1000 * guns.points)", LIMIT),
        ("1000000 * 1000000", LIMIT),
        ("-1000000 * 1000000 - 1", -LIMIT),
        ("999999999999", LIMIT),
    ],
)
def test_a_formula_has_its_value(text: str, value: int) -> None:
    assert read_formula(text, NAMES).value(VALUES) == value


def test_a_formula_says_which_names_it_uses() -> None:
    assert read_formula("models * troop.points if drilled else 0", NAMES).names == {"models", "troop", "drilled"}


def test_an_entry_that_is_not_in_the_catalogue_has_zeros_and_no_words() -> None:
    gone = {**VALUES, "troop": Row("gone", {})}
    assert read_formula("models * troop.points", NAMES).value(gone) == 0
    assert read_expression("troop.role", NAMES).value(gone) == ""


def test_a_word_may_be_chosen() -> None:
    assert read_expression("'far' if models > 3 else order", NAMES).value(VALUES) == "far"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Write a number or a formula."),
        ("modls * 2", "There is no “modls”. Did you mean “models”?"),
        ("troop.skil", "“troop” has no “skil”. Did you mean “skill”?"),
        ("troop.__class__ == 1", "“troop” has no “__class__”. Use one of arms, points, role, skill."),
        ("models.points", "“models” has no fields. Write “models” alone."),
        ("guns.points", "“guns” is a list. Write sum(guns.points), min(…) or max(…)."),
        ("sum(guns.motto)", "“guns.motto” is not a number, so you cannot calculate with it."),
        ("sum(guns.weight)", "“guns” has no “weight”. Use one of motto, points."),
        ("models in guns", "“models” is not a row or a word in quotes, so it cannot be in a list."),
        ("'rifle' in troop", "“troop” is not a list, so nothing is in it."),
        ("'rifle' in troop.role", "“troop.role” is not a list, so nothing is in it."),
        ("'rifle' in troop.arms.points", "“troop.arms.points” is not a list, so nothing is in it."),
        ("'rifle' in guns.points", "“guns” is a list. Write sum(guns.points), min(…) or max(…)."),
        (
            "count(guns.points > count(guns.points))",
            "Write count(…) outside of the brackets that look at each row of “guns”.",
        ),
        ("count(guns.points > 1 and bows.points > 1)", "Name one list inside of count(…), not guns and bows."),
        ("sum(troop.points)", "“troop” is not a list."),
        ("count(models)", "“models” is not a list, so it has no count."),
        ("min(models)", "Write min(a, b), max(a, b), or min(…) with a list."),
        ("print(models)", "There is no “print(…)”. Use one of sum, count, min, max."),
        ("models / 2", "Write // to divide, which rounds down: 5 // 2 is 2."),
        ("troop", "“troop” does not give a number. Compare it with something, or name one of its fields."),
        ("troop + 1", "“troop” is not a number, so you cannot calculate with it."),
        ("order == 'wait'", "There is no “wait”. Use one of hold, advance."),
        ("troop.role == 'elte'", "There is no “elte”. Did you mean “elite”?"),
        ("order < 'wait'", "Words can only be compared with == or !=."),
        ("order == 2", "Compare a number with a number, and a word with a word in quotes."),
        ("models is 2", "Compare with < <= > >= == != or in."),
        ("1 if models else 'far'", "Both values of an if and else must be numbers, or both must be words."),
        ("x" * 201, "A formula can have at most 200 characters, not 201."),
        ("-" * 40 + "1", "The formula has more than 25 levels. Split it, or remove brackets that it does not need."),
    ],
)
def test_what_is_no_formula_is_refused_with_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(FormulaError) as refused:
        read_formula(text, NAMES)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    "text",
    [
        "models ** 9",
        "1 << 9",
        "models @ 2",
        "lambda: 1",
        "[1][0]",
        "{1}",
        "f'{models}'",
        "(models := 3)",
        "__import__('os')",
        "troop.points.real",
        "troop['points']",
        "sum([1])",
        "models if",
        "1.5",
        "1j",
        "None",
        "...",
        "'a' 'b'.join",
        "min(*guns)",
        "min(a=1)",
        "await models",
        "models\n* 2; 3",
    ],
)
def test_nothing_else_of_python_is_a_formula(text: str) -> None:
    with pytest.raises(FormulaError):
        read_formula(text, NAMES)


@pytest.mark.parametrize("text", ["9" * 200, "(" * 99 + "1" + ")" * 99])
def test_long_formulas_have_a_limited_value(text: str) -> None:
    assert 0 < read_formula(text, NAMES).value(VALUES) <= LIMIT


@given(
    st.text(
        st.sampled_from("models troop.points guns order ( ) + - * // % < == ' 0 1 9 and not if else min sum , ["),
        max_size=60,
    )
)
def test_any_text_is_a_formula_or_refused(text: str) -> None:
    try:
        formula = read_formula(text, NAMES)
    except FormulaError:
        return
    assert -LIMIT <= formula.value(VALUES) <= LIMIT
