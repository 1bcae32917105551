"""Listed units: their own values beside those of the list."""

from typing import Any

import pytest

from rulesets.core.forces.force import Group, Unit
from rulesets.core.ruleset import Asks
from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.catalogue import CATALOGUE, context_of
from rulesets.systems.forge_of_war.profiles import Armament
from rulesets.systems.forge_of_war.tables import Arm, Training
from rulesets.systems.forge_of_war.units import Formation, ListedUnit, asks, statline
from tests.rulesets.forge_of_war import shorthand
from tests.rulesets.forge_of_war.rolls import house


def test_own_values_stand_beside_those_of_the_list() -> None:
    context = context_of(RULESET.new_force())
    stats = statline(ListedUnit(troops="line_infantry", cv=8, attacks=2), context.catalogue, context.house)
    assert stats.changed_fields == ("cv", "attacks")
    assert stats.line() == "CV8-SV7-FV6(2)-AV1-W1"
    carrier = statline(ListedUnit(vehicle="apc"), context.catalogue, context.house)
    assert carrier.line() == "CV7-SV6-FV0-AV7(1)-W1"
    assert (carrier.figures, carrier.training, carrier.cap) == (1, None, 3)
    assert (
        statline(
            ListedUnit(troops="close_assault_teams", training=Training.ELITE), context.catalogue, context.house
        ).cap
        == 5
    )


ARMS = [
    shorthand.entry({"kind": "weapon", "key": key, "range": reach, "close_combat": value})
    for key, reach, value in (("sword", 0, 1), ("axe", 0, 2), ("bayonet", 24, 1))
]


@pytest.mark.parametrize(
    ("weapons", "half", "every", "some"),
    [
        ({"sword": 10}, 1, 1, 1),
        ({"sword": 5}, 1, 0, 1),
        ({"sword": 4}, 0, 0, 1),
        ({"sword": 3, "axe": 3}, 1, 0, 2),
        ({"sword": 5, "axe": 5}, 2, 1, 2),
        ({"bayonet": 5}, 1, 0, 1),
        ({"smg": 10}, 0, 0, 0),
    ],
)
def test_the_bonus_of_enough_close_combat_weapons_counts(
    weapons: dict[str, int], half: int, every: int, some: int
) -> None:
    rows = tuple(Armament(key, count) for key, count in weapons.items())
    listed = ListedUnit(troops="line_infantry", figures=10, weapons=rows)
    for reading, bonus in (("half", half), ("all", every), ("any", some)):
        assert statline(listed, CATALOGUE.with_entries(ARMS), house(armed_share=reading)).close_combat == bonus


def test_the_best_of_profile_unit_and_weapons_counts() -> None:
    for own, bonus in ((1, 2), (3, 3)):
        listed = ListedUnit(troops="line_infantry", figures=10, weapons=(Armament("axe", 10),), close_combat=own)
        assert statline(listed, CATALOGUE.with_entries(ARMS), house()).close_combat == bonus


def test_pistols_give_a_vehicle_no_fighting_value() -> None:
    pintle = ListedUnit(vehicle="apc", weapons=(Armament("auto_pistol", 1),))
    assert statline(pintle, CATALOGUE, house()).fv_bonus == 0


def test_swords_need_no_figure_to_fire_them() -> None:
    listed = ListedUnit(troops="line_infantry", figures=10, weapons=(Armament("smg", 10), Armament("sword", 10)))
    stats = statline(listed, CATALOGUE.with_entries(ARMS), house())
    assert stats.manning.firing == 10
    assert [armed.entry.key for armed in stats.ranged] == ["smg"]


def test_a_blank_training_says_whose_it_is() -> None:
    def asked(**spec: Any) -> Asks:
        unit = Unit("u1", ListedUnit(**spec))
        return asks(unit, Group("g1", "", Formation(), (unit,)), context_of(RULESET.new_force()))

    assert asked(troops="line_infantry").blank == {"training": "Professional (from the troops)"}
    assert asked(vehicle="battle_tank").blank == {"training": "Professional (from the vehicle)"}
    assert asked(vehicle="apc").blank == {}
    assert asked(troops="line_infantry", training=Training.ELITE).blank == {}


def test_cavalry_alone_says_what_it_is_on_foot() -> None:
    def hidden(**spec: Any) -> frozenset[str]:
        unit = Unit("u1", ListedUnit(**spec))
        return asks(unit, Group("g1", "", Formation(), (unit,)), context_of(RULESET.new_force())).without

    assert hidden(troops="line_infantry") == {"dismounted"}
    assert hidden(troops="line_infantry", arm=Arm.CAVALRY) == frozenset()
    assert hidden(troops="line_infantry", dismounted="rioters") == frozenset()
