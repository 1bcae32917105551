from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.core.calculators import (
    Answer,
    Brief,
    Chart,
    OneOutcome,
    Outcome,
    Result,
    SolveContext,
    Step,
    amounts,
    decimal,
    percent,
    refusal,
)
from rulesets.core.dice import Distribution, certain, die, mean, successes
from rulesets.core.play.rolls import seeded_roller
from rulesets.core.play.states import DeployedForce, Side
from rulesets.core.play.trackers import Track
from rulesets.core.tables import Align, Cell, Table, Tone, table
from rulesets.core.wording import either
from tests.tiny_system.pebbles import RULESET


@pytest.mark.parametrize(
    ("chance", "places", "written"),
    [
        (Fraction(0), 0, "0%"),
        (Fraction(1), 0, "100%"),
        (Fraction(1, 3), 0, "33%"),
        (Fraction(1, 3), 1, "33.3%"),
        (Fraction(1, 8), 0, "12%"),
        (Fraction(3, 8), 0, "38%"),
        (Fraction(1, 1000), 0, "<1%"),
        (Fraction(999, 1000), 0, ">99%"),
        (Fraction(1, 10000), 1, "<0.1%"),
        (Fraction(9999, 10000), 1, ">99.9%"),
    ],
)
def test_percentages_never_call_the_possible_impossible(chance: Fraction, places: int, written: str) -> None:
    assert percent(chance, places) == written


@pytest.mark.parametrize(
    ("number", "places", "written"),
    [
        (Fraction(35, 10), 0, "4"),
        (Fraction(1, 8), 2, "0.13"),
        (Fraction(-1, 8), 2, "-0.13"),
        (Fraction(-1, 1000), 2, "0.00"),
        (Fraction(7), 1, "7.0"),
    ],
)
def test_decimals_round_half_up(number: Fraction, places: int, written: str) -> None:
    assert decimal(number, places) == written


def test_a_chart_must_sum_to_one() -> None:
    with pytest.raises(ValueError, match="do not sum to one"):
        Chart("Odd", (Outcome("a", Fraction(1, 2)),))


def test_a_refusal_names_its_rule() -> None:
    answer = refusal("No shot: too far", "R-1", "Range", "no shot", "over 10″")
    assert (answer.tone, answer.charts) == (Tone.BAD, ())
    assert answer.steps == (Step("R-1", "Range", "no shot", "over 10″", Tone.BAD),)


def test_amounts_show_the_gaps_between() -> None:
    chart = amounts("Hits", Distribution({0: 1, 2: 1}), lambda n: Tone.GOOD if n else Tone.BAD)
    assert [(o.label, o.chance, o.tone) for o in chart.outcomes] == [
        ("0", Fraction(1, 2), Tone.BAD),
        ("1", Fraction(0), Tone.GOOD),
        ("2", Fraction(1, 2), Tone.GOOD),
    ]
    assert chart.mean == 1
    assert amounts("Die", die(6)).mean == Fraction(7, 2)


def test_words_are_joined_as_spoken() -> None:
    assert [either(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["none", "a", "a or b", "a, b or c"]


def test_tables_are_made_from_short_headings() -> None:
    made = table("T", "Name | >In | *^Mode", [("a", 3, Cell("x", Tone.BAD))])
    assert [(c.heading, c.align, c.weight) for c in made.columns] == [
        ("Name", Align.LEFT, 1),
        ("In", Align.RIGHT, 1),
        ("Mode", Align.CENTRE, 2),
    ]
    assert made.rows == ((Cell("a"), Cell("3"), Cell("x", Tone.BAD)),)


def test_a_crooked_table_is_refused() -> None:
    with pytest.raises(ValueError, match="a row has 1 cells for 2 columns"):
        table("T", "A | B", [("a",)])
    assert Table("T", (), ((),)).rows == ((),)


@pytest.mark.parametrize("wrong", [(-1, 0, ()), (2, 3, ()), (2, 0, ("P",))])
def test_a_track_has_its_boxes(wrong: tuple[int, int, tuple[str, ...]]) -> None:
    with pytest.raises(ValueError, match=r"boxes"):
        Track("t", "T", *wrong)


def test_only_units_of_a_game_can_be_hidden() -> None:
    force = RULESET.demo()
    group = force.groups[0]
    first, second = group.units[:2]
    deployed = DeployedForce(force, hidden=frozenset({first.id}))
    assert Side(force, group, first, deployed).hidden
    assert not Side(force, group, second, deployed).hidden
    assert not Side(force, group, first).hidden


@given(st.integers(1, 10**6), st.integers(2, 10**6), st.integers(0, 1))
def test_a_chance_and_its_complement_add_up_to_a_hundred(above: int, below: int, places: int) -> None:
    chance = Fraction(min(above, below - 1), below)
    total = Fraction(0)
    for each in (chance, 1 - chance):
        text = percent(each, places)
        shown = Fraction(text.removesuffix("%")) if text[0].isdigit() else Fraction(0 if text[0] == "<" else 100)
        assert abs(100 * each - shown) <= Fraction(1, 2 * 10**places)
        total += shown
    assert total == 100


def _tossed(coins: int, context: SolveContext) -> Distribution[int] | Answer:
    if not coins:
        return refusal("No toss", "R-1", "Coins", "none")
    if context.roller is None:
        return successes(coins, Fraction(1, 2))
    return certain(context.roller.successes(coins, 2, "Coins", "heads", lambda score: score == 1))


def _heads(
    coins: int, heads: Distribution[int], own: Side, opposing: Side | None, context: SolveContext
) -> tuple[Result, ...]:
    return tuple(Result(str(number), chance=chance) for number, chance in heads.sorted_items())


TOSSES = OneOutcome(_tossed, lambda coins, heads, context: Answer(f"{mean(heads)} heads"), _heads)
CONTEXT = SolveContext(RULESET.catalogue, RULESET.context(RULESET.demo()).house)
FORCE = RULESET.demo()
PEBBLE = Side(FORCE, FORCE.groups[0], FORCE.groups[0].units[0])
IN_BRIEF = TOSSES.brief(lambda coins, heads, context: Brief(f"{mean(heads)} of {coins}"))


def test_all_that_a_calculator_says_comes_of_one_outcome() -> None:
    assert TOSSES.solve(2, CONTEXT).headline == "1 heads"
    assert IN_BRIEF(2, CONTEXT) == Brief("1 of 2")
    results = TOSSES.results(2, PEBBLE, None, CONTEXT)
    assert [(each.label, each.chance) for each in results] == [
        ("0", Fraction(1, 4)),
        ("1", Fraction(1, 2)),
        ("2", Fraction(1, 4)),
    ]
    roller = seeded_roller(3)
    (rolled,) = TOSSES.roll(2, PEBBLE, None, CONTEXT, roller)
    (dice,) = roller.dice
    assert (rolled.label, len(dice.good) + len(dice.bad)) == (str(len(dice.good)), 2)


def test_a_refused_question_has_neither_results_nor_dice() -> None:
    roller = seeded_roller(3)
    assert TOSSES.solve(0, CONTEXT).headline == "No toss"
    assert IN_BRIEF(0, CONTEXT) == Brief("No toss", "no", refused=True)
    assert TOSSES.results(0, PEBBLE, None, CONTEXT) == TOSSES.roll(0, PEBBLE, None, CONTEXT, roller) == ()
    assert roller.dice == ()
