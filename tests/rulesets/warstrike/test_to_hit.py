from fractions import Fraction

import pytest

from rulesets.systems.warstrike.to_hit import hit_chance, number_to_hit


@pytest.mark.parametrize(
    ("bs", "ev", "number", "chance"),
    [
        (3, 3, 4, Fraction(1, 2)),
        (4, 3, 3, Fraction(2, 3)),
        (3, 4, 5, Fraction(1, 3)),
        (6, 2, 0, Fraction(1)),
        (6, 3, 1, Fraction(1)),
        (3, 5, 6, Fraction(1, 6)),
        (3, 6, 7, Fraction(0)),
        (1, 6, 9, Fraction(0)),
    ],
)
def test_skill_stands_against_evasion(bs: int, ev: int, number: int, chance: Fraction) -> None:
    assert (number_to_hit(bs, ev), hit_chance(bs, ev)) == (number, chance)
