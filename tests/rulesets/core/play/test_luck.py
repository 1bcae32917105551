"""The luck of a match: its moments, and losses by turn and side."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

from rulesets.core.play.luck import MILLION, THOUSAND, Balance, Losses, Luck, Moment, Odds, luck_of


def test_moments_are_ranked_by_how_unlikely_they_were() -> None:
    moments = [
        Moment(number, 1, number % 2, replace(Odds(MILLION, MILLION), worse=worse, better=MILLION - worse))
        for number, worse in enumerate((990_000, 10_000, 500_000, 600_000, 700_000, 800_000, 900_000, 400_000), 1)
    ]
    luck = luck_of(moments)
    assert [each.number for each in luck.luckiest] == [1, 7, 6, 5, 4]
    assert [each.number for each in luck.unluckiest] == [2, 8]
    assert luck.luckiest[0].better == Fraction(1, 100)


def test_losses_are_added_by_turn_and_side() -> None:
    odds = Odds(1, 1, 500, 1500, 1000, 2000)
    luck = luck_of([Moment(1, 1, 0, odds), Moment(2, 1, 1, odds), Moment(3, 2, 0, odds)])
    assert luck.losses[1, 0] == Losses(Fraction(2), Fraction(3))
    assert luck.losses[2, 1] == Losses(Fraction(3, 2), Fraction(2))
    assert luck.total(0) == Losses(Fraction(5, 2), Fraction(4))
    assert Luck().total(1) == Losses()


def test_the_chance_of_losses_is_that_of_every_course_of_the_game() -> None:
    """Two engagements of the first side, one of the second: every way in which they may end, counted one by one."""
    quarter = MILLION // 4
    shot = (Balance(-2, quarter), Balance(-1, quarter), Balance(0, 2 * quarter))
    fight = (Balance(-3, quarter), Balance(1, 3 * quarter))
    courses = [(0, shot, -1), (1, fight, 1), (0, fight, 1)]
    moments = [
        Moment(number, 1, side, Odds(1, 1, 0, 0, max(0, real) * THOUSAND, max(0, -real) * THOUSAND, balances))
        for number, (side, balances, real) in enumerate(courses, 1)
    ]
    luck = luck_of(moments)
    sides = [side for side, _, _ in courses]
    for whose in (0, 1):
        signs = [1 if side == whose else -1 for side in sides]
        happened = sum(sign * real for sign, (_, _, real) in zip(signs, courses, strict=True))
        chance = Fraction(0)
        for ends in product(*(balances for _, balances, _ in courses)):
            weight = Fraction(1)
            for each in ends:
                weight *= Fraction(each.weight, MILLION)
            if sum(sign * each.lost for sign, each in zip(signs, ends, strict=True)) >= happened:
                chance += weight
        assert luck.this_or_worse(whose) == chance
    assert luck_of(moments[:0]).this_or_worse(0) is None
    certain = Moment(1, 1, 0, Odds(MILLION, MILLION, balances=(Balance(0, MILLION),)))
    assert luck_of([certain]).this_or_worse(0) is None
