import pytest

from rulesets.core.declarations.house_rules import (
    HouseRules,
    Reading,
    Ruling,
    RulingTrace,
    by_reading,
    cached_with_readings,
)


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
def test_a_switch_is_named_where_it_alone_changes_the_result(
    chosen: tuple[tuple[str, str], ...], result: int, named: list[str]
) -> None:
    trace = RulingTrace(HouseRules(RULINGS, chosen))
    assert trace.resolve(_number, "sign", "size") == result
    assert [played.ruling.switch for played in trace.rulings()] == named


def test_a_switch_without_effect_is_not_named() -> None:
    trace = RulingTrace(HouseRules(RULINGS))
    assert trace.resolve(lambda sign: 7, "sign") == 7
    assert trace.rulings() == ()


def test_a_trace_tries_other_readings_until_one_is_recorded() -> None:
    tried: list[tuple[str, str]] = []

    def matters(switch: str, other: str) -> bool:
        tried.append((switch, other))
        return other == "two"

    HouseRules(RULINGS).record_if(matters, ["sign", "size"])
    assert tried == []
    trace = RulingTrace(HouseRules(RULINGS, [("size", "none")]))
    for _ in range(2):
        trace.record_if(matters, ["sign", "size"])
    assert tried == [("sign", "minus"), ("size", "one"), ("size", "two"), ("sign", "minus")]
    assert [played.ruling.switch for played in trace.rulings()] == ["size"]


def test_traces_of_the_same_house_rules_record_apart() -> None:
    house = HouseRules(RULINGS, [("size", "two")])
    first, second = RulingTrace(house), RulingTrace(house)
    assert first.choice("size") == house.choice("size") == "two"
    assert second.choice("sign") == "plus"
    assert [(played.ruling.switch, played.key) for played in first.rulings()] == [("size", "two")]
    assert [played.ruling.switch for played in second.rulings()] == ["sign"]
    assert RulingTrace(first).rulings() == ()
    assert first.untraced is house.untraced is house


def test_reading_house_rules_changes_nothing_in_them() -> None:
    calls = []

    def number(*keys: str) -> int:
        calls.append(keys)
        return _number(*keys)

    house = HouseRules(RULINGS, [("size", "two")])
    assert house.resolve(number, "sign", "size") == 2
    assert calls == [("plus", "two")]
    with pytest.raises(TypeError):
        house._played["size"] = house._played["sign"]  # type: ignore[index]
    with pytest.raises(AttributeError):
        house.read = {"size"}  # type: ignore[attr-defined]


def test_an_unknown_switch_is_an_error() -> None:
    with pytest.raises(KeyError, match="colour"):
        HouseRules(RULINGS).resolve(lambda colour: colour, "colour")


def test_the_text_of_a_reading_is_the_register_s() -> None:
    trace = RulingTrace(HouseRules(RULINGS, [("size", "two")]))
    assert trace.text("size") == "Read as two."
    assert [played.ruling.switch for played in trace.rulings()] == ["size"]
    with pytest.raises(KeyError, match="colour"):
        trace.text("colour")


def test_a_phrase_by_reading_is_recorded_where_the_readings_differ() -> None:
    trace = RulingTrace(HouseRules(RULINGS, [("size", "two")]))
    assert by_reading("size", one="small", two="large", none="nothing")(trace) == "large"
    assert by_reading("sign", plus="same", minus="same")(trace) == "same"
    assert [played.ruling.switch for played in trace.rulings()] == ["size"]


def test_a_cached_result_records_the_switches_that_mattered() -> None:
    worked_out = []

    @cached_with_readings(2)
    def number(factor: int, house: HouseRules) -> int:
        worked_out.append(factor)
        return factor * house.resolve(_number, "sign", "size")

    def asked(factor: int, *chosen: tuple[str, str]) -> tuple[int, list[str]]:
        trace = RulingTrace(HouseRules(RULINGS, chosen))
        return number(factor, trace), [played.ruling.switch for played in trace.rulings()]

    none = ("size", "none")
    assert [asked(3), asked(3), asked(3, none), asked(3, none)] == [(3, ["sign", "size"])] * 2 + [(0, ["size"])] * 2
    assert worked_out == [3, 3]
    asked(4)
    assert (asked(3), worked_out) == ((3, ["sign", "size"]), [3, 3, 4, 3])


def test_house_rules_are_equal_by_their_readings_and_traces_never() -> None:
    house, same = HouseRules(RULINGS), HouseRules(RULINGS, [("sign", "plus")])
    other, fewer = HouseRules(RULINGS, [("sign", "minus")]), HouseRules(RULINGS[:1])
    assert {house, same, other, fewer} == {house, other, fewer}
    assert len({house, RulingTrace(house), RulingTrace(house)}) == 3
