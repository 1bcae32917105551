"""Our own plain text read in again: the army of its code, changed as the lines above the code were since.

Read are the title, notes, settings of the army that have a line, house rules, groups with their names, and how many
units of which name each has. Their settings stay as in the code. A line that is not understood is named, and what it
may stand for stays as in the code, too.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from armybuilder.armies.comparison import changes, group_name
from armybuilder.armies.documents import BadFile, army_of
from armybuilder.armies.loaded_army import WORDS, LoadedArmy
from armybuilder.interchange.army_files import lines_before_code, read_army
from armybuilder.interchange.imported import MAX_REST, ImportedArmy, ImportRemark
from armybuilder.interchange.text_armies import reading_of
from armybuilder.interchange.text_chats import sender_remarks, without_heads
from armybuilder.interchange.text_counts import count_of_line, counted, without_points
from armybuilder.interchange.text_lines import (
    GAP,
    INDENT,
    NOTES,
    TERM,
    ListLine,
    line_key,
    name_and_remark,
    read_lines,
    unquoted,
    without_size,
)
from armybuilder.interchange.text_lists import read_list
from armybuilder.interchange.text_remarks import not_understood, points_remarks, shown_text
from armybuilder.interchange.text_units import UnitFinder, tokens_of
from armybuilder.interchange.texts import EqualUnits, head_lines, plain_lines, units_by_sort, without_keys
from armybuilder.spreadsheets.columns import read_spec
from armybuilder.spreadsheets.row_columns import HOUSE_RULE, own_headings
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import fields_of
from rulesets.core.declarations.house_rules import switches
from rulesets.core.declarations.problems import Problem
from rulesets.core.force_document import MAX_UNITS, encode_force
from rulesets.core.forces.force import AnyForce, AnyGroup, AnyUnit, Group, Unit
from rulesets.core.names import name_key
from rulesets.core.ruleset import AnyRuleset

MAX_PIECES = 8
"""Lines into which a mail may have broken one."""
CHANGED = (
    "The lines above the army code were edited after the code was written. Where the two differ, the lines were used:"
)
DAMAGED = "The army code in the text is damaged. Only the lines above it were read."
KEPT = "This line was not understood, so the army keeps what its code has."

Sort = tuple[EqualUnits, list[AnyUnit]]
_SEVERITIES = tuple(f"{word.capitalize()}: " for word, _ in WORDS.values())


def read_text(content: bytes | str, game: AnyRuleset | None = None) -> ImportedArmy:
    """The army of a JSON file, or of a text with its code and the changes to its lines; raises ``BadFile``.

    Of a text with a damaged code the lines above are read as a list.
    """
    before = unquoted("\n".join(lines_before_code(content)))
    try:
        coded = read_army(content)
    except BadFile as bad:
        return _without_code(before, game, bad)
    if not before:
        return ImportedArmy(coded)
    written = without_keys(unquoted("\n".join(plain_lines(coded))), coded.ruleset)
    keys = [line_key(line.text) for line in read_lines(written)]
    before, senders = without_heads(before, keys)
    lines = [_without_points(line, keys) for line in _unbroken(read_lines(without_keys(before, coded.ruleset)), keys)]
    outside = (*sender_remarks(senders), *points_remarks(lines))
    start = next((place for place, line in enumerate(lines) if _is_title(line, keys[0])), None)
    if start is None and any(line_key(line.text) in keys for line in lines):
        lines, start = [ListLine(coded.title, coded.title, heading=1), *lines], 0
    if start is None or [line_key(line.text) for line in lines[start:]] == keys:
        return ImportedArmy(coded, outside)
    reader = _Reader(coded)
    edited = army_of(encode_force(reader.force(lines[start:])))
    differences = changes(coded, edited)
    remarks = [ImportRemark("", CHANGED), *(ImportRemark("", each) for each in differences)] if differences else []
    return ImportedArmy(edited, (*outside, *remarks, *reader.remarks))


def _is_title(line: ListLine, title: str) -> bool:
    """Whether an army's lines begin here; above it a mail may have others."""
    return line.heading == 1 or line_key(line.text) == title


