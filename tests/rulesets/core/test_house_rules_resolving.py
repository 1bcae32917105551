import pytest

from rulesets.core.house_rules import House, Reading, Ruling


def _ruling(switch: str, *keys: str) -> Ruling:
    readings = tuple(Reading(key, f"Read as {key}.") for key in keys)
    return Ruling(f"T-{switch}", "Here", "Which?", readings, keys[0], "Because.", switch)


RULINGS = (_ruling("sign", "plus", "minus"), _ruling("size", "one", "two", "none"))


def _number(sign: str, size: str) -> int:
    return {"plus": 1, "minus": -1}[sign] * {"one": 1, "two": 2, "none": 0}[size]


@pytest.mark.parametrize(
    ("chosen", "result", "named"),
    [
        ((), 1, ["sign", "size"]),
        ((("sign", "minus"), ("size", "two")), -2, ["sign", "size"]),
        ((("size", "none"),), 0, ["size"]),
    ],
)
def test_a_switch_is_named_where_another_reading_of_it_alone_changes_the_result(
    chosen: tuple[tuple[str, str], ...], result: int, named: list[str]
) -> None:
    house = House(RULINGS, chosen)
    assert house.resolve(_number, "sign", "size") == result
    assert [played.ruling.switch for played in house.consulted()] == named


def test_a_switch_without_effect_is_not_named() -> None:
    house = House(RULINGS)
    assert house.resolve(lambda sign: 7, "sign") == 7
    assert house.consulted() == ()


def test_an_unknown_switch_is_an_error() -> None:
    with pytest.raises(KeyError, match="colour"):
        House(RULINGS).resolve(lambda colour: colour, "colour")
