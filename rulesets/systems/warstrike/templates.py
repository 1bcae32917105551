"""Ready platoons to start from, and the army shown as an example."""

from __future__ import annotations

from rulesets.core.force import Force, Group, Unit
from rulesets.core.ruleset import Template
from rulesets.systems.warstrike.catalogue import CATALOGUE, UNIT_KIND, enlist
from rulesets.systems.warstrike.units import Platoon, WarForce, WarUnit

SLUG = "warstrike"


def example(key: str) -> WarUnit:
    """A unit of the example set as it is enlisted; raises ``KeyError``."""
    for entry in CATALOGUE.of_kind(UNIT_KIND.slug):
        if entry.key == key:
            return enlist(entry)
    raise KeyError(key)


TEMPLATES = (
    Template(
        "rifle-platoon",
        "Rifle platoon (example)",
        "A lieutenant, two rifle sections and a support team.",
        Platoon(),
        (
            ("Lieutenant", example("lieutenant")),
            ("First section", example("rifle-section")),
            ("Second section", example("rifle-section")),
            ("Support", example("support-team")),
        ),
    ),
    Template(
        "assault-platoon",
        "Assault platoon (example)",
        "A captain who inspires, an assault section and scouts.",
        Platoon(),
        (
            ("Captain", example("captain")),
            ("Assault section", example("assault-section")),
            ("Scouts", example("scouts")),
        ),
    ),
    Template(
        "strike-group",
        "Strike group (example)",
        "A champion, veterans and a walker.",
        Platoon(),
        (
            ("Champion", example("champion")),
            ("Veterans", example("veterans")),
            ("Walker", example("walker")),
        ),
    ),
)


def demo() -> Force[WarForce, Platoon, WarUnit]:
    """A legal army of the example set: seven units, two Officers and a Hero."""
    first, second, third = TEMPLATES
    platoons = (
        ("First Platoon", first.units),
        ("Command", (*second.units[:2], third.units[0])),
    )
    groups = tuple(
        Group("", name, Platoon(), tuple(Unit("", spec, title) for title, spec in units)) for name, units in platoons
    )
    return Force(SLUG, "Example task force", WarForce(), groups).with_ids()
