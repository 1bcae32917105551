"""What is found in the lines of a list, and the army that comes of it."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from armybuilder.interchange.army_rows import ArmyReader, PartRow, entry_value, texts_by_column
from armybuilder.interchange.imported import MAX_REST, ImportedArmy, ImportRemark
from armybuilder.interchange.text_counts import MAX_LINE
from armybuilder.interchange.text_lines import ListLine, line_key
from armybuilder.interchange.text_remarks import MAX_SHOWN, NO_UNITS, NOT_READ, not_understood, points_remarks, shown
from armybuilder.interchange.text_units import FoundUnit, UnitFinder
from armybuilder.interchange.texts import head_lines
from armybuilder.interchange.unit_choices import models_remark
from armybuilder.spreadsheets.cells import escape_formula
from armybuilder.spreadsheets.row_columns import HOUSE_RULE, NAME, NOTES
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.declarations.house_rules import Ruling, switches
from rulesets.core.names import name_key
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.wording import count_of

_NONE = re.compile(r"\(0(?: [^()]*)?\)")
"""What a heading says of a group without units."""


@dataclass
class UnitLine:
    """A line of units, with the lines that belong to it."""

    line: ListLine
    found: FoundUnit
    inside: list[ListLine] = field(default_factory=list)


@dataclass
class DoubtLine:
    """A line that is not in the army, with the lines that belong to it; ``units`` that it seems to name.

    One that ``is_sentence`` says little about the game of a list. One with a ``message`` is understood, and left out
    for what the message says. ``heading`` is the name of a group that has no other units.
    """

    line: ListLine
    name: str
    units: int
    remark: str = ""
    is_plain: bool = False
    """Whether it has neither a count nor a bullet."""
    is_sentence: bool = False
    message: str = ""
    heading: str = ""
    inside: list[ListLine] = field(default_factory=list)

    @property
    def names_units(self) -> bool:
        """Whether it seems to name units that the game does not have."""
        return self.units > 0 and not self.message


@dataclass
class ListGroup:
    """A group, and the line of its heading; ``guess`` says that nothing marks that line as a heading."""

    name: str
    line: ListLine | None = None
    guess: bool = False
    beside: str = ""
    """What its heading says besides the name."""
    notes: list[list[str]] = field(default_factory=list)
    items: list[UnitLine | DoubtLine] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The notes with their lines."""
        return "\n".join(filter(None, (self.beside, *(line for said in self.notes for line in said))))


@dataclass
class ListArmy:
    """What a list says of an army: its title, settings and groups, and remarks on it as a whole."""

    ruleset: AnyRuleset
    title: str = ""
    remarks: list[ImportRemark] = field(default_factory=list)
    terms: list[tuple[ListLine, str, list[str]]] = field(default_factory=list)
    """Lines of settings and facts with what stands before and behind their colon, line by line."""
    groups: list[ListGroup] = field(default_factory=list)
    _read: set[int] = field(default_factory=set)
    """The lines that are settings as a whole, and need not be facts as we write them."""

    def leave_empty_groups(self) -> None:
        """Name the headings without units, unless they say that they have none, and keep what stands below them."""
        kept: list[ListGroup] = []
        above: list[UnitLine | DoubtLine] = []
        for group in self.groups:
            has_units = any(isinstance(item, UnitLine) or (group.name and item.names_units) for item in group.items)
            is_last = group is self.groups[-1] and not kept
            if has_units or is_last or group.notes or (group.line and _NONE.search(group.line.text[:MAX_LINE])):
                group.items[:0], above = above, []
                kept.append(group)
                continue
            if group.line:
                self.remarks.append(ImportRemark(shown(group.line), NO_UNITS, True))
            for item in group.items:
                if isinstance(item, DoubtLine) and item.message:
                    item.heading = group.name[:NAME_LENGTH]
            (kept[-1].items if kept else above).extend(group.items)
        self.groups = kept

    def army(self, lines: Iterable[ListLine], unread: int) -> ImportedArmy:
        """The army with its report on the lines, and on so many that were not read; raises ``BadFile``."""
        reader = ArmyReader(self.ruleset, [*self.remarks])
        settings = self._settings(reader)
        reader.remarks += points_remarks(lines)
        if self.title:
            settings[NAME] = escape_formula(self.title[:NAME_LENGTH])
        blank = ArmyReader(self.ruleset).army(PartRow(settings, str)).loaded
        finder = UnitFinder(self.ruleset, blank.force)
        for number, group in enumerate(self.groups):
            texts = {NAME: escape_formula(group.name[:NAME_LENGTH]), NOTES: escape_formula(group.text)}
            reader.add_group(PartRow(texts, _at(group.name)))
            if group.guess and group.line:
                message = f"“{group.name}” was read as the name of a group."
                reader.remarks.append(ImportRemark(shown(group.line), message))
            for item in group.items:
                if isinstance(item, UnitLine):
                    _add_units(reader, finder, item, number)
                else:
                    _name_doubt(reader, item, number)
        if unread > 0:
            were = "was" if unread == 1 else "were"
            reader.leave_out("", f"The text has {count_of(unread, 'more line')}, which {were} not read.")
        imported = reader.army(PartRow(settings, str))
        return self._with_facts(imported)

    def _settings(self, reader: ArmyReader) -> dict[str, str]:
        """The cells of the army's settings, and its house rules by their readings."""
        texts: dict[str, str] = {}
        finder = UnitFinder(self.ruleset)
        by_id = {name_key(ruling.id): ruling for ruling in switches(self.ruleset.rulings).values()}
        for line, term, said in self.terms:
            key, text = name_key(term), "\n".join(said)
            if key.startswith(HOUSE_RULE):
                ruling = by_id.get(key.removeprefix(HOUSE_RULE).strip())
                reading = reading_of(ruling, text) if ruling else ""
                if ruling and reading:
                    texts[f"{HOUSE_RULE}{ruling.switch}"] = reading
                else:
                    reader.leave_out(shown(line), "This house rule or its reading was not understood.")
                continue
            for value in (text, *re.findall(r"^[0-9]{1,9}", text)):
                cells, _ = texts_by_column(self.ruleset, self.ruleset.force, [(term, value)])
                if cells.keys() == {NOTES} or finder.with_setting(self.ruleset.force(), term, value) is not None:
                    texts.update(cells)
                    self._read |= {id(line)} if value == text else set()
                    break
        return texts

    def _with_facts(self, imported: ImportedArmy) -> ImportedArmy:
        """The army with a remark on each line of facts that does not say what the army has."""
        own = {line_key(f"{line.term}: {line.text}") for line in head_lines(imported.loaded)}
        remarks = [
            ImportRemark(shown(line), "This line has no effect here.", True)
            for line, term, said in self.terms
            if not name_key(term).startswith(HOUSE_RULE)
            and id(line) not in self._read
            and line_key(" ".join((f"{term}:", *said))) not in own
        ]
        return replace(imported, remarks=(*imported.remarks, *remarks))


