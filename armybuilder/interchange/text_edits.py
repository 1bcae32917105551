"""Our own plain text read in again: the army of its code, changed as the lines above the code were since.

Read are the title, notes, settings of the army that have a line, house rules, groups with their names, and how many
units of which name each has. A new line ``3 × Name`` adds units like others of that name in the army, or of the
catalogue. A house rule without a line is not played. The lists of a unit are read too, and one other setting where
exactly one gives the words of the unit's line.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any

from armybuilder.armies.comparison import changes, group_name
from armybuilder.armies.documents import BadFile, army_of
from armybuilder.armies.loaded_army import WORDS, LoadedArmy
from armybuilder.interchange.army_files import lines_before_code, read_army
from armybuilder.interchange.army_rows import new_unit_spec
from armybuilder.interchange.imported import ImportedArmy, ImportRemark
from armybuilder.interchange.texts import TIMES, EqualUnits, head_lines, plain_lines, unit_words, units_by_sort
from armybuilder.schema_forms.values import value_words
from armybuilder.spreadsheets.columns import read_spec
from armybuilder.spreadsheets.row_columns import HOUSE_RULE, own_headings
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Field, Kind, fields_of
from rulesets.core.declarations.house_rules import Ruling, switches
from rulesets.core.declarations.problems import Problem
from rulesets.core.force_document import MAX_UNITS, encode_force
from rulesets.core.forces.force import AnyForce, AnyGroup, AnyUnit, Group, Unit

NOTES, GAP = "Notes", "  "
MAX_WORDS = 40
"""Words of a line in which a unit's name is looked for, and rows of a list without a limit."""
MAX_TRIES = 5_000
"""Settings of units that are tried for the words of their lines, in up to a second; further lines are left out."""
CHANGED = "The lines above the army code were changed after it was written; they are read where they differ:"

Sort = tuple[EqualUnits, list[AnyUnit]]
Lines = list[str]


def read_text(content: bytes | str) -> ImportedArmy:
    """The army of a JSON file, or of a text with its code and the changes to its lines; raises ``BadFile``."""
    coded = read_army(content)
    lines = lines_before_code(content)
    underline = next((place for place, line in enumerate(lines) if place and _is_rule(_unquoted(line), "=")), 0)
    if not underline:
        return ImportedArmy(coded)
    quotes = lines[underline].count(">")
    lines = [_unquoted(line, quotes) for line in lines[underline - 1 :]]
    if _without_blanks(lines) == _without_blanks(plain_lines(coded)):
        return ImportedArmy(coded)
    reader = _Reader(coded)
    edited = army_of(encode_force(reader.force(lines)))
    differences = changes(coded, edited)
    remarks = [ImportRemark("", CHANGED), *(ImportRemark("", each) for each in differences)] if differences else []
    return ImportedArmy(edited, (*remarks, *reader.remarks))


def _unquoted(line: str, times: int = 99) -> str:
    """A line as it was before mails quoted it, at most so many times: a name, too, may begin with their mark."""
    while times and line.startswith(">"):
        line, times = line[1:].removeprefix(" "), times - 1
    return line.rstrip()


def _is_rule(line: str, sign: str) -> bool:
    return bool(line.strip()) and not line.strip().strip(sign)


def _plain(text: str) -> str:
    return " ".join(text.split())


def _without_blanks(lines: Sequence[str]) -> Lines:
    return [plain for line in lines if (plain := _plain(line))]


