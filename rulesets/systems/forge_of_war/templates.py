"""Formations to start from, and an example force."""

from __future__ import annotations

from rulesets.core.force import Force, Group, Unit
from rulesets.core.ruleset import Template
from rulesets.systems.forge_of_war.profiles import Armament
from rulesets.systems.forge_of_war.tables import Mount, Role, Training
from rulesets.systems.forge_of_war.units import ForceList, Formation, ListedForce, ListedUnit

SLUG = "forge-of-war"

_CARRIER_SYSTEMS = (
    Armament("heavy_flame_thrower", 1, mount=Mount.HULL),
    Armament("hmg", 2, mount=Mount.PINTLE),
)


def _squad(troops: str, *weapons: tuple[str, int], rides_in: str = "", role: Role = Role.NONE) -> ListedUnit:
    """Ten men with these weapons, or five of a command squad."""
    rows = tuple(Armament(key, count) for key, count in weapons)
    return ListedUnit(troops=troops, figures=5 if role.is_command else 10, weapons=rows, rides_in=rides_in, role=role)


_COMMAND = _squad("line_infantry", ("assault_rifle", 4), ("auto_pistol", 1), role=Role.FORCE_COMMANDER)
_CARRIER = ListedUnit(vehicle="apc", figures=1, training=Training.PROFESSIONAL, weapons=_CARRIER_SYSTEMS)
_RIDERS = _squad("line_infantry", ("assault_rifle", 8), ("lsw", 1), ("rpg_heap", 1), rides_in="Carrier 1")
_GUNS = ListedUnit(troops="line_infantry", figures=4, weapons=(Armament("hmg", 1), Armament("missile_heap", 1)))
_MORTARS = ListedUnit(troops="line_infantry", figures=4, weapons=(Armament("mortar_light", 2),))
_MARINES = _squad("marines", ("adv_assault_rifle", 7), ("minigun_20mm", 1), ("plasma_rifle", 2))
_ASSAULT = ListedUnit(
    troops="assault_marines", figures=6, weapons=(Armament("smg", 5), Armament("flame_thrower", 1)), grenades=True
)

TEMPLATES: tuple[Template[Formation, ListedUnit], ...] = (
    Template(
        "mechanised",
        "Mechanised platoon",
        "Command squad, a carrier with its squad, a weapon team",
        Formation(),
        (
            ("Headquarters", _COMMAND),
            ("Carrier 1", _CARRIER),
            ("First squad", _RIDERS),
            ("Weapon team", _GUNS),
        ),
    ),
    Template(
        "infantry",
        "Infantry platoon",
        "Three squads, machine gun and missile team, mortars",
        Formation(),
        (
            ("First squad", _squad("line_infantry", ("assault_rifle", 8), ("lsw", 1), ("rpg_heap", 1))),
            ("Second squad", _squad("line_infantry", ("assault_rifle", 8), ("lsw", 1), ("rpg_heap", 1))),
            ("Third squad", _squad("line_infantry", ("assault_rifle", 7), ("flame_thrower", 1), ("smg", 2))),
            ("Weapon team", _GUNS),
            ("Mortars", _MORTARS),
        ),
    ),
    Template(
        "marines",
        "Marine strike force",
        "A leader, two squads of marines, assault marines",
        Formation(),
        (
            (
                "Captain",
                ListedUnit(
                    troops="marine_leaders", figures=1, weapons=(Armament("auto_pistol", 1),), role=Role.FORCE_COMMANDER
                ),
            ),
            ("First squad", _MARINES),
            ("Second squad", _squad("marines", ("adv_assault_rifle", 8), ("laser_cannon", 2))),
            ("Assault squad", _ASSAULT),
        ),
    ),
    Template(
        "swarm",
        "Hive swarm",
        "A hive leader, two broods of small hivers, one of large ones",
        Formation(),
        (
            (
                "Hive leader",
                ListedUnit(
                    troops="hive_leaders", figures=1, role=Role.FORCE_COMMANDER, terrifying=True, melee_only=True
                ),
            ),
            ("First brood", ListedUnit(troops="hivers_small", figures=20)),
            ("Second brood", ListedUnit(troops="hivers_small", figures=20)),
            ("Great brood", ListedUnit(troops="hivers_large", figures=12)),
        ),
    ),
)


def demo() -> ListedForce:
    """A legal example: a mechanised platoon with mortars and a tank, optional rules in use."""
    units = (
        Unit("", _COMMAND, "Headquarters"),
        Unit("", _CARRIER, "Carrier 1"),
        Unit("", _RIDERS, "First squad"),
        Unit("", _squad("line_infantry", ("assault_rifle", 8), ("lsw", 1), ("rpg_heap", 1)), "Second squad"),
        Unit("", _GUNS, "Weapon team"),
    )
    support = (
        Unit("", _MORTARS, "Mortars"),
        Unit(
            "",
            ListedUnit(
                troops="special_forces_recon",
                figures=5,
                weapons=(Armament("sniper_rifle", 1), Armament("assault_rifle", 3)),
            ),
            "Scouts",
        ),
        Unit("", ListedUnit(vehicle="battle_tank", figures=1, training=Training.PROFESSIONAL), "Hammer"),
    )
    force: ListedForce = Force(
        SLUG,
        "Third Mechanised",
        ForceList(covering_fire=True, stances=True, reaction_tests=True, indirect_fire=True, blast_radius=3),
        (Group("", "Rifle platoon", Formation(), units), Group("", "Support", Formation(), support)),
    )
    return force.with_ids()
