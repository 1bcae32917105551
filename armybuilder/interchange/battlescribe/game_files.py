"""A game as BattleScribe's files: the system (``.gst``) and the catalogue of its entries (``.cat``)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from xml.etree.ElementTree import Element

from armybuilder.interchange.battlescribe.data_format import (
    CONFIGURATION,
    SETTINGS,
    UNIT,
    Category,
    Cost,
    Profile,
    Rule,
    army_force,
    attribute,
    catalogue_id,
    category,
    costs,
    entry_cells,
    entry_id,
    entry_settings_id,
    force_id,
    game_id,
    profile,
    profiles_of_card,
    read_root,
    rules_of_card,
    settings_id,
    statline,
    write,
)
from armybuilder.spreadsheets.cells import escape_formula
from armybuilder.spreadsheets.columns import BadTable, known_headings, shorten, write_csv
from armybuilder.spreadsheets.row_columns import columns, entry_row
from armybuilder.spreadsheets.untrusted import ZIP_BEGINS, Untrusted, open_archive, unescape
from rulesets.core.cards import Card
from rulesets.core.declarations.catalogue import Entry, EntryKind
from rulesets.core.declarations.fields import fields_of
from rulesets.core.forces.force import AnyGroup, AnyUnit, Group, Unit
from rulesets.core.forces.rules import CheckContext
from rulesets.core.ruleset import AnyRuleset

_NOT_IN_TABLES = ("Key", "Cite", "Source")
_ENTRIES = ("selectionEntry", "selectionEntryGroup", "entryLink")
_ELSEWHERE = "another file. Put both into one ZIP archive"
MAX_LINKED_CELLS = 500_000
"""Most cells and rules read from a file, counted each time something links to them."""


def write_game_system(ruleset: AnyRuleset) -> bytes:
    """The game's system: costs, profile types of statlines, categories, force types."""
    units = [*(kind.plural for kind in ruleset.kinds if kind.is_unit), ruleset.words.units.capitalize()]
    # Programs offer the entries in a force's linked categories.
    forces = {ruleset.words.group.capitalize(): dict.fromkeys(units), army_force(ruleset): [CONFIGURATION]}
    return write(
        "game_system.xml",
        game=ruleset,
        id=game_id(ruleset),
        costs=costs(ruleset, 0, 0),
        types=[*_profile_types(_statlines(ruleset)).values(), *_settings_types(ruleset)],
        forces=[
            {"id": own_id, "name": name, "links": [category(ruleset, own_id, each) for each in linked]}
            for name, linked in forces.items()
            for own_id in [force_id(ruleset, name)]
        ],
    )


def write_catalogue(ruleset: AnyRuleset, own: Iterable[Entry[Any]] = (), revision: int = 1) -> bytes:
    """The game's entries and a player's ``own``: units to select and, as shared entries, those they refer to.

    Programs take a file in the place of one with a lower ``revision``.
    """
    players = tuple(own)
    entries = [_CatalogueEntry(ruleset, entry, players) for entry in ruleset.catalogue.with_entries(players)]
    system = _profile_types(_statlines(ruleset)) if players else {}
    types = _profile_types(line for each in entries for line in each.statlines) if players else {}
    of_no_entry, settings = entry_id(ruleset, "", ""), entry_id(ruleset, SETTINGS, "")
    words = ruleset.words
    return write(
        "catalogue.xml",
        game=ruleset,
        id=catalogue_id(ruleset),
        game_id=game_id(ruleset),
        own_revision=revision,
        types=[each for type_id, each in types.items() if type_id not in system],
        units=[
            *(each for each in entries if each.is_unit),
            {
                "id": of_no_entry,
                "name": words.unit.capitalize(),
                "type": "unit",
                "links": [category(ruleset, of_no_entry, words.units.capitalize())],
                "costs": costs(ruleset, 1, 0),
            },
            {
                "id": settings,
                "name": SETTINGS,
                "type": "upgrade",
                "links": [category(ruleset, settings, CONFIGURATION)],
            },
        ],
        shared=[each for each in entries if not each.is_unit],
    )


def read_catalogue(ruleset: AnyRuleset, kind: EntryKind[Any], content: bytes) -> tuple[str, tuple[str, ...]]:
    """The entries of a kind in a ``.cat`` or ``.gst``, zipped or not, as CSV, and a line for each thing not read.

    Our own files are read completely. From other files the name is read and the characteristics named like a column of
    the kind, including those of linked profiles. Raises ``BadTable``.
    """
    documents, remarks = _documents(content)
    linked = _Linked(documents)
    kinds = [each.slug for each in ruleset.kinds]
    of_no_kind = entry_id(ruleset, SETTINGS, ""), entry_id(ruleset, "", "")
    rows: list[dict[str, str]] = []
    for entry in (each for document in documents for each in document.iter() if each.tag in _ENTRIES):
        name = linked.name(entry)
        cells = entry_cells(ruleset, kind.slug, entry)
        if cells is not None:
            texts = {heading.removeprefix("spec."): text for heading, text in cells}
            rows.append({heading: text for heading, text in texts.items() if heading not in _NOT_IN_TABLES})
        elif entry.get("id") not in of_no_kind and all(entry_cells(ruleset, each, entry) is None for each in kinds):
            values, left_out = linked.cells(kind, entry)
            remarks += [f"{name}: {each}" for each in left_out]
            if values:
                rows.append({"Name": escape_formula(name), **values})
            elif not left_out and entry.tag != "entryLink":
                remarks.append(f"{name}: it has no profile.")
    remarks += linked.missing_catalogues()
    # Some links only give an entry a place in a list.
    rows = list({tuple(row.items()): row for row in rows}.values())
    if not rows:
        raise BadTable(f"Nothing in the file can be read as {kind.plural.lower()}.")
    headings = list(dict.fromkeys(heading for row in rows for heading in row))
    return write_csv([headings, *([row.get(each, "") for each in headings] for row in rows)]), tuple(
        dict.fromkeys(remarks)
    )


