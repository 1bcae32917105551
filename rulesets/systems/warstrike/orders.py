"""The reach of orders and Inspiration, who gives them, and their cost (WS-OFF, WS-INS)."""

from .house_rules import WORDS
from .phase import LeaderRole
from .units import WarUnit

reach_words = WORDS.sentence("reach")
"""How the reach of orders and Inspiration is measured."""

aura_words = WORDS.sentence("aura")
"""When a unit must be in reach to be Inspired."""

scope_words = WORDS.sentence("scope")
"""Who gives up a normal action for Inspiration."""


def role_of(spec: WarUnit) -> LeaderRole:
    """What the unit's Officers and Heroes may do for others."""
    if spec.officers:
        return LeaderRole.INSPIRING_OFFICER if spec.inspires else LeaderRole.OFFICER
    return LeaderRole.INSPIRING_HERO if spec.inspires else LeaderRole.NONE