def _terms(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The lines ``term: text``, each with the indented ones that continue it."""
    term, texts = "", Lines()
    for line in lines:
        if line.startswith("    ") and term:
            texts.append(line[4:])
            continue
        if term:
            yield term, "\n".join(texts)
        term, _, first = line.partition(": ")
        texts = [first]
    if term:
        yield term, "\n".join(texts)


def _facts(words: EqualUnits) -> str:
    """The kind and the facts of units, as their line has them after the name."""
    return _plain(words.line.removeprefix(words.name))


def _reading(ruling: Ruling, text: str) -> str:
    """The key of the reading that stands after the question, or alone; empty if none does."""
    plain = _plain(text).casefold()
    answer = plain.removeprefix(_plain(ruling.question).casefold()).strip().removesuffix(".")
    keys = [each.key for each in ruling.readings if _plain(each.text).casefold().removesuffix(".") == answer]
    return keys[0] if len(keys) == 1 else ""


def _notes(text: str, before: str) -> str:
    """The notes of a text, which has them without blank lines; those from before where it says the same."""
    return before if _plain(text) == _plain(before) else text


def _one_changed(spec: Any, facts: str) -> Iterator[Any]:
    """The specs that differ in one setting: another choice, yes or no, or a number that the facts have."""
    numbers = {int(digits) for digits in re.findall(r"[0-9]{1,6}", facts)}
    for setting in fields_of(type(spec)):
        low, high = setting.ask.min, setting.ask.max
        values: Iterable[Any] = ()
        if setting.kind is Kind.CHOICE:
            values = [*setting.choices, *([None] if setting.optional else [])]
        elif setting.kind is Kind.BOOL:
            values = (True, False)
        elif setting.kind is Kind.INT:
            values = (each for each in numbers if (low is None or low <= each) and (high is None or each <= high))
        yield from (replace(spec, **{setting.name: each}) for each in values if each != getattr(spec, setting.name))


def _fields_apart(item: Field, row: Any, other: Any) -> list[Field]:
    """The fields in which two rows of a list differ."""
    if item.kind is not Kind.PART:
        return []
    return [each for each in fields_of(item.type) if getattr(row, each.name) != getattr(other, each.name)]


def _shifted(item: Field, row: Any) -> Iterator[Any]:
    """The rows in which one value stands in another field of its kind, which has its default here."""
    fields = fields_of(item.type) if item.kind is Kind.PART else ()
    for one, other in permutations((each for each in fields if not each.required), 2):
        value = getattr(row, one.name)
        if one.kind is other.kind is Kind.INT and value != one.default and getattr(row, other.name) == other.default:
            yield replace(row, **{one.name: one.default, other.name: value})


@dataclass
class _Reader:
    """Reads the lines above a code; a line without a meaning is left out, with a remark."""

    coded: LoadedArmy
    remarks: list[ImportRemark] = field(default_factory=list)
    count: int = 0
    tried: int = 0

    def __post_init__(self) -> None:
        self.homes = {unit.id: group for group, unit in self.coded.force.units()}
        self.by_group: dict[str, list[Sort]] = {}
        self.of_army: dict[str, Sort] = {}
        for group in self.coded.force.groups:
            self.by_group[group.id] = units_by_sort(self.coded, group)
            for sort in reversed(self.by_group[group.id]):
                self.of_army.setdefault(_plain(sort[0].name), sort)

    def leave_out(self, line: str, message: str) -> None:
        """Record that a line is not read."""
        self.remarks.append(ImportRemark(_plain(line)[:60], message, left_out=True))

    def force(self, lines: Sequence[str]) -> AnyForce:
        """The force that the lines describe, which begin with its title."""
        headings = [place - 1 for place, line in enumerate(lines) if place > 1 and _is_rule(line, "-")]
        force = self._with_head(lines[: headings[0] if headings else len(lines)])
        if not headings:
            return force
        ends = [*headings[1:], len(lines)]
        blocks = [(lines[start], list(lines[start + 2 : end])) for start, end in zip(headings, ends, strict=True)]
        return replace(force, groups=tuple(self._groups(blocks)))

    def _with_head(self, lines: Sequence[str]) -> AnyForce:
        """The force with the title, the settings and the notes above its groups."""
        force, loaded = self.coded.force, self.coded
        title = lines[0].strip()
        if title != loaded.title:
            force = replace(force, name=title)
        written = {line.term: _plain(line.text) for line in head_lines(loaded)}
        labels = {each.ask.label: each.name for each in fields_of(type(force.spec))}
        notes, game_line = "", f"{loaded.ruleset.title}, "
        terms = list(_terms([line for line in lines[2:] if line.strip() and not line.startswith(game_line)]))
        for term in labels.keys() & written.keys() - dict(terms).keys():
            default = getattr(loaded.ruleset.force(), labels[term])
            force = replace(force, spec=replace(force.spec, **{labels[term]: default}))
        rules = {term: text for term, text in terms if term.casefold().startswith(HOUSE_RULE)}
        force = replace(force, house_rules=self._house_rules(rules))
        for term, text in terms:
            if term == NOTES:
                notes = text
            elif term in rules:
                continue
            elif term in labels and written.get(term) != _plain(text):
                force = replace(force, spec=self._setting(force.spec, term, labels[term], text))
            elif written.get(term) != _plain(text):
                self.leave_out(f"{term}: {text}", "This line does not set anything; change the army here.")
        return replace(force, notes=_notes(notes, force.notes))

    def _house_rules(self, said: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
        """The readings of the lines of house rules by switch; one that cannot be read changes nothing."""
        game = self.coded.ruleset
        before = dict(self.coded.force.house_rules)
        by_switch = switches(game.rulings)
        by_id = {ruling.id.casefold(): ruling for ruling in by_switch.values()}
        played = {}
        for term, text in said.items():
            line, rule = f"{term}: {text}", _plain(term[len(HOUSE_RULE) :])
            ruling = by_id.get(rule.casefold())
            if ruling is None:
                self.leave_out(line, f"{game.title} has no house rule “{rule}”.")
                continue
            key = _reading(ruling, text)
            if not key:
                texts = ", ".join(f"“{reading.text}”" for reading in ruling.readings)
                self.leave_out(line, f"The line should end with one of the readings: {texts}.")
                key = before.get(ruling.switch, ruling.default)
            played[ruling.switch] = key
        return tuple((switch, key) for switch, key in played.items() if key != by_switch[switch].default)

    def _setting(self, spec: Any, term: str, name: str, text: str) -> Any:
        game = self.coded.ruleset
        catalogue = self.coded.context.catalogue
        value, mistakes = read_spec(type(spec), {name: text}, catalogue, own_headings(game), encode(spec))
        for each in mistakes:
            self.leave_out(f"{term}: {text}", each.message)
        return spec if mistakes else value

    def _groups(self, blocks: Sequence[tuple[str, Lines]]) -> Iterator[AnyGroup]:
        """The groups of the lines; one of another name in the place of one that is gone has a new name."""
        groups, used = self.coded.force.groups, set[str]()
        names = [heading.rpartition(" (")[0] or heading for heading in (_plain(heading) for heading, _ in blocks)]
        by_name: dict[str, list[AnyGroup]] = {}
        for group in groups:
            by_name.setdefault(_plain(group_name(self.coded, group)), []).append(group)
        for place, (name, (_, lines)) in enumerate(zip(names, blocks, strict=True)):
            same = [each for each in by_name.get(name, ()) if each.id not in used]
            group = same[0] if same else Group("", name, self.coded.ruleset.group())
            if not same and len(blocks) == len(groups) and _plain(group_name(self.coded, groups[place])) not in names:
                group = replace(groups[place], name=name)
            used.add(group.id)
            yield self._filled(group, lines)

    def _filled(self, group: AnyGroup, lines: Lines) -> AnyGroup:
        """The group with the notes and units of its lines."""
        units: list[AnyUnit] = []
        left = list(self.by_group.get(group.id, ()))
        notes = ""
        graver = tuple(f"{word.capitalize()}: " for word, _ in WORDS.values())
        blocks: list[Lines] = []
        for line in lines:
            if not line.strip():
                continue
            if line.startswith(graver):
                break
            if line.startswith("    ") and blocks:
                blocks[-1].append(line)
            else:
                blocks.append([line])
        for first, *more in blocks:
            count, times, rest = first.partition(TIMES)
            if first.startswith(f"{NOTES}: "):
                notes = next(_terms([first, *more]))[1]
            elif times and count.strip().isdecimal() and len(count.strip()) < 6:
                units += self._units(left, int(count), rest, [line[4:] for line in more])
            else:
                self.leave_out(first, f"This is not a line of units, such as “2{TIMES}{self._example(group)}”.")
        return replace(group, notes=_notes(notes, group.notes), units=tuple(units))

    def _example(self, group: AnyGroup) -> str:
        return next((sort[0].name for sort in self.by_group.get(group.id, ())), "name")

    def _units(self, left: list[Sort], count: int, rest: str, more: Lines) -> list[AnyUnit]:
        """So many units of a line, first those that the group had; ``left`` loses their sort."""
        self.count += count
        if self.count > MAX_UNITS:
            raise BadFile(Problem("", f"The text has more than {MAX_UNITS} units, which is the limit."))
        said = dict(_terms(more))
        sort = self._sort(left, rest)
        if sort is None:
            spec = new_unit_spec(self.coded.ruleset, self.coded.context.catalogue, rest.partition(GAP)[0])
            if spec is None:
                self.leave_out(rest, "This unit is neither in the army nor in the catalogue.")
                return []
            notes = said.pop(NOTES, "")
            if said or GAP in rest:
                self.leave_out(rest, "This new unit has the catalogue’s settings; change them here.")
            return [Unit("", spec, notes=notes)] * count
        (words, units), name = sort
        notes = _notes(said.pop(NOTES, ""), units[0].notes)
        facts = _plain(rest).removeprefix(_plain(name or words.name)).strip()
        settings = self._settings(words, units, said, facts)
        if settings is None:
            self.leave_out(rest, "The settings in this line are not clear; change them here.")
            settings = units
        if (words, units) in left:
            left.remove((words, units))
            units = settings
        else:
            units = [replace(unit, id="") for unit in settings]
        units = (units + [replace(units[-1], id="", locked=False)] * count)[:count]
        return [replace(unit, name=name or unit.name, notes=notes) for unit in units]

    def _settings(
        self, words: EqualUnits, units: list[AnyUnit], said: Mapping[str, str], facts: str
    ) -> list[AnyUnit] | None:
        """The units with the settings of their lines; ``None`` where more than one change, or none, has these words."""
        written = {line.term: _plain(line.text) for line in words.lines if line.term != NOTES}
        if {term: _plain(text) for term, text in said.items()} == written and facts in ("", _facts(words)):
            return units
        specs: dict[Any, Any] = {}
        for unit in units:
            if unit.spec not in specs:
                specs[unit.spec] = self._spec(words, unit, said, facts)
                if specs[unit.spec] is None:
                    return None
        return [replace(unit, spec=specs[unit.spec]) for unit in units]

    def _spec(self, words: EqualUnits, unit: AnyUnit, said: Mapping[str, str], facts: str) -> Any:
        """The spec of a unit with the lists of its lines, and one setting changed for its facts; ``None`` if unclear.

        Facts that follow from a changed kind may be as they were.
        """
        if not self._may_try():
            return None
        spec, lists = unit.spec, dict(said)
        for each in fields_of(type(spec)):
            if each.kind is Kind.REPEAT:
                rows = self._rows(each, spec, lists.pop(each.ask.label, ""))
                if rows is None:
                    return None
                spec = replace(spec, **{each.name: rows})
        if lists:
            return None
        if facts in ("", _facts(words), _facts(self._words_of(unit, spec))):
            return spec
        exact, loose = [], []
        for other in _one_changed(spec, facts):
            if not self._may_try():
                return None
            there = self._words_of(unit, other)
            if _facts(there) == facts:
                exact.append(other)
            elif _facts(replace(words, kind=there.kind)) == facts:
                loose.append(other)
        found = exact or loose
        return found[0] if len(found) == 1 else None

    def _may_try(self) -> bool:
        """Count a try; whether it is one of those allowed for a text."""
        self.tried += 1
        return self.tried <= MAX_TRIES

    def _words_of(self, unit: AnyUnit, spec: Any) -> EqualUnits:
        """The words of a unit if it had those settings."""
        return unit_words(self.coded, self.homes[unit.id], replace(unit, spec=spec))

    def _rows(self, field: Field, spec: Any, text: str) -> tuple[Any, ...] | None:
        """The rows of a list in words; those that the unit had are kept, ``None`` if one cannot be told."""
        catalogue, item, before = self.coded.context.catalogue, field.item, getattr(spec, field.name)
        assert item is not None  # noqa: S101 (a list always has its item)
        known = {_plain(value_words(item, row, catalogue)): row for row in reversed(before)}
        if _plain(text) == "; ".join(_plain(value_words(item, row, catalogue)) for row in before):
            return tuple(before)
        parts = [_plain(part) for part in text.split(";")] if text.strip() else []
        in_bounds = (field.ask.min or 0) <= len(parts) <= (MAX_WORDS if field.ask.max is None else field.ask.max)
        if not in_bounds or any(";" in words for words in known):
            return None
        rows: list[Any] = []
        for part in parts:
            row = known.get(part)
            if row is None:
                if not self._may_try():
                    return None
                cells = {field.name: part}
                value, mistakes = read_spec(
                    type(spec), cells, catalogue, own_headings(self.coded.ruleset), encode(spec)
                )
                read: tuple[Any, ...] = () if mistakes else getattr(value, field.name)
                if len(read) != 1 or _plain(value_words(item, read[0], catalogue)) != part:
                    return None
                row = read[0]
                near = any(len(_fields_apart(item, row, old)) == 1 for old in before)
                if not near and any(_plain(value_words(item, each, catalogue)) == part for each in _shifted(item, row)):
                    return None
            rows.append(row)
        return tuple(rows)

    def _sort(self, left: Sequence[Sort], rest: str) -> tuple[Sort, str] | None:
        """The sort of units that a line means, and its new name if it has one."""
        plain, (name, _, facts) = _plain(rest), map(_plain, rest.partition(GAP))
        for sort in left:
            if _plain(sort[0].line) == plain:
                return sort, ""
        words = name.split()[:MAX_WORDS]
        for end in range(len(words), len(words) - 1 if GAP in rest else 0, -1):
            known = " ".join(words[:end])
            found = [each for each in left if _plain(each[0].name) == known]
            if found or known in self.of_army:
                return (found[0] if found else self.of_army[known]), ""
        same = [each for each in left if _facts(each[0]) == facts]
        is_new = new_unit_spec(self.coded.ruleset, self.coded.context.catalogue, name) is not None
        return (same[0], name) if len(same) == 1 and facts and not is_new else None
