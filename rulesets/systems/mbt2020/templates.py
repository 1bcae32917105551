"""Ready battle groups to start from, each of twelve stands with a BGHQ, and the army shown as an example."""

from functools import partial
from typing import Final

from rulesets.core.declarations.codec import decode
from rulesets.core.forces.force import Force
from rulesets.core.ruleset import Template
from rulesets.core.texts.data_files import load_templates

from .house_rules import DATA
from .units import Army, ArmyForce, BattleGroup, Stand

TEMPLATES: Final[tuple[Template[BattleGroup, Stand], ...]] = load_templates(DATA, BattleGroup(), partial(decode, Stand))


def demo() -> ArmyForce:
    """A British army of two battle groups, legal throughout."""
    ready = {template.slug: template for template in TEMPLATES}
    groups = ready["tank"].build("Royal Tank battle group"), ready["combined"].build("Armoured infantry battle group")
    army = Army(nation="united-kingdom", agreed_groups=2, fakes=7)
    return Force("mbt2020", "3rd Division", army, groups).with_ids()


def rival() -> ArmyForce:
    """A German army of two battle groups, legal throughout."""
    ready = {template.slug: template for template in TEMPLATES}
    groups = ready["heavy-tank"].build("Tank battle group"), ready["carrier"].build("Carrier infantry battle group")
    army = Army(nation="germany", agreed_groups=2, fakes=7)
    return Force("mbt2020", "10th Panzer Division", army, groups).with_ids()
