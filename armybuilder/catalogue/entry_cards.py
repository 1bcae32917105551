"""The card of a catalogue entry: that of a unit of it, or for other entries, such as a weapon, their facts."""

from dataclasses import replace
from typing import Any

from armybuilder.catalogue.tables import short_and_long
from rulesets.core.cards import Card
from rulesets.core.declarations.catalogue import Catalogue, Entry, EntryKind, Source
from rulesets.core.forces.force import Unit, add_group
from rulesets.core.reference import Line
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.tables import Stat


def card_of_entry(ruleset: AnyRuleset, kind: EntryKind[Any], entry: Entry[Any], own: Catalogue) -> Card:
    """The card of an entry of the game or of a player whose own entries it may refer to; it has no place in an army."""
    if kind.enlist is None:
        short, long = short_and_long(kind.facts(entry.spec))
        stats = tuple(Stat(heading, text, kind.meanings.get(heading, "")) for heading, text in short)
        lines = tuple(Line(kind.meanings.get(heading, heading), text) for heading, text in long)
        return Card(entry.name, kind.title, stats=stats, lines=lines)
    players = own.with_entries((entry,)) if entry.source is Source.OWN else own
    force = replace(ruleset.new_force(""), entries=tuple(players))
    force = add_group(force, "", ruleset.group(), (Unit("", kind.enlist(entry)),))
    group = force.groups[0]
    return replace(ruleset.card(group.units[0], group, ruleset.context(force)), corner="")
