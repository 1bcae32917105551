"""What makes a unit and a force legal: rules on units, their weapons, vehicles and whole forces."""

from rulesets.core.rules import Rule
from rulesets.systems.forge_of_war.legality.forces import FORCE_RULES
from rulesets.systems.forge_of_war.legality.units import UNIT_RULES
from rulesets.systems.forge_of_war.legality.vehicles import VEHICLE_RULES
from rulesets.systems.forge_of_war.legality.weapons import WEAPON_RULES

RULES: tuple[Rule, ...] = UNIT_RULES + WEAPON_RULES + VEHICLE_RULES + FORCE_RULES
