"""What makes a unit and a force legal: rules on units, their weapons, vehicles and whole forces."""

from rulesets.core.forces.rules import Rule

from .forces import FORCE_RULES
from .units import UNIT_RULES
from .vehicles import VEHICLE_RULES
from .weapons import WEAPON_RULES

RULES: tuple[Rule, ...] = UNIT_RULES + WEAPON_RULES + VEHICLE_RULES + FORCE_RULES
