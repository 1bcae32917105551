"""The reach of orders and Inspiration, who gives them, and their cost (WS-OFF, WS-INS)."""

from rulesets.core.house_rules import by_reading

from .phase import LeaderRole
from .tables import REACH
from .units import INCHES, WarUnit

_WITHIN = f"within {REACH}{INCHES}, measured to its"

reach_words = by_reading(
    "range_to",
    nearest=f"{_WITHIN} nearest model",
    leader=f"{_WITHIN} leader",
    whole=f"{_WITHIN} farthest model",
)
"""How the reach of orders and Inspiration is measured."""

aura_words = by_reading("inspire_aura", moment="in reach when Inspiration is given", moving="in reach when they roll")
"""When a unit must be in reach to be Inspired."""

scope_words = by_reading("inspire_scope", unit="the whole unit", model="the model alone")
"""Who gives up a normal action for Inspiration."""

officer_words = by_reading(
    "officer_must_be_steady",
    off="also while suppressed, fallen back or gone to ground",
    on="only while without markers, not fallen back or gone to ground",
)
"""Which Officers may give orders."""


def role_of(spec: WarUnit) -> LeaderRole:
    """What the unit's Officers and Heroes may do for others."""
    if spec.officers:
        return LeaderRole.INSPIRING_OFFICER if spec.inspires else LeaderRole.OFFICER
    return LeaderRole.INSPIRING_HERO if spec.inspires else LeaderRole.NONE