def _documents(content: bytes) -> tuple[list[Element], list[str]]:
    """The catalogues and systems in a file or archive, and a line for each file that is neither."""
    try:
        files = open_archive(content) if content.startswith(ZIP_BEGINS) else {"The document": content}
        roots = {name: read_root(each) for name, each in files.items() if len(files) == 1 or _is_game_file(name)}
    except Untrusted as error:
        raise BadTable(str(error)) from None
    wrong = [
        f"{shorten(name)} is a <{str(document.tag)[:40]}>; a <catalogue> is expected."
        for name, document in roots.items()
        if document.tag not in ("catalogue", "gameSystem")
    ]
    if wrong:
        raise BadTable(wrong[0])
    return list(roots.values()), [f"{shorten(name)}: not a .cat or .gst file." for name in files if name not in roots]


def _is_game_file(name: str) -> bool:
    return name.lower().endswith((".cat", ".gst"))


class _Linked:
    """The links of entries, resolved within the uploaded files."""

    def __init__(self, documents: Iterable[Element]) -> None:
        self.documents = list(documents)
        self.by_id = {node.get("id"): node for each in documents for node in each.iter() if node.get("id")}
        self.remaining = MAX_LINKED_CELLS

    def name(self, entry: Element) -> str:
        """The entry's name; for a link without one, its target's."""
        target = self.by_id.get(entry.get("targetId"))
        return attribute(entry, "name") or (attribute(target, "name") if target is not None else "")

    def cells(self, kind: EntryKind[Any], entry: Element) -> tuple[dict[str, str], list[str]]:
        """The cells of an entry's profiles that match columns of the kind, and a remark on each thing left out."""
        columns = known_headings(kind.spec, {"name": ""})
        values: dict[str, str] = {}
        left_out = []
        for each in self._infos(entry, set()):
            if each.tag == "profile":
                for cell in each.findall("characteristics/characteristic"):
                    self._count()
                    heading = attribute(cell, "name")
                    column = columns.find(heading)
                    if column:
                        values.setdefault(column, escape_formula(unescape(cell.text or "")))
                    else:
                        left_out.append(f"“{shorten(heading)}” is unknown.")
            elif each.tag == "rule":
                left_out.append(f"its rule “{shorten(attribute(each, 'name'))}” is not read.")
            else:
                left_out.append(f"“{shorten(self.name(each) or each.get('targetId', ''))}” is in {_ELSEWHERE}.")
        return values, list(dict.fromkeys(left_out))

    def _infos(self, of: Element, seen: set[str]) -> Iterator[Element]:
        """The profiles and rules of an entry, those that it links to, and the links to other files."""
        for inner in (*of.findall("profiles/profile"), *of.findall("rules/rule")):
            self._count()
            yield inner
        for group in of.findall("infoGroups/infoGroup"):
            yield from self._infos(group, seen)
        for link in (*of.findall("infoLinks/infoLink"), *([of] if of.tag == "entryLink" else [])):
            target_id = link.get("targetId", "")
            target = self.by_id.get(target_id)
            self._count()
            if target is None:
                yield link
            elif target.tag in ("profile", "rule"):
                yield target
            elif target_id not in seen:
                seen.add(target_id)
                yield from self._infos(target, seen)

    def _count(self) -> None:
        self.remaining -= 1
        if self.remaining < 0:
            raise BadTable(f"The file links to more than {MAX_LINKED_CELLS} cells and rules, which is the limit.")

    def missing_catalogues(self) -> Iterator[str]:
        """A line for each linked catalogue that is not among the files."""
        for link in (node for each in self.documents for node in each.findall("catalogueLinks/catalogueLink")):
            if link.get("targetId") not in self.by_id:
                yield f"The catalogue “{shorten(attribute(link, 'name'))}” is in {_ELSEWHERE}."


def _profile_types(statlines: Iterable[Profile]) -> dict[str, Profile]:
    """A profile of each type, by the type's id."""
    return {each.type_id: each for each in statlines}


