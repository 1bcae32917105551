"""Aiming at figures: what cover, armour and stance do to a value."""

from collections.abc import Hashable
from fractions import Fraction

import pytest

from rulesets.core.dice import mean, successes
from rulesets.systems.forge_of_war.fire.shooting import Target
from rulesets.systems.forge_of_war.hits import (
    Pool,
    dice_to_roll,
    die_chance,
)
from rulesets.systems.forge_of_war.tables import (
    Cover,
    Stance,
)
from tests.rulesets.forge_of_war.rolls import house
from tests.rulesets.forge_of_war.worked import (
    chances,
    expected,
    one,
)


def laser_shot(target: Target, **chosen: str) -> tuple[int, int, Fraction]:
    """Twenty men of SV 6 with the example's rifle of WV 0 over half range: a solid shot at 10 of 12 inches."""
    value = one("shotgun_solid", 6, target, 10, 20, **chosen).value
    played = house()
    return value, dice_to_roll((Pool(20, 1, value),), played)[0], die_chance(value, played)


@pytest.mark.parametrize(
    ("case", "target", "chosen"),
    [
        ("W15", Target(av=7, cover=Cover.HARD), {}),
        ("W15", Target(armour="heavy_power", cover=Cover.HARD), {"hpa_av": "7"}),
        ("W16", Target(av=5, cover=Cover.HARD), {}),
        ("W16", Target(armour="heavy_power", cover=Cover.HARD), {}),
        ("W17", Target(av=5, cover=Cover.HARD), {"cover_mode": "both"}),
    ],
)
def test_w15_to_w17(case: str, target: Target, chosen: dict[str, str]) -> None:
    value, dice, chance = laser_shot(target, **chosen)
    hits = successes(dice, chance)
    found = {
        "modified SV": value,
        "dice": dice,
        "re-roll target": 10 + value,
        "p per die": str(chance),
        "hits": chances(hits),
        "mean": str(mean(hits)),
    }
    assert {name: found[name] for name in expected(case)} == expected(case)


def test_w45() -> None:
    def value(stance: Stance, shooting: Stance = Stance.NORMAL) -> int:
        return one("assault_rifle", 7, Target(stance=stance), 10, stance=shooting).value

    assert {
        "normal": value(Stance.NORMAL),
        "cautious target": value(Stance.CAUTIOUS),
        "hiding target": value(Stance.HIDING),
        "cautious shooter, normal target": value(Stance.NORMAL, Stance.CAUTIOUS),
    } == expected("W45")


@pytest.mark.parametrize(("case", "weapon"), [("W62", "assault_rifle"), ("W63", "missile_heap")])
def test_w62_and_w63(case: str, weapon: str) -> None:
    found: dict[Hashable, int] = {
        mode: one(weapon, 7, Target(cover=Cover.HARD), 10, cover_mode=mode).value for mode in ("penalty", "av", "both")
    }
    assert found == expected(case)
