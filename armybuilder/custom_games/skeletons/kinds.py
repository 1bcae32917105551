"""The kinds of entry of a skeleton: types of unit, what units may take, and the other types of profile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from rulesets.core.names import name_key
from rulesets.described.document import MAX_CELL, MAX_ROWS, EntryRow, FieldType, Kind, KindField
from rulesets.described.vocabulary import MAX_LISTED

from .choices import LONG, SCALE, Choice, Choices, Costs, OptionGroup
from .columns import Column, column, number_column, shown
from .data_files import DataFiles, Node, clean
from .names import Distinct, Taken
from .remarks import Remarks, listed
from .units import Types, UnitEntry

MAX_FIELDS: Final = 30
MAX_FIELDS_OF_PROFILES: Final = 80
"""Values of all types of profile that become kinds: a game has 160 fields altogether."""
MAX_KINDS: Final = 10
"""Types of profile that become kinds, beside types of unit and what they may take."""
MAX_JOINED: Final = 200
"""Letters of a text of several names."""
NO_LIMIT: Final = "Enter 0 if there is no limit."
MORE: Final = " …"
ON_STATLINE: Final = 14
"""Values of statlines that are read."""


@dataclass(frozen=True, slots=True)
class CostType:
    """A cost: its id in the files, its name in formulas, what players call it."""

    id: str
    name: str
    title: str


@dataclass(frozen=True, slots=True)
class ProfileKind:
    """A type of profile as a kind: the names of its entries by profile."""

    kind: Kind
    names: dict[Node, str]


class Table:
    """The columns of a kind, of which each has a value for every row."""

    def __init__(self, count: int, remarks: Remarks, title: str) -> None:
        """Begin a table for so many rows."""
        self.count, self.remarks, self.title = count, remarks, title
        self.names = Taken()
        self.columns: list[Column] = []

    def add(self, made: Column, rows: Sequence[str]) -> None:
        """Add a column; ``rows`` are the names of its rows, for what is said about it."""
        if len(self.columns) == MAX_FIELDS:
            self.remarks.leave_out(
                self.title, f"Left out, because an entry can have {MAX_FIELDS} values: “{made.field.label}”."
            )
            return
        self.columns.append(made)
        label = made.field.label
        if made.missing:
            names = listed(rows[row] for row in made.missing)
            self.remarks.leave_out(self.title, f"“{label}” is 0 where the files give none: {names}.")
        if made.odd:
            row = rows[made.values.index(made.odd)]
            message = f"“{label}” is text, not a number, because of “{made.odd[:40]}” ({row})."
            self.remarks.leave_out(self.title, message)

    def add_numbers(self, name: str, label: str, values: Sequence[int], help: str = "") -> str:
        """Add a column of numbers in thousandths; returns its name for formulas."""
        own = self.names.name(name)
        self.columns.append(number_column(KindField(own, label, help=help), values))
        return own

    def add_texts(self, label: str, values: Sequence[str], rows: Sequence[str]) -> str:
        """Add a column of texts if there are any; returns its name for formulas."""
        if not any(values):
            return ""
        own = self.names.name(label)
        self.columns.append(Column(KindField(own, label, FieldType.TEXT), tuple(values)))
        cut = [row for row, value in zip(rows, values, strict=True) if value.endswith(MORE)]
        if cut:
            self.remarks.leave_out(self.title, f"“{label}” is too short for the whole text: {listed(cut)}.")
        return own

    def add_flags(self, label: str, values: Sequence[bool]) -> str:
        """Add a column of yes and no; returns its name for formulas."""
        own = self.names.name(label)
        self.columns.append(
            Column(KindField(own, label[:60], FieldType.YES), tuple("yes" if each else "no" for each in values))
        )
        return own

    def add_rows(self, name: str, label: str, kind: str, keys: Sequence[Iterable[str]], rows: Sequence[str]) -> str:
        """Add a column of rows of a table if there are any, by their keys; returns its name for formulas."""
        values, cut = [], []
        for row, some in zip(rows, keys, strict=True):
            known = [key for key in dict.fromkeys(some) if key][:MAX_LISTED]
            while len(", ".join(known)) > MAX_CELL:
                known.pop()
                cut.append(row)
            values.append(", ".join(known))
        if not any(values):
            return ""
        own = self.names.name(name)
        self.columns.append(Column(KindField(own, label, FieldType.LIST, kind=kind), tuple(values)))
        if cut:
            self.remarks.leave_out(self.title, f"“{label}” has no room for all that is there: {listed(cut)}.")
        return own

    @property
    def is_full(self) -> bool:
        """Whether there is no place for another column."""
        return len(self.columns) >= MAX_FIELDS

    def kind(self, slug: str, plural: str, rows: Iterable[tuple[str, str, str]]) -> Kind:
        """The kind; its rows are names, keys and places in the rulebook."""
        entries = tuple(
            EntryRow(name, tuple(each.values[number] for each in self.columns), key, cite)
            for number, (name, key, cite) in enumerate(rows)
        )
        return Kind(slug, self.title[:60], plural[:60], tuple(each.field for each in self.columns), entries)


def joined(names: Iterable[str]) -> str:
    """Names in one text; a sign says that there is no room for more."""
    text = ""
    for name in dict.fromkeys(names):
        if len(text) + len(name) + 4 > MAX_JOINED:
            return f"{text}{MORE}"
        text = f"{text}, {name}" if text else name
    return text


class ProfileKinds:
    """The types of profile beside statlines, with what is theirs: kinds, or for types of sentences only names."""

    def __init__(self, profiles: Iterable[Node], types: Types, remarks: Remarks, slugs: Taken) -> None:
        """Sort the profiles by type."""
        self.types, self.remarks = types, remarks
        by_type: dict[str, list[Node]] = {}
        for each in profiles:
            by_type.setdefault(types.of(each), []).append(each)
        self.kinds: list[ProfileKind] = []
        self.names: dict[Node, str] = {}
        for title, some in sorted(by_type.items(), key=lambda item: -len(item[1])):
            self._tell_sentences(title, some)
            if not any(any(types.cells(each).values()) for each in some):
                continue
            headings = {heading for each in some for heading in types.cells(each)}
            fields = sum(len(each.kind.fields) for each in self.kinds)
            if len(self.kinds) == MAX_KINDS or fields + len(headings) > MAX_FIELDS_OF_PROFILES:
                message = (
                    f"There is no room in the game for another table. Left out: {listed(each.name for each in some)}."
                )
                remarks.leave_out(title, message)
                continue
            self.kinds.append(self._kind(title, some, slugs))
            self.names |= self.kinds[-1].names

    def _tell_sentences(self, title: str, profiles: list[Node]) -> None:
        texts: dict[str, list[str]] = {}
        for each in profiles:
            for heading in self.types.sentences(each):
                texts.setdefault(heading, []).append(each.name)
        for heading, names in texts.items():
            message = f"Sentences under “{heading}” are not copied: {listed(names)}."
            self.remarks.leave_out(title, message)

    def _kind(self, title: str, profiles: list[Node], slugs: Taken) -> ProfileKind:
        """The kind of a type; profiles that say the same are one entry."""
        alike: dict[tuple[str, ...], list[Node]] = {}
        for each in profiles:
            alike.setdefault((name_key(each.name), *self.types.cells(each).values()), []).append(each)
        firsts = [same[0] for same in alike.values()][:MAX_ROWS]
        if len(alike) > MAX_ROWS:
            rest = listed(same[0].name for same in list(alike.values())[MAX_ROWS:])
            self.remarks.leave_out(title, f"A table can have {MAX_ROWS} rows. Left out: {rest}.")
        distinct, keys = Distinct(), Taken()
        names = [distinct.of(each.name or title) for each in firsts]
        table = Table(len(firsts), self.remarks, title)
        headings = dict.fromkeys(heading for each in firsts for heading in self.types.cells(each))
        for heading in headings:
            texts = [self.types.cells(each).get(heading, "") for each in firsts]
            if any(texts):
                table.add(column(heading, texts, table.names, on_statline=True), names)
        rows = [(name, keys.slug(name), "") for name in names]
        by_first = dict(zip(firsts, names, strict=True))
        by_node = {each: by_first[same[0]] for same in alike.values() if same[0] in by_first for each in same}
        plural = title if title.endswith("s") else f"{title}s"
        return ProfileKind(table.kind(slugs.slug(title), plural, rows), by_node)

    def said(self, profiles: Iterable[Node]) -> tuple[str, list[str]]:
        """The names of profiles that have values, and of those that are only rules."""
        some = list(profiles)
        with_values = joined(self.names[each] for each in some if each in self.names)
        return with_values, [each.name for each in some if each not in self.names]


@dataclass(frozen=True, slots=True)
class OptionRow:
    """Something that units may take: its name and key, and the choices that are the same.

    ``maximum`` is how many of it a unit may have, 0 without a limit.
    """

    name: str
    key: str
    choices: tuple[Choice, ...]
    costs: Costs
    maximum: int

    @property
    def choice(self) -> Choice:
        """The first of the choices, which says what the option is."""
        return self.choices[0]


def option_rows(
    units: Iterable[UnitEntry], choices: Choices, costs: Sequence[CostType], remarks: Remarks
) -> list[OptionRow]:
    """What units may take, and what that opens; those of one name, cost and limit once.

    What costs something comes first if there are too many.
    """
    alike: dict[tuple[str, tuple[int, ...], int], list[Choice]] = {}
    waiting = [choice for unit in units for choice in unit.content.options.values()]
    seen = dict.fromkeys(choice.key for choice in waiting)
    for choice in waiting:
        inside = choices.content(choice)
        price = tuple(inside.costs.get(each.id, 0) for each in costs)
        alike.setdefault((name_key(choice.name), price, choices.max_of(choice) or 0), []).append(choice)
        opened = [each for each in inside.options.values() if each.key not in seen]
        seen |= dict.fromkeys(each.key for each in opened)
        waiting += opened
    found = sorted(alike.items(), key=lambda each: not any(each[0][1]))
    if len(found) > MAX_ROWS:
        rest = listed(some[0].name for _, some in found[MAX_ROWS:])
        remarks.leave_out("Options", f"A table can have {MAX_ROWS} rows. Left out: {rest}.")
    names, keys = Distinct(), Taken()
    several = Counter(name for name, _, _ in alike)
    rows = []
    for (_, _, maximum), some in found[:MAX_ROWS]:
        price_of = choices.content(some[0]).costs
        apart = _price(price_of, costs) if several[name_key(some[0].name)] > 1 else ""
        name = names.of(some[0].name or "Option", apart)
        rows.append(OptionRow(name, keys.slug(some[0].name), tuple(some), price_of, maximum))
    return rows


def _price(price: Costs, costs: Sequence[CostType]) -> str:
    """A price in words, by which options of one name are told apart."""
    return ", ".join(f"{shown(price[each.id])} {each.title}" for each in costs if price.get(each.id)) or "free"


@dataclass(frozen=True)
class OptionKind:
    """What units may take as a kind, with what formulas call two of its columns, which are empty without them.

    ``maximum`` is how often a unit may have the option, ``opened`` the options that it opens.
    """

    kind: Kind
    maximum: str
    opened: str


def option_kind(
    rows: Sequence[OptionRow], choices: Choices, costs: Sequence[CostType], kinds: ProfileKinds, remarks: Remarks
) -> OptionKind:
    """What units may take as a kind."""
    table = Table(len(rows), remarks, "Option")
    for each in costs:
        table.add_numbers(each.name, each.title, [row.costs.get(each.id, 0) for row in rows])
    contents = [choices.content(row.choice) for row in rows]
    said = [kinds.said(content.profiles) for content in contents]
    names = [row.name for row in rows]
    table.add_texts("Has", [has for has, _ in said], names)
    rules = [joined([*content.rules, *others]) for content, (_, others) in zip(contents, said, strict=True)]
    table.add_texts("Rules", rules, names)
    maximum = ""
    if any(row.maximum for row in rows):
        maximum = table.add_numbers("most", "At most", [row.maximum * SCALE for row in rows], NO_LIMIT)
    known = {choice.key: row.key for row in rows for choice in row.choices}
    opened = [
        [known.get(each.key, "") for choice in row.choices for each in choices.content(choice).options.values()]
        for row in rows
    ]
    opens = table.add_rows("opens", "Opens", "option", opened, names)
    entries = [(row.name, row.key, cite(row.choice, choices.files)) for row in rows]
    return OptionKind(table.kind("option", "Options", entries), maximum, opens)


@dataclass(frozen=True)
class GroupKind:
    """Groups of options as a kind, and the groups that were read; by each unit's place its groups and their options."""

    kind: Kind
    of_units: list[list[str]]
    inside: list[set[str]]
    read: list[OptionGroup]


