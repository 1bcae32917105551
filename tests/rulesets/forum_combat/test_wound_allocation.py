"""Which units take wounds."""

from fractions import Fraction

import pytest

from rulesets.core.calculators import QuestionError
from rulesets.core.dice import mean
from rulesets.systems.forum_combat.volleys import Lot, VolleyTarget, volley
from rulesets.systems.forum_combat.wound_allocation import WoundTarget, fresh, tally, wound_needed
from tests.rulesets.forum_combat.rolls import ALIKE, MIXED, house


@pytest.mark.parametrize("target", [MIXED, ALIKE], ids=["mixed", "alike"])
def test_counts_agree_with_the_ends(target: VolleyTarget) -> None:
    """Where no wound can find nobody, those that are not saved are the damage that lands."""
    result = volley((Lot(2, 4, 4, 0, 1), Lot(1, 4, 5, 1, 1)), target, house())
    assert result.unsaved == result.landed_damage
    assert mean(result.hits) == Fraction(3, 2)
    for of in (result.hits, result.wounds, result.unsaved, result.out_of_action):
        assert sum((chance for _, chance in of.items()), Fraction(0)) == 1


def test_wounds_at_random_among_too_many_states_are_refused() -> None:
    bodies = (WoundTarget(3, 7, 9), WoundTarget(3, 7, 8))
    target = VolleyTarget(bodies, fresh(bodies, (20, 20)))
    with pytest.raises(QuestionError, match="too many") as refused:
        volley((Lot(40, 3, 4, 0, 1), Lot(40, 3, 4, 0, 2)), target, house(alloc="random"), "weapons")
    assert refused.value.field == "weapons"


def test_units_are_counted_by_how_they_are():
    bodies = (WoundTarget(3, 5, 2), WoundTarget(4, 4, 3))
    state = ((0, -2), (0, 0), (0, 1), (1, -5), (1, -2), (1, 3))
    assert tally(state, bodies) == (2, 2, -5, 4)
    assert tally((), bodies) == (0, 0, 0, 0)


def test_a_mixed_squad_is_as_tough_as_the_reading_says() -> None:
    bodies = (WoundTarget(3, 5, 1), WoundTarget(4, 5, 1), WoundTarget(5, 5, 1))
    units = ((0, 1), (0, 1), (1, 1), (2, 0))
    needed = {reading: wound_needed(4, units, bodies, house(mixed_t=reading)) for reading in ("majority", "highest")}
    assert needed == {"majority": 3, "highest": 4}
    assert wound_needed(4, ((1, 1), (2, 1)), bodies, house(mixed_t="lowest")) == 4
    assert wound_needed(4, ((2, 0), (2, -1)), bodies, house(mixed_t="lowest")) == 5
