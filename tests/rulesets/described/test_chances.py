"""Chances of dice through stages, against a count of everything that the dice can show."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.core.dice import Distribution, certain, die
from rulesets.core.play.rolls import Roller
from rulesets.described.chances import (
    MAX_DAMAGE,
    DieStage,
    Pool,
    TooMuch,
    after_stages,
    chance_of,
    damage_done,
    damage_of,
    difference,
    rolled_stages,
)
from rulesets.described.document import Keep, Reroll
from tests.rulesets.every_roll import every_roll


def stage(
    lowest: int,
    faces: int = 6,
    *,
    stops: bool = False,
    reroll: Reroll = Reroll.NONE,
    twice: int = 99,
    explodes: int = 99,
    explosions: int = 0,
) -> DieStage:
    return DieStage("To hit", faces, lowest, stops, reroll, twice, lowest, explodes, explosions)


def chances(of: Distribution[int]) -> dict[int, Fraction]:
    return dict(of.items())


def test_a_die_passes_on_its_score_or_more() -> None:
    assert chance_of(stage(4)) == Fraction(1, 2)
    assert chance_of(stage(7)) == 0
    assert chance_of(stage(1)) == chance_of(stage(-3)) == 1
    assert chance_of(stage(4, reroll=Reroll.FAILURES)) == Fraction(3, 4)
    assert chance_of(stage(4, reroll=Reroll.ONES)) == Fraction(7, 12)
    assert chance_of(stage(1, reroll=Reroll.ONES)) == 1


def test_two_dice_through_three_stages_are_counted_by_hand() -> None:
    """Of two dice each hits on 3+ and wounds on 5+, and is stopped by a save of 4+."""
    counted = Counter[int]()
    for scores in product(range(1, 7), repeat=6):
        counted[sum(scores[n] >= 3 and scores[n + 2] >= 5 and not scores[n + 4] >= 4 for n in range(2))] += 1
    total = sum(counted.values())
    found = after_stages(2, (stage(3), stage(5), stage(4, stops=True)))
    assert chances(found) == {number: Fraction(count, total) for number, count in counted.items()}


def test_a_score_that_counts_twice_is_two_dice_of_the_next_stage() -> None:
    counted = Counter[int]()
    for first, one, other in product(range(1, 7), repeat=3):
        goes_on = 2 if first == 6 else int(first >= 4)
        counted[sum(score >= 3 for score in (one, other)[:goes_on])] += 1
    found = after_stages(1, (stage(4, twice=6), stage(3)))
    assert chances(found) == {number: Fraction(count, 216) for number, count in counted.items()}


def test_extra_dice_are_counted_by_hand() -> None:
    """Two dice hit on 3+, and a 4 is followed by an extra die, at most two for each; every die can fall on four."""
    counted = Counter[int]()
    for scores in product(range(1, 5), repeat=6):
        hits = 0
        for die_with_extra in (scores[:3], scores[3:]):
            for score in die_with_extra:
                hits += score >= 3
                if score < 4:
                    break
        counted[hits] += 1
    found = after_stages(2, (stage(3, faces=4, explodes=4, explosions=2),))
    assert chances(found) == {number: Fraction(count, 4**6) for number, count in counted.items()}


def test_a_die_that_does_not_pass_does_not_explode() -> None:
    assert chances(after_stages(1, (stage(6, explodes=5, explosions=1),))) == {
        0: Fraction(5, 6),
        1: Fraction(5, 36),
        2: Fraction(1, 36),
    }


@given(
    st.integers(0, 2),
    st.builds(
        stage,
        st.integers(1, 4),
        st.sampled_from([2, 3]),
        reroll=st.sampled_from(list(Reroll)),
        explodes=st.integers(1, 4),
        explosions=st.integers(1, 3),
    ),
    st.integers(1, 3),
)
def test_rolled_extra_dice_have_the_exact_chances(dice: int, exploding: DieStage, save: int) -> None:
    stages = (exploding, stage(save, 2, stops=True))
    rolled = every_roll(lambda roller: rolled_stages(dice, stages, roller))
    assert rolled == chances(after_stages(dice, stages))


@given(
    st.integers(0, 3),
    st.lists(
        st.builds(
            DieStage,
            st.just("Stage"),
            st.sampled_from([2, 3, 4]),
            st.integers(0, 5),
            st.booleans(),
            st.sampled_from(list(Reroll)),
            st.integers(2, 5),
            st.just(0),
        ),
        min_size=1,
        max_size=2,
    ),
)
def test_rolled_dice_have_the_exact_chances(dice: int, stages: list[DieStage]) -> None:
    read = tuple(stages)
    rolled = every_roll(lambda roller: rolled_stages(dice, read, roller))
    assert rolled == chances(after_stages(dice, read))


@pytest.mark.parametrize(
    ("damages", "hit_points", "models", "out"),
    [
        ([2, 2, 2], 0, 0, 6),
        ([], 3, 5, 0),
        ([2, 2], 3, 5, 1),
        ([9, 1, 1, 1], 3, 5, 2),
        ([3, 3, 3], 3, 2, 2),
        ([1, 1, 1], 1, 9, 3),
    ],
)
def test_damage_beyond_a_model_is_lost(damages: list[int], hit_points: int, models: int, out: int) -> None:
    assert damage_done(damages, hit_points, models) == out


@given(st.integers(0, 4), st.integers(0, 5), st.integers(1, 3))
def test_damage_of_many_hits_is_that_of_every_order(hits: int, hit_points: int, models: int) -> None:
    each = die(3)
    counted = Counter(damage_done(damages, hit_points, models) for damages in product(range(1, 4), repeat=hits))
    found = damage_of(certain(hits), each, hit_points, models)
    assert chances(found) == {number: Fraction(count, 3**hits) for number, count in counted.items()}


@pytest.mark.parametrize("keep", Keep)
@pytest.mark.parametrize("dice", [0, 1, 3])
def test_what_counts_of_several_dice(dice: int, keep: Keep) -> None:
    of = {
        Keep.SUM: sum,
        Keep.HIGHEST: lambda scores: max(scores, default=0),
        Keep.LOWEST: lambda scores: min(scores, default=0),
    }
    counted = Counter(of[keep](scores) + 2 for scores in product(range(1, 5), repeat=dice))
    assert chances(Pool(dice, 4, keep, 2).totals) == {
        number: Fraction(count, 4**dice) for number, count in counted.items()
    }


def test_a_die_that_explodes_is_added_up() -> None:
    """A 3 of a die with three faces is rolled again and added, at most twice."""
    counted = Counter[int]()
    for first, second, third in product(range(1, 4), repeat=3):
        counted[first if first < 3 else first + second if second < 3 else first + second + third] += 1
    assert chances(Pool(1, 3, Keep.SUM, 0, 3, 2).totals) == {n: Fraction(count, 27) for n, count in counted.items()}


@pytest.mark.parametrize("keep", Keep)
@given(st.integers(0, 3), st.integers(2, 3), st.integers(-1, 1), st.integers(1, 4), st.integers(0, 2))
def test_a_rolled_pool_has_the_exact_chances(
    keep: Keep, dice: int, faces: int, bonus: int, explodes: int, explosions: int
) -> None:
    pool = Pool(dice, faces, keep, bonus, explodes, explosions)
    assert every_roll(lambda roller: pool.rolled("Roll", roller)) == chances(pool.totals)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: after_stages(401, (stage(4),)), "These are 401 dice. The odds are worked out for at most 400."),
        (
            lambda: Pool(11, 100, Keep.SUM).totals,
            "These are 11 dice of 100 faces, too many to add up. Ask about fewer.",
        ),
        (
            lambda: Pool(10, 20, Keep.SUM, 0, 20, 5).totals,
            "These are 10 dice of 20 faces, too many to add up. Ask about fewer.",
        ),
        (
            lambda: Pool(401, 6, Keep.LOWEST).totals,
            "These are 401 dice. The odds are worked out for at most 400.",
        ),
        (
            lambda: after_stages(81, (stage(4, explodes=6, explosions=9),)),
            "These are up to 810 dice with the extra ones, too many to work out. Ask about fewer.",
        ),
        (
            lambda: after_stages(400, (stage(50, 97, reroll=Reroll.FAILURES), stage(50, 97, reroll=Reroll.FAILURES))),
            "400 dice have too many possible results to work out. Try fewer dice.",
        ),
        (
            lambda: difference(Pool(100, 6, Keep.SUM).totals, Pool(100, 6, Keep.SUM).totals),
            "These are too many dice on both sides to work out. Ask about fewer.",
        ),
        (
            lambda: damage_of(certain(11), certain(1000), 0, 0),
            f"This could do up to 11000 damage. The odds are worked out for at most {MAX_DAMAGE}.",
        ),
        (
            lambda: damage_of(certain(101), die(10), 0, 0),
            "These are up to 101 dice for damage, too many to work out. Ask about fewer.",
        ),
        (
            lambda: damage_of(certain(400), die(6), 10, 100),
            "So many hits on so many models would take too long to work out. Ask about fewer.",
        ),
    ],
)
def test_what_would_take_too_long_is_refused(ask: Callable[[], Any], message: str) -> None:
    with pytest.raises(TooMuch) as refused:
        ask()
    assert str(refused.value) == message


def never_rolled(below: int) -> int:
    raise AssertionError("too many dice were rolled")


@pytest.mark.parametrize(
    "roll",
    [
        lambda roller: rolled_stages(10**9, (stage(4),), roller),
        lambda roller: rolled_stages(400, (stage(4, explodes=6, explosions=9),), roller),
        lambda roller: Pool(10**9, 6, Keep.SUM).rolled("Roll", roller),
    ],
)
def test_too_many_dice_are_not_rolled_either(roll: Callable[[Roller], int]) -> None:
    with pytest.raises(TooMuch):
        roll(Roller(never_rolled))


def test_what_does_not_take_too_long_is_worked_out() -> None:
    assert sum(chances(after_stages(400, (stage(4, twice=6), stage(3)))).values()) == 1
    assert max(Pool(10, 100, Keep.SUM).totals.outcomes()) == 1000
    assert Pool(400, 100, Keep.HIGHEST).totals.outcomes() == frozenset(range(1, 101))
    assert max(after_stages(80, (stage(4, explodes=6, explosions=9), stage(3))).outcomes()) == 800
    assert damage_of(certain(60), die(3), 3, 20).outcomes() == {20}
