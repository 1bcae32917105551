"""How far orders and Inspiration reach, who gives them, and what they cost (WS-OFF, WS-INS)."""

from __future__ import annotations

from rulesets.core.house_rules import HouseRules
from rulesets.systems.warstrike.phase import Role
from rulesets.systems.warstrike.tables import REACH
from rulesets.systems.warstrike.units import INCHES, WarUnit

STEADY = "officer_must_be_steady"
RANGE = "range_to"
AURA = "inspire_aura"
SCOPE = "inspire_scope"


def reach_words(house: HouseRules) -> str:
    """From where to where the reach of orders and Inspiration is measured."""
    to = {"nearest": "its nearest model", "leader": "its leader", "whole": "its farthest model"}
    return house.resolve(lambda reading: f"within {REACH}{INCHES}, measured to {to[reading]}", RANGE)


def aura_words(house: HouseRules) -> str:
    """When a unit must be in reach to be Inspired."""
    when = {"moment": "in reach when Inspiration is given", "moving": "in reach when they roll"}
    return house.resolve(lambda reading: when[reading], AURA)


def scope_words(house: HouseRules) -> str:
    """Who gives up a normal action for Inspiration."""
    who = {"unit": "the whole unit", "model": "the model alone"}
    return house.resolve(lambda reading: who[reading], SCOPE)


def officer_words(house: HouseRules) -> str:
    """Which Officers may give orders."""
    who = {
        "off": "also while suppressed, fallen back or gone to ground",
        "on": "only while without markers, not fallen back or gone to ground",
    }
    return house.resolve(lambda reading: who[reading], STEADY)


def role_of(spec: WarUnit) -> Role:
    """What the unit's Officers and Heroes may do for others."""
    if spec.officers:
        return Role.INSPIRING_OFFICER if spec.inspires else Role.OFFICER
    return Role.INSPIRING_HERO if spec.inspires else Role.NONE
