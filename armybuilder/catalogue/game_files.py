"""A game as BattleScribe's files: the system (``.gst``) and the catalogue of its entries (``.cat``)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from xml.etree.ElementTree import Element

from armybuilder.catalogue.battlescribe import (
    REVISION,
    catalogue_id,
    category_id,
    cost_name,
    element,
    entry_id,
    force_id,
    game_id,
    ident,
    listing,
    profiles_of_card,
    root,
    rules_of_card,
    statline,
)
from armybuilder.catalogue.cells import guarded
from rulesets.core.catalogue import Entry
from rulesets.core.force import Group, Unit
from rulesets.core.ruleset import AnyRuleset


def write_game_system(ruleset: AnyRuleset) -> bytes:
    """The game's system: costs, shapes of statlines, categories, kinds of force."""
    types: dict[str, Element] = {}
    for each in (found for entry in ruleset.catalogue for found in _profiles(ruleset, entry)):
        headings = [
            element("characteristicType", id=cell.get("typeId", ""), name=cell.get("name", ""))
            for cell in each.findall("characteristics/characteristic")
        ]
        type_id, name = each.get("typeId", ""), each.get("typeName", "")
        types[type_id] = element("profileType", [listing("characteristicTypes", headings)], id=type_id, name=name)
    categories = [kind.plural for kind in ruleset.kinds if kind.enlist]
    categories += [ruleset.words.units.capitalize(), "Configuration"]
    forces = [f"{ruleset.words.force.capitalize()} settings", ruleset.words.group.capitalize()]
    cost = cost_name(ruleset)
    return root(
        "gameSystem",
        [
            listing("costTypes", [element("costType", id=ident(ruleset.slug, "cost", cost), name=cost)]),
            listing("profileTypes", types.values()),
            listing(
                "categoryEntries",
                (_named("categoryEntry", category_id(ruleset, name), name) for name in dict.fromkeys(categories)),
            ),
            listing("forceEntries", (_named("forceEntry", force_id(ruleset, name), name) for name in forces)),
        ],
        id=game_id(ruleset),
        name=ruleset.title,
        revision=REVISION,
    )


def write_catalogue(ruleset: AnyRuleset) -> bytes:
    """The game's entries: units to choose, and what they refer to as shared entries."""
    entries = list(ruleset.catalogue)
    units = [entry for entry in entries if ruleset.kind(entry.kind).enlist]
    return root(
        "catalogue",
        [
            listing("selectionEntries", (_selection_entry(ruleset, entry, "unit") for entry in units)),
            listing(
                "sharedSelectionEntries",
                (_selection_entry(ruleset, entry, "upgrade") for entry in entries if entry not in units),
            ),
        ],
        id=catalogue_id(ruleset),
        name=ruleset.title,
        revision=REVISION,
        gameSystemId=game_id(ruleset),
        gameSystemRevision=REVISION,
    )


def _named(tag: str, own_id: str, name: str) -> Element:
    return element(tag, id=own_id, name=name, hidden="false")


def _selection_entry(ruleset: AnyRuleset, entry: Entry[Any], kind: str) -> Element:
    here, plural = entry_id(ruleset, entry.kind, entry.key), ruleset.kind(entry.kind).plural
    link = element(
        "categoryLink",
        id=ident(here, "category"),
        name=plural,
        hidden="false",
        targetId=category_id(ruleset, plural),
        primary="true",
    )
    cost = cost_name(ruleset)
    costs = [element("cost", name=cost, typeId=ident(ruleset.slug, "cost", cost), value="1.0")]
    return element(
        "selectionEntry",
        [
            listing("profiles", _profiles(ruleset, entry)),
            _rules(ruleset, entry),
            listing("categoryLinks", [link] if kind == "unit" else []),
            listing("costs", costs if kind == "unit" else []),
        ],
        id=here,
        name=entry.name,
        hidden="false",
        type=kind,
    )


def _card(ruleset: AnyRuleset, entry: Entry[Any]) -> Any:
    """The card of a unit of the entry; ``None`` for what is no unit by itself."""
    enlist = ruleset.kind(entry.kind).enlist
    if enlist is None:
        return None
    unit: Unit[Any] = Unit("u1", enlist(entry))
    group: Group[Any, Any] = Group("g1", "", ruleset.group(), (unit,))
    return ruleset.card(unit, group, ruleset.context(replace(ruleset.new_force(), groups=(group,))))


def _profiles(ruleset: AnyRuleset, entry: Entry[Any]) -> Iterable[Element]:
    card, here = _card(ruleset, entry), entry_id(ruleset, entry.kind, entry.key)
    if card is not None:
        return list(profiles_of_card(ruleset, card, here))
    kind = ruleset.kind(entry.kind)
    facts = [(heading, guarded(text)) for heading, text in kind.facts(entry.spec)]
    return [statline(ruleset, f"{kind.title} entry", entry.name, facts, here)]


def _rules(ruleset: AnyRuleset, entry: Entry[Any]) -> Element | None:
    card = _card(ruleset, entry)
    return rules_of_card(card, entry_id(ruleset, entry.kind, entry.key)) if card is not None else None
