"""Rounding of the rulebook."""

from rulesets.systems.forum_combat.tables import half_again, half_up


def test_halves_are_rounded_as_the_rulebook_says() -> None:
    assert [half_again(number) for number in (0, 4, 5, 6)] == [0, 6, 7, 9]
    assert [half_up(number) for number in (0, 4, 5, 6)] == [0, 2, 3, 3]