def _without_code(text: str, game: AnyRuleset | None, bad: BadFile) -> ImportedArmy:
    """The army of the lines above a damaged code; raises ``BadFile``, that of the code where the lines are none."""
    if not text.strip():
        raise bad
    try:
        imported = read_list(text, game)
    except BadFile:
        raise bad from None
    return replace(imported, remarks=(ImportRemark("", DAMAGED, left_out=True), *imported.remarks))


def _without_points(line: ListLine, keys: Collection[str]) -> ListLine:
    """A line without a cost that was written behind it; one of the ``keys`` stays."""
    text, points = without_points(line.text)
    return replace(line, text=text, points=points) if points and line_key(line.text) not in keys else line


def _unbroken(lines: list[ListLine], keys: Sequence[str]) -> list[ListLine]:
    """The lines, with those that a mail broke in two or more as one again."""
    whole, place, known = [], 0, set(keys)
    while place < len(lines):
        pieces = lines[place : place + MAX_PIECES]
        length = next((count for count in range(1, len(pieces) + 1) if line_key(_joined(pieces[:count])) in known), 1)
        whole.append(replace(pieces[0], text=_joined(pieces[:length])))
        place += length
    return whole


def _joined(lines: Sequence[ListLine]) -> str:
    return " ".join(line.text for line in lines)


@dataclass
class _Block:
    """A line with the indented ones below it."""

    line: ListLine
    inside: list[ListLine] = field(default_factory=list)

    @property
    def term(self) -> str:
        """What stands before a colon, if something does."""
        match = TERM.match(self.line.text)
        return match[1] if match else ""

    @property
    def blocks(self) -> "list[_Block]":
        """The lines below it, each with those that continue it."""
        return _blocks(self.inside)

    @property
    def text(self) -> str:
        """What stands behind it, with the lines that continue it."""
        return "\n".join([self.line.text.partition(":")[2].strip(), *(line.text for line in self.inside)])


def _blocks(lines: Sequence[ListLine]) -> list[_Block]:
    """Lines with the more indented ones below them."""
    blocks: list[_Block] = []
    for line in lines:
        if blocks and line.indent > blocks[-1].line.indent + 1:
            blocks[-1].inside.append(line)
        else:
            blocks.append(_Block(line))
    return blocks


def _facts(words: EqualUnits) -> str:
    """The kind and the facts of units, as their line has them behind the name."""
    return words.line.removeprefix(words.name)


def _begins(text: str, name: str) -> bool:
    """Whether a name begins a text."""
    return f"{name_key(text)} ".startswith(f"{name_key(name)} ")


def _adds_nothing(words: EqualUnits, remark: str) -> bool:
    """Whether a remark is empty, or the facts of the units in another order and with other signs between them."""
    said, facts = set(tokens_of(remark)), set(tokens_of(_facts(words)))
    # Texts of earlier versions say there what other lines say now.
    more = tokens_of(" ".join((*words.short, *(line.text for line in words.lines))))
    return not said or facts <= said <= facts.union(more)


@dataclass(frozen=True, slots=True)
class _Match:
    """So many units of a sort, what their line says behind the name, and their new name if it has one."""

    count: int
    sort: Sort
    remark: str = ""
    name: str = ""