def group_kind(units: Sequence[UnitEntry], options: Sequence[OptionRow], remarks: Remarks) -> GroupKind | None:
    """The groups of options from which units may take only so many; groups that say the same are one row."""
    known = {choice.key: row.key for row in options for choice in row.choices}
    alike: dict[tuple[str, int, int, bool, tuple[str, ...]], list[int]] = {}
    used: list[OptionGroup] = []
    inside: list[set[str]] = [set() for _ in units]
    for number, unit in enumerate(units):
        for each in unit.content.groups:
            members = tuple(dict.fromkeys(known[member.key] for member in each.options if member.key in known))
            minimum = 0 if each.per_model else each.minimum
            says = (each.name or "Options", minimum, each.maximum or 0, each.per_model, members)
            is_told = minimum or each.maximum or len(members) >= LONG
            if len(members) < 2 or not is_told or len(", ".join(members)) > MAX_CELL or len(members) > MAX_LISTED:
                continue
            if says in alike or len(alike) < MAX_ROWS:
                alike.setdefault(says, []).append(number)
                used.append(each)
                inside[number].update(members)
    if not alike:
        return None
    names, keys = Distinct(), Taken()
    table = Table(len(alike), remarks, "Option group")
    rows = [(names.of(says[0]), keys.slug(says[0]), "") for says in alike]
    table.add_numbers("least", "At least", [says[1] * SCALE for says in alike])
    table.add_numbers("most", "At most", [says[2] * SCALE for says in alike], NO_LIMIT)
    table.add_flags("For each model", [says[3] for says in alike])
    table.add_rows("options", "Options", "option", [says[4] for says in alike], [name for name, _, _ in rows])
    of_units: list[list[str]] = [[] for _ in units]
    for (_, key, _), places in zip(rows, alike.values(), strict=True):
        for number in dict.fromkeys(places):
            of_units[number].append(key)
    return GroupKind(table.kind("group", "Option groups", rows), of_units, inside, used)


def cite(choice: Choice, files: DataFiles) -> str:
    """The place of a choice in its rulebook."""
    node = next((part for part in choice.parts if part.get("page")), None)
    if node is None:
        return ""
    book = files.find(node.get("publicationId"), node.file)
    title = f"{book.name}, " if book is not None and book.name else ""
    return f"{title}page {clean(node.get('page'), 20)}"[:120]
