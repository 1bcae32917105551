"""The luck of a match: its moments, and losses by turn and side."""

from dataclasses import replace
from fractions import Fraction

from rulesets.core.play.luck import MILLION, Losses, Luck, Moment, Odds, luck_of


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
