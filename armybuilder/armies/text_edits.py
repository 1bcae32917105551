"""Our own plain text read in again: the army of its code, changed as the lines above the code were since.

Read are the title, notes, settings of the army that have a line, house rules, groups with their names, and how many
units of which name each has. A new line ``3 × Name`` adds units like others of that name in the army, or of the
catalogue. A house rule without a line is not played.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from armybuilder.armies.army_rows import new_unit_spec
from armybuilder.armies.comparison import changes, group_name
from armybuilder.armies.files import BadFile, army_of, lines_before_code, read_army
from armybuilder.armies.imported import ImportedArmy, ImportRemark
from armybuilder.armies.loaded_army import WORDS, LoadedArmy
from armybuilder.armies.texts import TIMES, EqualUnits, head_lines, plain_lines, units_by_sort
from armybuilder.catalogue.columns import read_spec
from armybuilder.catalogue.row_columns import HOUSE_RULE, own_headings
from rulesets.core.codec import encode
from rulesets.core.declarations import fields_of
from rulesets.core.findings import Problem
from rulesets.core.force import AnyForce, AnyGroup, AnyUnit, Group, Unit
from rulesets.core.force_document import MAX_UNITS, encode_force
from rulesets.core.house_rules import Ruling, switches

NOTES, GAP = "Notes", "  "
MOST_WORDS = 40
"""Words of a line in which a unit's name is looked for."""
CHANGED = "The lines above the army code were changed after it was written; they are read where they differ:"

Sort = tuple[EqualUnits, list[AnyUnit]]
Lines = list[str]


def read_text(content: bytes | str) -> ImportedArmy:
    """The army of a JSON file, or of a text with its code and the changes to its lines; raises ``BadFile``."""
    coded = read_army(content)
    lines = [_unquoted(line) for line in lines_before_code(content)]
    underline = next((place for place, line in enumerate(lines) if place and _is_rule(line, "=")), 0)
    if not underline:
        return ImportedArmy(coded)
    lines = lines[underline - 1 :]
    if _without_blanks(lines) == _without_blanks(plain_lines(coded)):
        return ImportedArmy(coded)
    reader = _Reader(coded)
    edited = army_of(encode_force(reader.force(lines)))
    differences = changes(coded, edited)
    remarks = [ImportRemark("", CHANGED), *(ImportRemark("", each) for each in differences)] if differences else []
    return ImportedArmy(edited, (*remarks, *reader.remarks))


def _unquoted(line: str) -> str:
    """A line as it was before a mail quoted it."""
    while line.startswith(">"):
        line = line[1:].removeprefix(" ")
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


@dataclass
class _Reader:
    """Reads the lines above a code; a line without a meaning is left out, with a remark."""

    coded: LoadedArmy
    remarks: list[ImportRemark] = field(default_factory=list)
    count: int = 0

    def __post_init__(self) -> None:
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
                self.leave_out(first, f"This is no line of units, such as “2{TIMES}{self._example(group)}”.")
        return replace(group, notes=_notes(notes, group.notes), units=tuple(units))

    def _example(self, group: AnyGroup) -> str:
        return next((sort[0].name for sort in self.by_group.get(group.id, ())), "name")

    def _units(self, left: list[Sort], count: int, rest: str, more: Lines) -> list[AnyUnit]:
        """So many units of a line, first those that the group had; ``left`` loses their sort."""
        self.count += count
        if self.count > MAX_UNITS:
            raise BadFile(Problem("", f"The text has more than {MAX_UNITS} units, the most that is read."))
        sort = self._sort(left, rest)
        if sort is None:
            spec = new_unit_spec(self.coded.ruleset, self.coded.context.catalogue, rest.partition(GAP)[0])
            if spec is None:
                self.leave_out(rest, "This is no unit of the army, and not in the catalogue.")
                return []
            return [Unit("", spec)] * count
        (words, units), name = sort
        if (words, units) in left:
            left.remove((words, units))
        else:
            units = [replace(unit, id="") for unit in units]
        units = (units + [replace(units[-1], id="", locked=False)] * count)[:count]
        said = dict(_terms(more))
        notes = _notes(said.pop(NOTES, ""), units[0].notes if units else "")
        written = {line.term: _plain(line.text) for line in words.lines if line.term != NOTES}
        facts = _plain(rest.partition(GAP)[2])
        if {term: _plain(text) for term, text in said.items()} != written or facts not in ("", _facts(words)):
            self.leave_out(rest, "Only number, name and notes of units are read; change their settings here.")
        return [replace(unit, name=name or unit.name, notes=notes) for unit in units]

    def _sort(self, left: Sequence[Sort], rest: str) -> tuple[Sort, str] | None:
        """The sort of units that a line means, and its new name if it has one."""
        plain, (name, _, facts) = _plain(rest), map(_plain, rest.partition(GAP))
        for sort in left:
            if _plain(sort[0].line) == plain:
                return sort, ""
        words = name.split()[:MOST_WORDS]
        for end in range(len(words), len(words) - 1 if GAP in rest else 0, -1):
            known = " ".join(words[:end])
            found = [each for each in left if _plain(each[0].name) == known]
            if found or known in self.of_army:
                return (found[0] if found else self.of_army[known]), ""
        same = [each for each in left if _facts(each[0]) == facts]
        is_new = new_unit_spec(self.coded.ruleset, self.coded.context.catalogue, name) is not None
        return (same[0], name) if len(same) == 1 and facts and not is_new else None
