"""The card of a catalogue entry: that of a unit of it, or of what is no unit, such as a weapon, its facts."""

from typing import Any

from armybuilder.armies.own_entries import with_copies
from armybuilder.schema_forms.values import NOTHING
from rulesets.core.cards import Card
from rulesets.core.declarations.catalogue import Catalogue, Entry, EntryKind
from rulesets.core.forces.force import Unit, add_group
from rulesets.core.reference import Line
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.tables import Stat

MAX_STAT_LENGTH = 8
"""Most letters of a fact and its heading that are printed as a number; longer ones are lines."""


def card_of_entry(ruleset: AnyRuleset, kind: EntryKind[Any], entry: Entry[Any], own: Catalogue) -> Card:
    """The card of an entry of the game or of a player whose own entries it may refer to."""
    if kind.enlist is None:
        facts = [fact for fact in kind.facts(entry.spec) if fact[1] not in ("", NOTHING)]
        short = [fact for fact in facts if max(map(len, fact)) <= MAX_STAT_LENGTH]
        stats = tuple(Stat(heading, text, kind.meanings.get(heading, "")) for heading, text in short)
        lines = tuple(
            Line(kind.meanings.get(heading, heading), text) for heading, text in facts if (heading, text) not in short
        )
        return Card(entry.name, kind.title, stats=stats, lines=lines)
    spec = kind.enlist(entry)
    force = with_copies(ruleset.new_force(""), entry, own, spec)
    force = add_group(force, "", ruleset.group(), (Unit("", spec),))
    group = force.groups[0]
    return ruleset.card(group.units[0], group, ruleset.context(force))