@dataclass
class _Reader:
    """Reads the lines above a code; a line without a meaning is left out, with a remark."""

    coded: LoadedArmy
    remarks: list[ImportRemark] = field(default_factory=list)
    count: int = 0
    place: int = 0
    """The place of the group that is read."""

    def __post_init__(self) -> None:
        self.finder = UnitFinder(self.coded.ruleset, self.coded.force)
        self.by_group = {group.id: units_by_sort(self.coded, group) for group in self.coded.force.groups}
        self.of_army = [sort for sorts in self.by_group.values() for sort in sorts]
        self.unclear = 0

    def leave_out(self, line: str, message: str, units: int = 0, rest: str = "", kept: str = "") -> None:
        """Record that a line is not read, what it says besides the name of ``units``, and which units it keeps."""
        self.unclear += 1
        place, rest = shown_text(line), rest[:MAX_REST]
        self.remarks.append(ImportRemark(place, message, True, units, self.place, rest=rest, kept=kept))

    def force(self, lines: Sequence[ListLine]) -> AnyForce:
        """The force that the lines describe, which begin with its title."""
        names = {name_key(group_name(self.coded, group)) for group in self.coded.force.groups}
        headings = [place for place in range(1, len(lines)) if self._is_heading(lines, place, names)]
        force = self._with_head(lines[: headings[0] if headings else len(lines)])
        if not headings:
            return force
        ends = [*headings[1:], len(lines)]
        blocks = [(lines[start], lines[start + 1 : end]) for start, end in zip(headings, ends, strict=True)]
        return replace(force, groups=tuple(self._groups(blocks)))

    def _is_heading(self, lines: Sequence[ListLine], place: int, names: set[str]) -> bool:
        """Whether a line is the heading of a group."""
        line = lines[place]
        if line.heading == 2 or name_key(without_size(line.text)) in names:
            return True
        leads = place + 1 < len(lines) and self._is_unit(lines[place + 1])
        return line.apart and line.indent < INDENT and leads and not TERM.match(line.text) and not self._is_unit(line)

    def _is_unit(self, line: ListLine) -> bool:
        """Whether a line begins with a count."""
        return any(count for count, _ in counted(line.text))

    # --- the army ----------------------------------------------------------------------------------------

    def _with_head(self, lines: Sequence[ListLine]) -> AnyForce:
        """The force with the title, the settings and the notes above its groups."""
        force, loaded = self.coded.force, self.coded
        if line_key(lines[0].text) != line_key(loaded.title):
            force = replace(force, name=lines[0].text)
        written = {line.term: line.text for line in head_lines(loaded)}
        labels = {each.ask.label: each.name for each in fields_of(type(force.spec))}
        game_line = f"{loaded.ruleset.title}, "
        blocks = [block for block in _blocks(lines[1:]) if not block.line.text.startswith(game_line)]
        said, notes = set[str](), force.notes
        played: dict[str, str] = {}
        for block in blocks:
            term, text = block.term, block.text
            said.add(term)
            if term == NOTES:
                notes = notes if line_key(text) == line_key(notes) else text
            elif name_key(term).startswith(HOUSE_RULE):
                played |= self._house_rule(block)
            elif line_key(f"{term}:{text}") == line_key(f"{term}:{written.get(term, '')}"):
                continue
            elif term in labels:
                force = replace(force, spec=self._setting(force.spec, block, labels[term]))
            else:
                self.leave_out(block.line.text, "This line has no effect. Change the army here.")
        if not self.unclear:
            # What no longer has a line was taken out, as long as every remaining line is understood.
            notes = notes if NOTES in said else ""
            for term in (labels.keys() & written.keys()) - said:
                default = getattr(loaded.ruleset.force(), labels[term])
                force = replace(force, spec=replace(force.spec, **{labels[term]: default}))
        else:
            played = {**dict(force.house_rules), **played}
        defaults = {switch: ruling.default for switch, ruling in switches(loaded.ruleset.rulings).items()}
        rules = tuple((switch, key) for switch, key in played.items() if key != defaults[switch])
        return replace(force, notes=notes, house_rules=rules)

    def _house_rule(self, block: _Block) -> dict[str, str]:
        """The reading of a house rule by its switch; one that cannot be read is as before."""
        game = self.coded.ruleset
        name = block.term[len(HOUSE_RULE) :].strip()
        rulings = switches(game.rulings).values()
        ruling = next((each for each in rulings if name_key(each.id) == name_key(name)), None)
        if ruling is None:
            self.leave_out(block.line.text, f"{game.title} has no house rule “{name}”.")
            return {}
        key = reading_of(ruling, block.text)
        if not key:
            texts = ", ".join(f"“{reading.text}”" for reading in ruling.readings)
            self.leave_out(block.line.text, f"The line should end with one of the readings: {texts}.")
            key = dict(self.coded.force.house_rules).get(ruling.switch, ruling.default)
        return {ruling.switch: key}

    def _setting(self, spec: Any, block: _Block, name: str) -> Any:
        game = self.coded.ruleset
        catalogue = self.coded.context.catalogue
        value, mistakes = read_spec(type(spec), {name: block.text}, catalogue, own_headings(game), encode(spec))
        for each in mistakes:
            self.leave_out(block.line.text, each.message)
        return spec if mistakes else value

    # --- its groups --------------------------------------------------------------------------------------

    def _groups(self, blocks: Sequence[tuple[ListLine, Sequence[ListLine]]]) -> Iterator[AnyGroup]:
        """The groups of the lines; one of another name in the place of one that is gone has a new name."""
        groups, used = self.coded.force.groups, set[str]()
        names = [without_size(heading.text) for heading, _ in blocks]
        keys = [name_key(name) for name in names]
        before = [name_key(group_name(self.coded, group)) for group in groups]
        for place, (name, (_, lines)) in enumerate(zip(names, blocks, strict=True)):
            same = [
                each for each, key in zip(groups, before, strict=True) if key == keys[place] and each.id not in used
            ]
            group = same[0] if same else Group("", name, self.coded.ruleset.group())
            if not same and len(blocks) == len(groups) and before[place] not in keys:
                group = replace(groups[place], name=name)
            used.add(group.id)
            self.place = place
            yield self._filled(group, lines)
        if self.unclear:
            for group in groups:
                if group.id not in used:
                    self.leave_out(
                        group_name(self.coded, group), "There is no heading with this name. Its units were kept."
                    )
                    yield group

    def _filled(self, group: AnyGroup, lines: Sequence[ListLine]) -> AnyGroup:
        """The group with the notes and units of its lines."""
        left, before = list(self.by_group.get(group.id, ())), self.unclear
        notes, has_notes = group.notes, False
        units: list[AnyUnit] = []
        unclear: list[_Block] = []
        blocks = _blocks([line for line in lines if not line.text.startswith(_SEVERITIES)])
        exact = [self._exact(left, block) for block in blocks]
        reserved = [found.sort for found in exact if found]
        for block, same in zip(blocks, exact, strict=True):
            free = [sort for sort in left if all(sort is not each for each in reserved)]
            found = [same] if same else self._matches(free, block)
            if block.term == NOTES:
                has_notes = True
                notes = notes if line_key(block.text) == line_key(notes) else block.text
            elif len(found) == 1:
                units += self._units(left, block, found[0])
            elif found or not self._add_new(units, block):
                unclear.append(block)
        self._name_unclear(unclear, left)
        if unclear:
            units += [unit for _, same in left for unit in same]
        if not has_notes and self.unclear == before:
            notes = ""
        return replace(group, notes=notes, units=tuple(units))

    def _name_unclear(self, unclear: Sequence[_Block], left: Sequence[Sort]) -> None:
        """Name the lines that are not understood; if as many sorts are left, each line stands for one of them."""
        message = KEPT if left else "This unit is neither in the army nor in the catalogue."
        of_lines = left if len(left) == len(unclear) else [None] * len(unclear)
        for block, sort in zip(unclear, of_lines, strict=True):
            count, name = count_of_line(block.line.text)
            rest = "\n".join((name_and_remark(name)[1], *(line.text for line in block.inside)))
            units = min(count or (len(sort[1]) if sort else 0), 99)
            kept = " ".join(unit.id for unit in sort[1]) if sort else ""
            self.leave_out(block.line.text, message, units, rest, kept)

    def _exact(self, sorts: Sequence[Sort], block: _Block) -> _Match | None:
        """The units whose whole line this is."""
        for count, rest in counted(block.line.text):
            for sort in sorts:
                if count and line_key(rest) == line_key(sort[0].line):
                    return _Match(count, sort)
        return None

    def _matches(self, left: Sequence[Sort], block: _Block) -> list[_Match]:
        """What a line may mean that is not exactly one of the army's: units of its name, or with another name."""
        for count, rest in counted(block.line.text):
            if not count:
                continue
            name, remark = self._name_and_remark(left, rest)
            if same := [sort for sort in left if name_key(sort[0].name) == name_key(name)]:
                return [_Match(count, sort, remark) for sort in same]
            facts = [sort for sort in left if remark and tokens_of(remark) == tokens_of(_facts(sort[0]))]
            if len(facts) == 1 and self.finder.named(name) is None:
                return [_Match(count, facts[0], name=name)]
            alike = [sort for sort in self.of_army if name_key(sort[0].name) == name_key(name)]
            if len(alike) == 1 and _adds_nothing(alike[0][0], remark):
                return [_Match(count, alike[0])]
        copied = self._exact(self.of_army, block)
        return [copied] if copied else []

    def _name_and_remark(self, left: Sequence[Sort], text: str) -> tuple[str, str]:
        """The name in a line and what stands behind it; in one without double spaces, a name that begins it."""
        name, gap, remark = text.partition(GAP)
        found = self.finder.find(text)
        titles = [found.title] if found else []
        begins = [each for each in (*(sort[0].name for sort in left), *titles) if _begins(text, each)]
        if gap or not begins:
            return name.strip(), remark.strip()
        longest = max(begins, key=len)
        return longest, " ".join(text.split()[len(longest.split()) :])

    # --- their units -------------------------------------------------------------------------------------

    def _counted(self, count: int) -> int:
        """Count units; raises ``BadFile`` if there are too many."""
        self.count += count
        if self.count > MAX_UNITS:
            raise BadFile(Problem("", f"The text has more than {MAX_UNITS} units, the most that an army can have."))
        return count

    def _add_new(self, units: list[AnyUnit], block: _Block) -> bool:
        """Add units of the catalogue that the army has none of; whether the line names such."""
        found = self.finder.find(block.line.text)
        if found is None or found.count is None:
            return False
        understood = self.finder.understand(found)
        spec, left, notes = understood.spec, list(understood.left), ""
        for inner in block.blocks:
            if inner.term == NOTES:
                notes = inner.text
                continue
            changed = self.finder.with_setting(spec, inner.term, inner.text) if inner.term else None
            left += [] if changed is not None else [inner.line.text]
            spec = changed if changed is not None else spec
        if left:
            self.leave_out(block.line.text, not_understood(left))
        count = self._counted(found.count)
        specs = (spec,) * count if count > 99 else found.kind.several(spec, count)
        units += [Unit("", each, found.name, notes) for each in specs]
        return True

    def _units(self, left: list[Sort], block: _Block, match: _Match) -> list[AnyUnit]:
        """So many units of a line, first those that the group had; ``left`` loses their sort."""
        self._counted(match.count)
        words, units = match.sort
        said = {inner.term: inner.text for inner in block.blocks}
        missing = [line.term for line in words.lines if line.term not in said]
        if missing:
            remark = f"There is no line for {', '.join(missing)}. The values from the army code were kept."
            self.leave_out(block.line.text, remark)
        notes = said.pop(NOTES, units[0].notes)
        notes = units[0].notes if line_key(notes) == line_key(units[0].notes) else notes
        written = {line.term: line_key(line.text) for line in words.lines}
        same = all(line_key(text) == written.get(term) for term, text in said.items())
        if not same or not _adds_nothing(words, match.remark):
            self.leave_out(block.line.text, "The settings in this line are not clear. Change them here.")
        kept = list(units)
        if any(each is match.sort for each in left):
            left[:] = [each for each in left if each is not match.sort]
        else:
            kept = [replace(unit, id="") for unit in kept]
        kept = (kept + [replace(kept[-1], id="", locked=False)] * match.count)[: match.count]
        return [replace(unit, name=match.name or unit.name, notes=notes) for unit in kept]
