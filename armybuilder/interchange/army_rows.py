"""Write an army as rows of cells and read it back: one row each for settings, groups, units and own entries.

Workbooks, CSV files and rosters all consist of such rows. ``row_columns`` defines their columns.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from armybuilder.armies.documents import BadFile
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.interchange.imported import ImportedArmy, ImportRemark
from armybuilder.spreadsheets.cells import escape_formula, is_formula, unescape_formula
from armybuilder.spreadsheets.columns import NO_RESULT, read_spec
from armybuilder.spreadsheets.row_columns import (
    CITE,
    HOUSE_RULE,
    ID,
    KEY,
    LOCKED,
    NAME,
    NOTES,
    SERIAL,
    SOURCE,
    own_headings,
    part_headings,
    spec_row,
)
from rulesets.core.declarations.catalogue import Catalogue, Entry, EntryKind, Source
from rulesets.core.declarations.codec import CodecError, Problems, text_reader
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.declarations.problems import Problem
from rulesets.core.declarations.text_values import read_yes_no
from rulesets.core.force_document import ID_LENGTH, MAX_UNITS, NOTES_LENGTH, decode_force, encode_force
from rulesets.core.forces.force import AnyForce, AnyGroup, AnyUnit, Force, Group, Unit
from rulesets.core.names import name_key
from rulesets.core.ruleset import AnyRuleset

MAX_SUGGESTIONS = 20
"""After this many remarks no similar names are suggested, because finding them is slow."""


def force_row(loaded: LoadedArmy) -> list[tuple[str, str]]:
    """The settings of the army and its house rules."""
    force = loaded.force
    return [
        ("Game", loaded.ruleset.slug),
        ("Name", escape_formula(force.name)),
        ("Notes", escape_formula(force.notes)),
        ("Serial", str(force.serial)),
        *spec_row(loaded.ruleset, force.spec, loaded.context.catalogue),
        *((f"House rule {switch}", reading) for switch, reading in force.house_rules),
    ]


def group_row(loaded: LoadedArmy, group: AnyGroup) -> list[tuple[str, str]]:
    """A group without its units."""
    own = [("Id", group.id), ("Name", escape_formula(group.name)), ("Notes", escape_formula(group.notes))]
    return [*own, *spec_row(loaded.ruleset, group.spec, loaded.context.catalogue)]


def unit_row(loaded: LoadedArmy, unit: AnyUnit) -> list[tuple[str, str]]:
    """A unit, without its group."""
    own = [
        ("Id", unit.id),
        ("Name", escape_formula(unit.name)),
        ("Notes", escape_formula(unit.notes)),
        ("Locked", "yes" if unit.locked else "no"),
    ]
    return [*own, *spec_row(loaded.ruleset, unit.spec, loaded.context.catalogue)]


# --- in ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PartRow:
    """A row read from a file: its texts by column, the place of a cell by its heading, and the row as it is written."""

    texts: Mapping[str, str]
    at: Callable[[str], str]
    written: str = ""

    def text(self, column: str) -> str:
        """The text of one of the row's own columns."""
        return unescape_formula(self.texts.get(column, ""))


def texts_by_column(
    ruleset: AnyRuleset, spec: type[Any], cells: Sequence[tuple[str, str]]
) -> tuple[dict[str, str], list[str]]:
    """The texts of (heading, text) cells by column, and the headings that name no column."""
    columns = part_headings(ruleset, spec)
    texts: dict[str, str] = {}
    unknown = []
    for heading, text in cells:
        word = name_key(heading)
        column = columns.find(heading)
        if column is not None:
            texts.setdefault(column, text)
        elif word.startswith(HOUSE_RULE):
            texts[word] = text
        elif heading.strip():
            unknown.append(heading.strip())
    return texts, unknown


def new_unit_spec(ruleset: AnyRuleset, catalogue: Catalogue, name: str) -> Any:
    """The spec of a new unit of the entry with that name or key; ``None`` if there is no such entry for units."""
    for kind in ruleset.kinds:
        if kind.enlist:
            entry = catalogue.get(kind.slug, catalogue.find_key(kind.slug, name.strip()))
            if entry is not None:
                return kind.enlist(entry)
    return None


