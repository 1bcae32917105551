"""Melees over several rounds."""

from fractions import Fraction
from itertools import product

import pytest

from rulesets.systems.forum_combat.melee import Fighter, MeleeFight, Strikes
from rulesets.systems.forum_combat.volleys import Lot, VolleyTarget
from rulesets.systems.forum_combat.wound_allocation import WoundTarget, fresh, standing
from tests.rulesets.forum_combat.rolls import house


def one_line(count: int, shots: int = 0, blows: int = 1) -> Fighter:
    bodies = (WoundTarget(3, 5, 1),)
    return Fighter(
        VolleyTarget(bodies, fresh(bodies, (count,))),
        Strikes(((Lot(shots, 4, 3, 0, 1),),)),
        Strikes(((Lot(blows, 4, 3, 0, 1),),)),
    )


def losses(attackers: int, victims: int) -> dict[int, Fraction]:
    """Victims out of action by so many attacks of ACC 4+, STR 3 against T 3, SAV 5+, by every wound that can be."""
    unsaved = Fraction(1, 2) * Fraction(1, 2) * Fraction(2, 3)
    found: dict[int, Fraction] = {}
    for wounds in product((True, False), repeat=attackers):
        chance = Fraction(1)
        for landed in wounds:
            chance *= unsaved if landed else 1 - unsaved
        lost = min(victims, sum(wounds))
        found[lost] = found.get(lost, Fraction(0)) + chance
    return found


def rounds_by_hand(own: int, theirs: int, rounds: int, cq_still_strike: bool) -> dict[tuple[int, int], Fraction]:
    grid = {(own, theirs): Fraction(1)}
    for _ in range(rounds):
        after: dict[tuple[int, int], Fraction] = {}
        for (mine, other), chance in grid.items():
            for fallen, shot in losses(mine, other).items():
                striking = other if cq_still_strike else other - fallen
                for lost, blow in losses(mine, other - fallen).items():
                    for own_lost, back in losses(striking, mine).items():
                        key = (mine - own_lost, other - fallen - lost)
                        after[key] = after.get(key, Fraction(0)) + chance * shot * blow * back
        grid = after
    return grid


@pytest.mark.parametrize("still", ["fallen", "strike"])
def test_melee_rounds_by_hand(still: str) -> None:
    fight = MeleeFight(one_line(3, shots=1), one_line(4), house(cq_then_melee=still))
    for rounds in (1, 2, 3):
        found = fight.next_round().map(lambda at: (standing(at[0]), standing(at[1])))
        assert dict(found.items()) == rounds_by_hand(3, 4, rounds, still == "strike")


def test_only_those_who_reach_strike() -> None:
    bodies = (WoundTarget(3, 5, 1),)
    crowd = Fighter(VolleyTarget(bodies, fresh(bodies, (6,))), one_line(1).shots, one_line(1).blows, reach=2)
    found = MeleeFight(crowd, one_line(5, blows=0), house()).next_round().map(lambda at: 5 - standing(at[1]))
    assert dict(found.items()) == losses(2, 5)


def test_a_melee_of_unlike_units_keeps_who_is_left() -> None:
    """The first line falls first, so the survivor's own weapon counts in the second round."""
    bodies = (WoundTarget(3, 7, 1), WoundTarget(3, 7, 1))
    pair = Fighter(
        VolleyTarget(bodies, fresh(bodies, (1, 1))),
        Strikes(((Lot(0, 4, 3, 0, 1),), (Lot(0, 4, 3, 0, 1),))),
        Strikes(((Lot(0, 4, 3, 0, 1),), (Lot(1, 4, 6, 0, 1),))),
    )
    single = Fighter(
        VolleyTarget((WoundTarget(3, 7, 9),), ((0, 9),)),
        Strikes(((Lot(0, 4, 3, 0, 1),),)),
        Strikes(((Lot(1, 2, 6, 0, 1),),)),
    )
    fight = MeleeFight(pair, single, house())
    first = fight.next_round()
    left = {at[0] for at in first.outcomes()}
    assert left == {((0, 1), (1, 1)), ((1, 1),)}
    second = fight.next_round().map(lambda at: 9 - at[1][0][1])
    strike = Fraction(1, 2) * Fraction(5, 6)
    assert second.chance(2) == strike * strike
