"""A game as BattleScribe's files: the system (``.gst``) and the catalogue of its entries (``.cat``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any
from xml.etree.ElementTree import Element

from armybuilder.catalogue.battlescribe import (
    CONFIGURATION,
    REVISION,
    SETTINGS,
    UNIT,
    army_force,
    attribute,
    catalogue_id,
    category_id,
    cells_of,
    cost_id,
    cost_names,
    costs,
    element,
    entry_id,
    force_id,
    game_id,
    ident,
    listing,
    profile,
    profiles_of_card,
    read_root,
    root,
    rules_of_card,
    settings_id,
    statline,
)
from armybuilder.catalogue.cells import guarded
from armybuilder.catalogue.columns import BadTable, known_headings, shortened, write_csv
from armybuilder.catalogue.row_columns import columns, entry_row
from armybuilder.catalogue.untrusted import Untrusted, unescape
from rulesets.core.cards import Card
from rulesets.core.catalogue import Entry, EntryKind
from rulesets.core.force import AnyGroup, AnyUnit, Group, Unit
from rulesets.core.ruleset import AnyRuleset

_NOT_IN_TABLES = ("Key", "Cite", "Source")


def write_game_system(ruleset: AnyRuleset) -> bytes:
    """The game's system: costs, shapes of statlines, categories, kinds of force."""
    types: dict[str, Element] = {}
    for each in _statlines(ruleset):
        headings = [
            element("characteristicType", id=cell.get("typeId", ""), name=cell.get("name", ""))
            for cell in each.findall("characteristics/characteristic")
        ]
        type_id, name = each.get("typeId", ""), each.get("typeName", "")
        types[type_id] = element("profileType", [listing("characteristicTypes", headings)], id=type_id, name=name)
    categories = [kind.plural for kind in ruleset.kinds if kind.enlist]
    categories += [ruleset.words.units.capitalize(), CONFIGURATION]
    forces = [army_force(ruleset), ruleset.words.group.capitalize()]
    return root(
        "gameSystem",
        [
            listing(
                "costTypes",
                (element("costType", id=cost_id(ruleset, name), name=name) for name in cost_names(ruleset)),
            ),
            listing("profileTypes", [*types.values(), *_settings_types(ruleset)]),
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
    settings = element(
        "selectionEntry", id=entry_id(ruleset, SETTINGS, ""), name=SETTINGS, hidden="false", type="upgrade"
    )
    of_no_entry = element(
        "selectionEntry",
        [_category_link(ruleset, entry_id(ruleset, "", ""), ruleset.words.units.capitalize()), costs(ruleset, 1, 0)],
        id=entry_id(ruleset, "", ""),
        name=ruleset.words.unit.capitalize(),
        hidden="false",
        type="unit",
    )
    return root(
        "catalogue",
        [
            listing(
                "selectionEntries",
                [*(_selection_entry(ruleset, entry, "unit") for entry in units), of_no_entry, settings],
            ),
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


def read_catalogue(ruleset: AnyRuleset, kind: EntryKind[Any], content: bytes) -> tuple[str, tuple[str, ...]]:
    """The entries of a kind in a ``.cat`` or ``.gst`` as CSV, and a line for each thing that is not read.

    What was written here is read whole. Of what others wrote, the name and the characteristics that are called like a
    column of the kind are read. Raises ``BadTable``.
    """
    try:
        document = read_root(content)
    except Untrusted as error:
        raise BadTable(str(error)) from None
    if document.tag not in ("catalogue", "gameSystem"):
        raise BadTable(f"The document is a <{str(document.tag)[:40]}>; entries stand in a <catalogue>.")
    ours = {settings_id(ruleset, each.slug) for each in ruleset.kinds}
    rows: list[dict[str, str]] = []
    remarks = []
    for entry in (each for each in document.iter() if each.tag in ("selectionEntry", "selectionEntryGroup")):
        name = attribute(entry, "name")
        cells = cells_of(entry, settings_id(ruleset, kind.slug))
        if cells is not None:
            written = {heading.removeprefix("spec."): text for heading, text in cells}
            rows.append({heading: text for heading, text in written.items() if heading not in _NOT_IN_TABLES})
        elif not any(each.get("typeId") in ours for each in entry.findall("profiles/profile")):
            known, unknown = _characteristics(kind, entry)
            remarks += [f"{name}: “{shortened(heading)}” is not known here." for heading in unknown]
            if known:
                rows.append({"Name": guarded(name), **known})
            elif not unknown and entry.get("id") not in (
                entry_id(ruleset, SETTINGS, ""),
                entry_id(ruleset, "", ""),
            ):
                remarks.append(f"{name}: it has no profile.")
    if not rows:
        raise BadTable(f"The file holds no entry that can be read as one of {kind.plural.lower()}.")
    headings = list(dict.fromkeys(heading for row in rows for heading in row))
    return write_csv([headings, *([row.get(each, "") for each in headings] for row in rows)]), tuple(remarks)


def _characteristics(kind: EntryKind[Any], entry: Element) -> tuple[dict[str, str], list[str]]:
    """The cells of an entry's profiles that are called like columns of the kind, and the headings of the others."""
    columns = known_headings(kind.spec, {"name": ""})
    known: dict[str, str] = {}
    unknown = []
    for cell in entry.findall("profiles/profile/characteristics/characteristic"):
        heading = attribute(cell, "name")
        column = columns.get(heading.strip().casefold())
        if column:
            known.setdefault(column, guarded(unescape(cell.text or "")))
        else:
            unknown.append(heading)
    return known, unknown


def _named(tag: str, own_id: str, name: str) -> Element:
    return element(tag, id=own_id, name=name, hidden="false")


def _settings_types(ruleset: AnyRuleset) -> Iterator[Element]:
    """The types of the profiles that hold, in rosters and catalogues, what statlines do not tell."""
    rules = [f"House rule {ruling.switch}" for ruling in ruleset.rulings if ruling.switch]
    kinds = [
        ("army", SETTINGS, ruleset.force, ["Game", "Serial", *rules]),
        ("group", SETTINGS, ruleset.group, ["Id"]),
        ("unit", SETTINGS, ruleset.unit, ["Id", "Locked"]),
        *((kind.slug, f"Own {kind.slug}", kind.spec, ["Key", "Cite", "Source"]) for kind in ruleset.kinds),
    ]
    for what, name, spec, own in kinds:
        type_id = settings_id(ruleset, what)
        headings = dict.fromkeys(["Name", "Notes", *own, *(column.heading for column in columns(ruleset, spec))])
        written = [element("characteristicType", id=ident(type_id, each), name=each) for each in headings]
        yield element("profileType", [listing("characteristicTypes", written)], id=type_id, name=name)


def _statlines(ruleset: AnyRuleset) -> Iterator[Element]:
    """Every shape of statline: of the entries, of a unit that nothing is set of, and of the example's units."""
    for entry in ruleset.catalogue:
        yield from _profiles(ruleset, entry)
    yield statline(ruleset, UNIT, "", (), "")
    yield from profiles_of_card(ruleset, _card_of(ruleset, ruleset.unit()), "")
    force = ruleset.demo()
    context = ruleset.context(force)
    for group, unit in force.units():
        yield from profiles_of_card(ruleset, ruleset.card(unit, group, context), "")


def _selection_entry(ruleset: AnyRuleset, entry: Entry[Any], kind: str) -> Element:
    here, plural = entry_id(ruleset, entry.kind, entry.key), ruleset.kind(entry.kind).plural
    cells = entry_row(ruleset, entry, ruleset.catalogue)
    settings = profile(
        settings_id(ruleset, entry.kind), f"Own {entry.kind}", entry.name, cells, f"{here} settings", hidden=True
    )
    is_unit = kind == "unit"
    return element(
        "selectionEntry",
        [
            listing("profiles", [*_profiles(ruleset, entry), settings]),
            _rules(ruleset, entry),
            _category_link(ruleset, here, plural) if is_unit else None,
            costs(ruleset, 1, _points(ruleset, entry)) if is_unit else None,
        ],
        id=here,
        name=entry.name,
        hidden="false",
        type=kind,
    )


def _category_link(ruleset: AnyRuleset, of: str, name: str) -> Element | None:
    link = element(
        "categoryLink",
        id=ident(of, "category"),
        name=name,
        hidden="false",
        targetId=category_id(ruleset, name),
        primary="true",
    )
    return listing("categoryLinks", [link])


def _points(ruleset: AnyRuleset, entry: Entry[Any]) -> int:
    """The players' own points of a new unit of the entry."""
    enlist = ruleset.kind(entry.kind).enlist
    if enlist is None or ruleset.points is None:
        return 0
    unit, _, context = _army_of_one(ruleset, enlist(entry))
    return ruleset.points(unit, context)


def _army_of_one(ruleset: AnyRuleset, spec: Any) -> tuple[AnyUnit, AnyGroup, Any]:
    """A unit, the group that it alone is in, and the context of an army of them."""
    unit: AnyUnit = Unit("u1", spec)
    group: AnyGroup = Group("g1", "", ruleset.group(), (unit,))
    return unit, group, ruleset.context(replace(ruleset.new_force(), groups=(group,)))


def _card_of(ruleset: AnyRuleset, spec: Any) -> Card:
    return ruleset.card(*_army_of_one(ruleset, spec))


def _card(ruleset: AnyRuleset, entry: Entry[Any]) -> Card | None:
    """The card of a unit of the entry; ``None`` for what is no unit by itself."""
    enlist = ruleset.kind(entry.kind).enlist
    return None if enlist is None else _card_of(ruleset, enlist(entry))


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
