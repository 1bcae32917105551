"""Shots: the dice and values of every weapon that fires."""

import pytest

from rulesets.core.dice import at_least, mean
from rulesets.systems.forge_of_war.fire.shooting import Target, aim_at
from rulesets.systems.forge_of_war.fire.shots import FireMode, Shooters, Shot, WeaponsFired, volley_shots
from rulesets.systems.forge_of_war.tables import Facing
from rulesets.systems.forge_of_war.vehicles.targets import VehicleTarget, aim_at_vehicle
from tests.rulesets.forge_of_war.rolls import context
from tests.rulesets.forge_of_war.worked import (
    MILITIA,
    RIFLES,
    SQUAD,
    chances,
    expected,
    fired,
    hits_of,
    one,
    same,
)
from tests.variance import variance

FLAMES = (WeaponsFired("flame_thrower", 1, in_area=1), WeaponsFired("shotgun_solid", 1))


@pytest.mark.parametrize(("flames", "dice"), [("automatic", [1, 1]), ("roll_each", [1, 0])])
def test_flames_take_part_in_rounding_only_where_they_are_rolled(flames: str, dice: list[int]) -> None:
    """Values -1 and -2 at AV 6: a third and a half of a die are one, of the best value; a half alone is one too."""
    aim = aim_at(Target(av=6), 10, context())
    shooters = Shooters(sv=4, figures=2, volleys=FLAMES)
    shots = volley_shots(shooters, aim, context(flame_hits=flames, zero_pool_group="unit"))
    assert [shot.dice for shot in shots] == dice
    assert bool(shots[0].automatic) is (flames == "automatic")


def test_weapons_that_harm_no_vehicle_take_no_die_from_those_that_do() -> None:
    """At AV 9 a single pistol has value 0 and half a die, two shotguns without WV are at -2: half a die more."""
    pistol, solid = WeaponsFired("auto_pistol", 1), WeaponsFired("shotgun_solid", 1)
    shooters = Shooters(sv=7, figures=2, volleys=(solid, pistol))
    aim = aim_at_vehicle(VehicleTarget(av=9, facing=Facing.SIDE), 5)
    house = context(zero_pool_group="unit")
    assert [shot.dice for shot in volley_shots(shooters, aim, house)] == [1, 1]


def test_w18() -> None:
    shot = one("missile_heap", 4, Target(av=4), 25, 5, moved=4)
    assert {
        "modified SV": shot.value,
        "dice": shot.dice,
        "hits": chances(shot.hits(context())),
        "mean": str(shot.mean),
    } == expected("W18")


def test_w19() -> None:
    shot = one("missile_heap", 4, Target(av=4), 20, 5, moved=4)
    assert {"modified SV": shot.value, "hits": chances(shot.hits(context())), "mean": str(shot.mean)} == expected("W19")


def in_groups(volley: tuple[Shot, ...]) -> str:
    return "; ".join(
        f"{shot.entry.key} {shot.volley.count} x{shot.each} m={shot.value} dice={shot.dice} p={shot.chance}"
        for shot in volley
    )


def test_w20() -> None:
    volley = fired(Shooters(sv=7, volleys=SQUAD), MILITIA, 10)
    hits = hits_of(volley)
    wanted = expected("W20")
    same(hits, wanted.pop("hits"))
    assert {
        "groups (weapon, figures, dice each, modified SV, dice, p)": in_groups(volley),
        "mean": str(mean(hits)),
        "variance": str(variance(hits)),
        "P(at least 10)": str(at_least(hits, 10)),
    } == wanted


@pytest.mark.parametrize(("case", "moved"), [("W21", 4), ("W22", 0)])
def test_w21_and_w22(case: str, moved: int) -> None:
    volley = fired(Shooters(sv=7, volleys=SQUAD, moved=moved), MILITIA, 14)
    hits = hits_of(volley)
    wanted = expected(case)
    assert in_groups(volley) == wanted["groups"]
    same(hits, wanted["hits"])
    assert str(mean(hits)) == wanted["mean"]


def test_w24() -> None:
    shot = one("missile_heap", 9, Target(av=4), 3)
    assert {"modified SV": shot.value, "p": str(shot.chance)} == expected("W24")


def covering(moved: int) -> Shot:
    played = context()
    aim = aim_at(Target(), 10, played, FireMode.COVERING)
    return volley_shots(Shooters(sv=7, volleys=RIFLES, moved=moved), aim, played)[0]


def test_w44() -> None:
    assert {
        "value, moved": covering(6).value,
        "mean hits, moved (20 dice)": str(covering(6).mean),
        "value, not moved": covering(0).value,
        "mean hits, not moved": str(covering(0).mean),
    } == expected("W44")