def _add_units(reader: ArmyReader, finder: UnitFinder, item: UnitLine, number: int) -> None:
    """Add the units of a line, with what its remark and the lines below it set."""
    found, place = item.found, shown(item.line)
    if found.guess:
        reader.remarks.append(ImportRemark(place, found.guess))
    understood = finder.understand(found)
    unit = finder.described(understood.spec, found.title, (line.text for line in item.inside))
    known = finder.words_of(unit.spec)
    left = [word for word in (*understood.left, *unit.left) if word not in known]
    if left:
        other = finder.ends_with_unit(left)
        entry = entry_value(finder.catalogue, other.kind.slug, other.title) if other else ""
        told = ImportRemark(place, not_understood(left), True, 1 if other else 0, number, likely=entry)
        reader.remarks.append(told)
    name = found.name or unit.name
    count, row = found.count or 1, {NAME: escape_formula(name), NOTES: escape_formula(unit.notes)}
    as_ours = understood.read or name or item.inside
    specs = (unit.spec,) * count if as_ours or count > 99 else found.kind.several(unit.spec, count)
    for each in dict.fromkeys(specs):
        reader.add_unit(PartRow(row, _at(place)), number, times := specs.count(each), each)
        if not as_ours and (remark := models_remark(reader.ruleset, each, times, place)):
            reader.tell_of_added(remark, number)


def _name_doubt(reader: ArmyReader, item: DoubtLine, number: int) -> None:
    name = item.name[:MAX_SHOWN]
    message, likely = item.message or NOT_READ, ""
    if item.names_units:
        message, likely = reader.unknown(name), reader.likely(name)
    rest = "\n".join((item.remark, *(line.text for line in item.inside))) if item.units else ""
    place = shown(item.line)
    reader.remarks.append(
        ImportRemark(place, message, True, item.units, number, item.heading, rest[:MAX_REST], likely=likely)
    )
    for line in item.inside:
        reader.leave_out(shown(line), NOT_READ)


def _at(place: str) -> Callable[[str], str]:
    """The place of every cell of a line."""
    return lambda heading: place


def reading_of(ruling: Ruling, text: str) -> str:
    """The key of the reading that stands after the question of a house rule, or alone; empty if none does."""
    plain = name_key(text)
    answer = plain.removeprefix(name_key(ruling.question)).strip().removesuffix(".")
    keys = [each.key for each in ruling.readings if name_key(each.text).removesuffix(".") == answer]
    return keys[0] if len(keys) == 1 else ""
