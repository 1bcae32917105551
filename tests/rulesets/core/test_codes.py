"""Which codes a text has, and which entries of a key explain them."""

from rulesets.core.codes import codes_in, codes_shown
from rulesets.core.reference import Code

KEY = (
    Code(("8/24″",), "moves"),
    Code(("12″ ARMOUR",), "engages"),
    Code(("MOBILE", "SNS"), "modes"),
    Code(("MBT", "INF"), "types"),
    Code(("+", "n", "-"), "grades"),
    Code(("CV7-FV6",), "values"),
    Code(("FV6(2)",), "two attacks"),
    Code(("10/9/8",), "armour by facing"),
    Code(("2/3/1",), "dice by target"),
    Code(("Max",), "longest range"),
    Code(("1a",), "names"),
    Code(("1·3",), "numbers"),
)


def shown(*texts: str) -> list[str]:
    return [each.meaning for each in codes_shown(KEY, texts)]


def test_codes_are_told_from_words() -> None:
    assert codes_in("MBT+ ARMOUR FAST, 8/24″ within 12″") == {"MBT", "+", "FAST", "0/0"}
    assert codes_in("INFn LAS · Ld 2 · SAV 5+ CV7-W1") == {"INF", "n", "LAS", "Ld", "SAV", "0+", "CV", "W"}
    assert codes_in("10 figures with CloseQuarters, ×8, 4× Assault Rifle, does not attack") == set()
    assert codes_in("If it does, roll 2d6 or d10 at 1¾″: On My Mark") == set()
    assert codes_in("3/4 (75.0%)") == set()
    assert codes_in("Losses ½, ⅔ and ¾, unit 1k of 12m") == {"½", "⅔", "¾", "0a"}


def test_a_unit_s_number_is_explained_behind_any_group_s_mark() -> None:
    assert shown("1·3") == shown("BG 2·12") == shown("A·3") == shown("Blue·1 – Blue·4") == ["numbers"]
    assert shown("Rifle platoon · no. 4", "2.2 of 10", "ARMOUR · 3") == []


def test_a_key_has_only_what_the_texts_show() -> None:
    assert shown() == []
    assert shown("Rifle squad, 12″ away") == []
    assert shown("MBTn") == ["types", "grades"]
    assert shown("4/8″", "INF") == ["moves", "types"]


def test_codes_of_a_shape_are_explained_where_that_shape_is() -> None:
    assert shown("12″ CAS") == shown("8″ INFANTRY") == ["engages"]
    assert shown("CV7-FV6") == ["values"]
    assert shown("CV7-FV5(3)") == ["values", "two attacks"]
    assert shown("AV 7/7/6") == ["armour by facing", "dice by target"]
    assert shown("7/7/6/5/4/3") == []


def test_a_word_of_the_key_is_explained_only_where_it_stands_alone() -> None:
    assert shown("RNG Max ATK") == ["longest range"]
    assert shown("Maximilian", "the max") == []
    assert shown("INFn MOBILE") == ["modes", "types", "grades"]
    assert shown("SNS") == ["modes"]
    assert "modes" not in shown("MBT+ ARMOUR", "12″ ARMOUR")


def test_words_explain_themselves_alone() -> None:
    key = (
        Code(("INFANTRY",), "on foot"),
        Code(("VEHICLE",), "on wheels"),
        Code(("Anti-tank",), "halves armour"),
        Code(("Deadly(X)",), "damage"),
        Code(("AP(X)",), "pierces"),
    )
    for text, expected in (
        ("INFANTRY", ["on foot"]),
        ("CHARACTER", []),
        ("Anti-tank, Deadly(3)", ["halves armour", "damage"]),
        ("AP(2)", ["pierces"]),
        ("Deadly", []),
    ):
        assert [each.meaning for each in codes_shown(key, [text])] == expected


def test_numbers_with_letters_are_one_code() -> None:
    assert shown("Alpha · 2k–2m") == ["names"]
