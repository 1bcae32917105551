"""Ready platoons to start from, and the army shown as an example."""

from dataclasses import replace
from typing import Any

from rulesets.core.forces.force import Force
from rulesets.core.texts.data_files import load_templates

from .catalogue import CATALOGUE, UNIT_KIND, enlist
from .house_rules import DATA
from .units import Platoon, WarForce, WarUnit

SLUG = "warstrike"


def _read_unit(row: dict[str, Any]) -> WarUnit:
    """A unit of the example set as it is enlisted; raises ``KeyError``."""
    return enlist({entry.key: entry for entry in CATALOGUE.of_kind(UNIT_KIND.slug)}[row["entry"]])


TEMPLATES = load_templates(DATA, Platoon(), _read_unit)


def demo() -> Force[WarForce, Platoon, WarUnit]:
    """A legal army of the example set: seven units, two Officers and a Hero."""
    first, second, third = TEMPLATES
    command = replace(second, units=(*second.units[:2], third.units[0]))
    platoons = first.build("First Platoon"), command.build("Command")
    return Force(SLUG, "Example task force", WarForce(), platoons).with_ids()


def rival() -> Force[WarForce, Platoon, WarUnit]:
    """A legal army of the example set: an assault platoon and a strike group."""
    _, assault, strike = TEMPLATES
    platoons = assault.build("Assault Platoon"), strike.build("Strike Group")
    return Force(SLUG, "Example raiders", WarForce(), platoons).with_ids()
