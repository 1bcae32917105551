"""Formations to start from, and an example force."""

from dataclasses import replace
from functools import partial

from rulesets.core.declarations.codec import decode
from rulesets.core.forces.force import Force
from rulesets.core.ruleset import Template
from rulesets.core.texts.data_files import load_templates

from .house_rules import DATA
from .profiles import Armament
from .tables import Training
from .units import ForceList, Formation, ListedForce, ListedUnit

SLUG = "forge-of-war"
TEMPLATES: tuple[Template[Formation, ListedUnit], ...] = load_templates(DATA, Formation(), partial(decode, ListedUnit))

_SCOUTS = ListedUnit(
    troops="special_forces_recon", figures=5, weapons=(Armament("sniper_rifle", 1), Armament("assault_rifle", 3))
)
_TANK = ListedUnit(vehicle="battle_tank", figures=1, training=Training.PROFESSIONAL)


def demo() -> ListedForce:
    """A legal example: a mechanised platoon with mortars and a tank, optional rules in use."""
    mechanised, infantry = TEMPLATES[:2]
    _, second_squad, _, _, mortars = infantry.units
    rifles = replace(mechanised, units=(*mechanised.units[:3], second_squad, mechanised.units[3]))
    support = replace(mechanised, units=(mortars, ("Scouts", _SCOUTS), ("Hammer", _TANK)))
    force: ListedForce = Force(
        SLUG,
        "Third Mechanised",
        ForceList(covering_fire=True, stances=True, reaction_tests=True, indirect_fire=True, blast_radius=3),
        (rifles.build("Rifle platoon"), support.build("Support")),
    )
    return force.with_ids()


def rival() -> ListedForce:
    """A legal strike force of marines."""
    _, _, marines, _ = TEMPLATES
    force: ListedForce = Force(SLUG, "Strike Force Ember", ForceList(), (marines.build("Marines"),))
    return force.with_ids()
