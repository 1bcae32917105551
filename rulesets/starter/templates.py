"""Ready squads to start from, and the army shown as an example."""

from typing import Any

from rulesets.core.forces.force import Force
from rulesets.core.texts.data_files import load_templates

from .catalogue import DATA
from .units import Army, Squad, Troops

SLUG = "starter"


def troops(row: dict[str, Any]) -> Troops:
    """A unit of a ready squad."""
    return Troops(row["troop_type"], row["models"])


TEMPLATES = load_templates(DATA, Squad(), troops)


def demo() -> Force[Army, Squad, Troops]:
    """A legal army of one ready squad."""
    return Force(SLUG, "Example army", Army(), (TEMPLATES[0].build("First squad"),)).with_ids()