def entry_value(catalogue: Catalogue, kind: str, name: str) -> str:
    """The entry of that name as ``kind/key``, as forms have it; empty if none has the name, or several."""
    key = catalogue.find_key(kind, name)
    return f"{kind}/{key}" if key else ""


@dataclass
class ArmyReader:
    """Builds an army from rows; a part with a mistake is left out, with a remark at its place."""

    ruleset: AnyRuleset
    remarks: list[ImportRemark] = field(default_factory=list)
    entries: tuple[Entry[Any], ...] = ()
    groups: list[tuple[AnyGroup, list[AnyUnit]]] = field(default_factory=list)
    _ids: set[str] = field(default_factory=set)
    _told: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    """The group, the first unit and the end of those that a remark is about, by the number of the remark."""

    def __post_init__(self) -> None:
        self.catalogue = self.ruleset.catalogue

    def leave_out(self, place: str, message: str) -> None:
        """Record that a part is left out, and why."""
        self.remarks.append(ImportRemark(place, message, left_out=True))

    def read_entries(self, rows: Sequence[tuple[EntryKind[Any], PartRow]]) -> None:
        """Add the custom entries, which may refer to each other by name or key."""
        blank_entries = [
            Entry(kind.slug, row.text(KEY) or row.text(NAME), row.text(NAME), None, row.text(CITE))
            for kind, row in rows
        ]
        catalogue = self.catalogue.with_entries(blank_entries)
        entries_read = []
        for entry, (kind, row) in zip(blank_entries, rows, strict=True):
            spec = self.spec_of(kind.spec, row, catalogue=catalogue)
            try:
                source = Source(row.text(SOURCE) or Source.OWN.value)
            except ValueError:
                self.leave_out(row.at("Source"), f"use one of {', '.join(Source)}")
                continue
            if spec is not None:
                entries_read.append(replace(entry, spec=spec, source=source))
        self.entries = tuple(entries_read)
        self.catalogue = self.ruleset.catalogue.with_entries(self.entries)

    def spec_of(self, spec: type[Any], row: PartRow, before: Any = None, catalogue: Catalogue | None = None) -> Any:
        """The value of the row's cells, with ``before`` for missing ones; ``None`` if a cell is wrong."""
        texts = {path: text for path, text in row.texts.items() if path[:1] != ":" and HOUSE_RULE not in path}
        value, mistakes = read_spec(spec, texts, catalogue or self.catalogue, own_headings(self.ruleset), before)
        for each in mistakes:
            self.leave_out(row.at(each.heading), each.message)
        return None if mistakes else value

    def _own_text(self, row: PartRow, column: str, heading: str, longest: int) -> str:
        text = row.text(column)
        if is_formula(row.texts.get(column, "")):
            self.leave_out(row.at(heading), NO_RESULT)
            return ""
        problems = Problems()
        text_reader(longest)(text, (), problems)
        for problem in problems.found:
            self.leave_out(row.at(heading), problem.message)
        return "" if problems.found else text

    def _id(self, row: PartRow) -> str:
        """The part's id; empty for a duplicate, as in a copied row, which then gets a new id."""
        text = row.text(ID)
        if text in self._ids or not text.isalnum() or len(text) > ID_LENGTH:
            return ""
        self._ids.add(text)
        return text

    def add_group(self, row: PartRow) -> None:
        """Add a group, with default settings if a cell is wrong."""
        spec = self.spec_of(self.ruleset.group, row)
        name = self._own_text(row, NAME, "Name", NAME_LENGTH)
        notes = self._own_text(row, NOTES, "Notes", NOTES_LENGTH)
        self.groups.append((Group(self._id(row), name, spec or self.ruleset.group(), (), notes), []))

    def add_unit(self, row: PartRow, group: int, times: int = 1, spec: Any = None) -> bool:
        """Add a unit of that ``spec``, or else of its cells, to the group of that number; whether it was added.

        Raises ``BadFile`` when the army has too many units.
        """
        spec = self.spec_of(self.ruleset.unit, row) if spec is None else spec
        if spec is None:
            return False
        unit: AnyUnit = Unit(
            self._id(row),
            spec,
            self._own_text(row, NAME, "Name", NAME_LENGTH),
            self._own_text(row, NOTES, "Notes", NOTES_LENGTH),
            read_yes_no(row.text(LOCKED)) is True,
        )
        if sum(len(units) for _, units in self.groups) + times > MAX_UNITS:
            raise BadFile(
                Problem(row.at(""), f"The file has more than {MAX_UNITS} units. Split it into several files.")
            )
        self.groups[group][1].extend([unit, *(replace(unit, id="") for _ in range(times - 1))])
        return True

    def tell_of_added(self, remark: ImportRemark, group: int) -> None:
        """Report on the units that were just added to the group of that number, as many as the remark has."""
        last = len(self.groups[group][1])
        self._told[len(self.remarks)] = group, last - remark.units, last
        self.remarks.append(remark)

    def _remarks_of(self, force: AnyForce) -> tuple[ImportRemark, ...]:
        """The remarks, with the ids of the units that they are about."""
        remarks = list(self.remarks)
        for number, (group, first, last) in self._told.items():
            kept = " ".join(unit.id for unit in force.groups[group].units[first:last])
            remarks[number] = replace(remarks[number], group=group, kept=kept)
        return tuple(remarks)

    def unknown(self, name: str) -> str:
        """The message for a name that no unit has, with the names that may have been meant."""
        if len(self.remarks) > MAX_SUGGESTIONS:
            return f"“{name}” is not in the catalogue."
        messages = [self.catalogue.unknown(kind.slug, name) for kind in self.ruleset.kinds if kind.is_unit]
        return next((each for each in messages if "you mean" in each), messages[0])

    def likely(self, name: str) -> str:
        """The entry that is meant by a name which no unit has, as ``kind/key``; empty unless a single one is near."""
        if len(self.remarks) > MAX_SUGGESTIONS:
            return ""
        kinds = (kind.slug for kind in self.ruleset.kinds if kind.is_unit)
        near = [(kind, found) for kind in kinds for found in self.catalogue.likely(kind, name)]
        return entry_value(self.catalogue, *near[0]) if len(near) == 1 else ""

    def army(self, row: PartRow) -> ImportedArmy:
        """The army with these settings; raises ``BadFile``."""
        spec = self.spec_of(self.ruleset.force, row) or self.ruleset.force()
        serial = row.text(SERIAL)
        rules = {path.removeprefix(HOUSE_RULE): text for path, text in row.texts.items() if path.startswith(HOUSE_RULE)}
        plain = encode_force(
            Force(
                self.ruleset.slug,
                self._own_text(row, NAME, "Name", NAME_LENGTH),
                spec,
                tuple(replace(group, units=tuple(units)) for group, units in self.groups),
                self._own_text(row, NOTES, "Notes", NOTES_LENGTH),
                (),
                self.entries,
                int(serial) if serial.isdecimal() and len(serial) < 10 else 0,
            )
        )
        plain["house_rules"] = {switch: self._reading(switch, text, row) for switch, text in rules.items()}
        plain["house_rules"] = {switch: key for switch, key in plain["house_rules"].items() if key}
        try:
            force = decode_force(self.ruleset, plain)
        except CodecError as error:
            raise BadFile(*error.problems) from None
        if not force.groups and self.remarks:
            raise BadFile(*(Problem(remark.place, remark.message) for remark in self.remarks[:20]))
        return ImportedArmy(LoadedArmy(self.ruleset, force), self._remarks_of(force))

    def _reading(self, switch: str, text: str, row: PartRow) -> str:
        """The reading of a house rule; empty if there is no such rule or reading."""
        readings = {ruling.switch: ruling.keys for ruling in self.ruleset.rulings if ruling.switch}
        if text in readings.get(switch, ()):
            return text
        message = (
            f"use one of {', '.join(readings[switch])}"
            if switch in readings
            else "this is not a house rule of this game"
        )
        self.leave_out(row.at(f"House rule {switch}"), message)
        return ""
