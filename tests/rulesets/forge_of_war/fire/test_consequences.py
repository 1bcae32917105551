"""All that a volley brings: hits, D-markers, backfires."""

import icepool
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.core.dice import at_least, mean
from rulesets.systems.forge_of_war.fire.consequences import consequences, consequences_of
from rulesets.systems.forge_of_war.fire.shooting import Target, aim_at, body_of
from rulesets.systems.forge_of_war.fire.shots import Shooters, WeaponBearer, WeaponsFired, volley_shots
from rulesets.systems.forge_of_war.hits import (
    Policy,
    marker_limit,
)
from rulesets.systems.forge_of_war.tables import (
    Cover,
    Training,
)
from tests.rulesets.forge_of_war.rolls import brute, context, same_as_icepool
from tests.rulesets.forge_of_war.worked import (
    chances,
    expected,
    fired,
)


@given(
    st.lists(
        st.tuples(st.sampled_from(["smg", "lsw", "hmg", "rpg_he", "plasma_rifle"]), st.integers(1, 20)),
        min_size=1,
        max_size=3,
    ),
    st.integers(3, 9),
    st.integers(0, 6),
    st.sampled_from(list(Cover)),
)
@settings(max_examples=40)
def test_large_volleys_agree_with_another_library(
    weapons: list[tuple[str, int]], sv: int, av: int, cover: Cover
) -> None:
    played = context()
    shooters = Shooters(
        sv=sv, bearer=WeaponBearer.VEHICLE, volleys=tuple(WeaponsFired(weapon, count) for weapon, count in weapons)
    )
    fired = volley_shots(shooters, aim_at(Target(av=av, cover=cover), 8, played), played)
    pools = [shot.dice @ icepool.coin(shot.chance.numerator, shot.chance.denominator) for shot in fired]
    done = consequences_of(fired, aim_at(Target(av=av, cover=cover), 8, played), played)
    same_as_icepool(done.hits, sum(pools[1:], start=pools[0]))


def test_backfires_of_three_rifles() -> None:
    played = context()
    done = consequences(Shooters(volleys=(WeaponsFired("plasma_rifle", 3),)), aim_at(Target(), 10, played), played)
    assert done.backfire == brute(3, lambda roll: sum(die == 1 for die in roll))


def test_rows_of_one_weapon_backfire_once_where_the_unit_rolls_once() -> None:
    played = context(plasma_backfire="per_unit")
    shooters = Shooters(volleys=(WeaponsFired("plasma_rifle", 2), WeaponsFired("plasma_rifle", 1, distance=6)))
    done = consequences(shooters, aim_at(Target(), 10, played), played)
    assert done.backfire == brute(1, lambda roll: int(roll[0] == 1))


def test_w27() -> None:
    target = Target(training=Training.MILITIA, markers=2)
    played = context()
    aim = aim_at(target, 10, played)
    done = consequences(Shooters(sv=8, volleys=(WeaponsFired("sniper_rifle", 2),)), aim, played)
    results = done.losses(body_of(target), marker_limit(Policy.MARKERS, 0), played.house)
    (gained,) = {result.markers for result in results.outcomes()}
    assert {
        "markers afterwards": target.markers + gained,
        "hits (each removes a figure: cap reached)": chances(results.map(lambda each: each.figures)),
        "mean figures lost": str(mean(results.map(lambda each: each.figures))),
    } == expected("W27")


def test_w28() -> None:
    volley = fired(Shooters(sv=7, volleys=(WeaponsFired("plasma_rifle", 5),)), Target(av=4), 10)
    own = consequences_of(volley, aim_at(Target(av=4), 10, context()), context()).backfire
    assert {
        "modified SV": volley[0].value,
        "mean hits": str(volley[0].mean),
        "backfire hits": chances(own),
        "mean backfire": str(mean(own)),
        "P(at least one backfire)": str(at_least(own, 1)),
    } == expected("W28")
