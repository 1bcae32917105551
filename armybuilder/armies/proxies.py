"""Which units of an army its owner has no models of, as a collection says, which the armies do not import."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.dispatch import Signal

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from rulesets.core.collection import EntryId, models_of_units

owners_models_requested = Signal()
"""Sent with an ``army``; receivers return the number of models by catalogue entry that its owner has."""


def models_of_owner(army: Army) -> Mapping[EntryId, int]:
    """How many models the army's owner has of each entry; empty for an owner who keeps no collection of the game."""
    answers: Any = owners_models_requested.send(Army, army=army)
    return next((counts for _, counts in answers if counts), {})


def modelled_shares(loaded: LoadedArmy, counts: Mapping[EntryId, int]) -> Mapping[str, Fraction]:
    """The share of each unit's models that there are, by the unit's id; the first units of the army get them first."""
    remaining, shares = dict(counts), {}
    for unit, entry, needed in models_of_units(loaded.ruleset, loaded.force, loaded.context):
        there = min(needed, remaining.get(entry, 0))
        if there:
            remaining[entry] -= there
            shares[unit.id] = Fraction(there, needed)
    return shares