def _settings_types(ruleset: AnyRuleset) -> Iterator[Profile]:
    """A profile of each type, in rosters and catalogues, for settings that are not in statlines."""
    rules = [f"House rule {ruling.switch}" for ruling in ruleset.rulings if ruling.switch]
    parts = {
        "army": (ruleset.force, ["Game", "Serial", *rules]),
        "group": (ruleset.group, ["Id"]),
        "unit": (ruleset.unit, ["Id", "Locked"]),
    }
    kinds = [
        *((settings_id(ruleset, what), SETTINGS, spec, own) for what, (spec, own) in parts.items()),
        *(
            (entry_settings_id(ruleset, kind.slug), f"Custom {kind.slug}", kind.spec, ["Key", "Cite", "Source"])
            for kind in ruleset.kinds
        ),
    ]
    for type_id, name, spec, own in kinds:
        headings = dict.fromkeys(["Name", "Notes", *own, *(column.heading for column in columns(ruleset, spec))])
        yield profile(type_id, name, "", [(heading, "") for heading in headings], "")


def _statlines(ruleset: AnyRuleset) -> Iterator[Profile]:
    """Every kind of statline: of the entries, of a blank unit, of one with each sort of entry, and of the example's."""
    for entry in ruleset.catalogue:
        yield from _CatalogueEntry(ruleset, entry).statlines
    yield statline(ruleset, UNIT, "", (), "")
    yield from profiles_of_card(ruleset, ruleset.card(*_army_of_one(ruleset, ruleset.unit())), "")
    for field in fields_of(ruleset.unit):
        if field.item is not None and (entries := ruleset.catalogue.of_kind(field.item.ask.entry)):
            spec = replace(ruleset.unit(), **{field.name: (entries[0].key,)})
            yield from profiles_of_card(ruleset, ruleset.card(*_army_of_one(ruleset, spec)), "")
    force = ruleset.demo()
    context = ruleset.context(force)
    for group, unit in force.units():
        yield from profiles_of_card(ruleset, ruleset.card(unit, group, context), "")


def _army_of_one(
    ruleset: AnyRuleset, spec: Any, own: tuple[Entry[Any], ...] = ()
) -> tuple[AnyUnit, AnyGroup, CheckContext[Any, Any, Any]]:
    """A unit, a group of this unit alone, and the context of an army of this group."""
    unit: AnyUnit = Unit("u1", spec)
    group: AnyGroup = Group("g1", "", ruleset.group(), (unit,))
    return unit, group, ruleset.context(replace(ruleset.new_force(), groups=(group,), entries=own))


@dataclass(frozen=True)
class _CatalogueEntry:
    """An entry as written to a catalogue; ``own`` are the player's entries, to which it may refer."""

    ruleset: AnyRuleset
    entry: Entry[Any]
    own: tuple[Entry[Any], ...] = ()

    @cached_property
    def kind(self) -> EntryKind[Any]:
        return self.ruleset.kind(self.entry.kind)

    @property
    def is_unit(self) -> bool:
        return self.kind.is_unit

    @property
    def type(self) -> str:
        return "unit" if self.is_unit else "upgrade"

    @property
    def id(self) -> str:
        return entry_id(self.ruleset, self.entry.kind, self.entry.key)

    @property
    def name(self) -> str:
        return self.entry.name

    @cached_property
    def army(self) -> tuple[AnyUnit, AnyGroup, CheckContext[Any, Any, Any]] | None:
        """An army of one such unit; ``None`` for entries that are not units."""
        enlist = self.kind.enlist
        return None if enlist is None else _army_of_one(self.ruleset, enlist(self.entry), self.own)

    @cached_property
    def card(self) -> Card | None:
        return None if self.army is None else self.ruleset.card(*self.army)

    @cached_property
    def statlines(self) -> list[Profile]:
        """The visible profiles."""
        if self.card is not None:
            return list(profiles_of_card(self.ruleset, self.card, self.id))
        facts = [(heading, escape_formula(text)) for heading, text in self.kind.facts(self.entry.spec)]
        return [statline(self.ruleset, f"{self.kind.title} entry", self.entry.name, facts, self.id)]

    @property
    def profiles(self) -> list[Profile]:
        """The statlines, and the whole content in a hidden profile."""
        ruleset, entry = self.ruleset, self.entry
        cells = entry_row(ruleset, entry, ruleset.catalogue.with_entries(self.own))
        type_id, of = entry_settings_id(ruleset, entry.kind), f"{self.id} settings"
        return [*self.statlines, profile(type_id, f"Custom {entry.kind}", entry.name, cells, of, hidden=True)]

    @property
    def rules(self) -> list[Rule]:
        return rules_of_card(self.card, self.id) if self.card else []

    @property
    def links(self) -> list[Category]:
        return [category(self.ruleset, self.id, self.kind.plural)] if self.is_unit else []

    @property
    def costs(self) -> list[Cost]:
        return costs(self.ruleset, 1, self._points()) if self.is_unit else []

    def _points(self) -> int:
        """The points of a new unit of this entry."""
        if self.army is None or self.ruleset.points is None:
            return 0
        unit, _, context = self.army
        return self.ruleset.points(unit, context)
