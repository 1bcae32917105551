"""Sheets as data files such as a game's ``quick_reference.toml`` write them.

The file has rows ``[[section]]`` in order. A section has ``slug`` and ``title`` and may have

- ``when``: the condition without which it is left out;
- ``lines``: the texts by their terms, or the name of lines that the game computes;
- ``tables``: each the name of tables that the game computes, or ``title``, ``columns`` (as for ``tables.table``),
  ``rows`` (written out, or the name of computed rows) and ``note``;
- ``zones``: the name of zones that the game computes;
- ``flow``: ``title`` and ``steps``, each with ``slug``, ``text``, ``place`` (column and row) and ``ways``, the answers
  by the step that they lead to.

Texts have slots (see ``slots``). A line or step whose text is empty, a written row whose first cell is, a later column
whose heading is, a table without rows and a section with nothing in it are left out. A first cell ``#`` is the number
of its row among those that are not.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources.abc import Traversable
from typing import Any, Generic, TypeVar

from rulesets.core.declarations.house_rules import HouseRules, Ruling
from rulesets.core.reference import Branch, Flow, FlowStep, Line, Section, Zone
from rulesets.core.tables import Table, table
from rulesets.core.texts.data_files import DataFileError, read_rows
from rulesets.core.texts.slots import Phrase, Slots

T = TypeVar("T")
U = TypeVar("U")
Rows = Iterable[Sequence[object]]
NUMBER = "#"
"""A row's first cell that is its number."""


@dataclass(frozen=True, slots=True)
class Computed(Generic[T]):
    """What a game computes for its sheet, each by the name in its file, from what the sheet is about."""

    tables: Mapping[str, Callable[[T], Iterable[Table]]] = field(default_factory=dict)
    rows: Mapping[str, Callable[[T], Rows]] = field(default_factory=dict)
    lines: Mapping[str, Callable[[T], Iterable[Line]]] = field(default_factory=dict)
    zones: Mapping[str, Callable[[T], Iterable[Zone]]] = field(default_factory=dict)
    words: Mapping[str, Callable[[T], str]] = field(default_factory=dict)
    conditions: Mapping[str, Callable[[T], bool]] = field(default_factory=dict)


Maker = Callable[[HouseRules, T], U]
"""Makes a part of a sheet under house rules, from what the sheet is about."""


@dataclass(frozen=True, slots=True)
class _SectionForm(Generic[T]):
    """A section before its slots are filled."""

    slug: str
    title: Phrase[T]
    needed: Callable[[T], bool]
    tables: tuple[Maker[T, Iterable[Table]], ...]
    lines: Maker[T, Iterable[Line]]
    flow: Maker[T, Flow | None]
    zones: Maker[T, Iterable[Zone]]


@dataclass(frozen=True, slots=True)
class Sheet(Generic[T]):
    """A game's sheet before its slots are filled."""

    forms: tuple[_SectionForm[T], ...]

    def sections(self, house: HouseRules, about: T) -> tuple[Section, ...]:
        """The sections under these house rules; ``about`` is what the game computes from."""
        sections = (
            Section(
                form.slug,
                form.title.text(house, about),
                tuple(each for make in form.tables for each in make(house, about) if each.rows),
                tuple(form.lines(house, about)),
                form.flow(house, about),
                tuple(form.zones(house, about)),
            )
            for form in self.forms
            if form.needed(about)
        )
        return tuple(each for each in sections if each.tables or each.lines or each.flow or each.zones)


def load_sheet(
    folder: Traversable,
    rulings: Iterable[Ruling],
    numbers: Mapping[str, object],
    computed: Computed[T],
    texts: Mapping[str, str] | None = None,
    name: str = "quick_reference",
) -> Sheet[T]:
    """The sheet in a folder's file of that name; ``numbers`` are the ``vars`` of the game's ``tables.py``.

    ``texts`` are those of the game's ``words.Words``, if it has any.

    Raises ``DataFileError`` for anything unknown in it: a field, a number, a switch, a reading, a computed name; and
    where words are chosen by a switch and one of its readings is left out.
    """
    file = folder / f"{name}.toml"
    reader = _Reader(Slots(numbers, rulings, computed.words, computed.conditions, texts), computed)
    forms: list[_SectionForm[T]] = []
    for number, row in enumerate(read_rows(file, "section"), 1):
        try:
            forms.append(reader.section(row))
        except (AttributeError, TypeError, ValueError) as error:
            raise DataFileError(f"{file.name}, section {number} ({row.get('slug', 'no slug')}): {error}") from error
    if len({form.slug for form in forms}) < len(forms):
        raise DataFileError(f"{file.name}: two sections have the same slug")
    return Sheet(tuple(forms))


def _only(row: Any, required: str, optional: str = "") -> dict[str, Any]:
    """A table of the file that has these fields and no others; raises ``ValueError``."""
    if not isinstance(row, dict):
        raise ValueError(f"{row!r} should have the fields {required}")
    fields = set(required.split())
    if missing := sorted(fields - set(row)):
        raise ValueError(f"the field {missing[0]} is missing")
    if unknown := sorted(set(row) - fields - set(optional.split())):
        raise ValueError(f"{unknown[0]!r} is not a field")
    return row


@dataclass(frozen=True, slots=True)
class _Reader(Generic[T]):
    """Reads the parts of a file; all raise ``SlotError`` or ``ValueError``."""

    slots: Slots[T]
    computed: Computed[T]

    def section(self, row: dict[str, Any]) -> _SectionForm[T]:
        _only(row, "slug title", "when tables lines flow zones")
        return _SectionForm(
            row["slug"],
            self.slots.phrase(row["title"]),
            self._condition(row["when"]) if "when" in row else lambda about: True,
            tuple(self._table(each) for each in row.get("tables", ())),
            self._lines(row.get("lines", {})),
            self._flow(row["flow"]) if "flow" in row else lambda house, about: None,
            self._named("zones", self.computed.zones, row["zones"]) if "zones" in row else lambda house, about: (),
        )

    def _named(self, what: str, named: Mapping[str, Callable[[T], U]], name: str) -> Maker[T, U]:
        if name not in named:
            raise ValueError(f"{name!r} are not {what} that the game computes")
        compute = named[name]
        return lambda house, about: compute(about)

    def _condition(self, name: str) -> Callable[[T], bool]:
        if name not in self.computed.conditions:
            raise ValueError(f"{name!r} is not a condition that the game computes")
        return self.computed.conditions[name]

    def _lines(self, lines: Any) -> Maker[T, Iterable[Line]]:
        if isinstance(lines, str):
            return self._named("lines", self.computed.lines, lines)
        pairs = [(self.slots.phrase(term), self.slots.phrase(text)) for term, text in lines.items()]

        def written(house: HouseRules, about: T) -> Iterator[Line]:
            for term, phrase in pairs:
                if text := phrase.text(house, about):
                    yield Line(term.text(house, about), text)

        return written

    def _table(self, row: Any) -> Maker[T, Iterable[Table]]:
        if isinstance(row, str):
            return self._named("tables", self.computed.tables, row)
        _only(row, "title columns rows", "note")
        title, columns, note = (self.slots.phrase(row.get(name, "")) for name in ("title", "columns", "note"))
        rows = self._rows(row["rows"])

        def written(house: HouseRules, about: T) -> Iterator[Table]:
            headings = columns.text(house, about).split("|")
            kept = [place for place, heading in enumerate(headings) if heading.strip() or not place]
            yield table(
                title.text(house, about),
                "|".join(headings[place] for place in kept),
                ([row[place] for place in kept] for row in rows(house, about)),
                note.text(house, about),
            )

        return written

    def _rows(self, rows: Any) -> Maker[T, Rows]:
        if isinstance(rows, str):
            return self._named("rows", self.computed.rows, rows)
        phrases = [[self.slots.phrase(cell) for cell in row] for row in rows]

        def written(house: HouseRules, about: T) -> Rows:
            number = 0
            for row in phrases:
                if name := row[0].text(house, about):
                    number += 1
                    yield str(number) if name == NUMBER else name, *(cell.text(house, about) for cell in row[1:])

        return written

    def _flow(self, flow: Any) -> Maker[T, Flow]:
        _only(flow, "title steps")
        title = self.slots.phrase(flow["title"])
        steps = [self._step(each) for each in flow["steps"]]

        def drawn(house: HouseRules, about: T) -> Flow:
            kept = [step for step in (make(house, about) for make in steps) if step.text]
            slugs = {step.slug for step in kept}
            steps_kept = (
                replace(step, ways=tuple(branch for branch in step.ways if branch.to in slugs)) for step in kept
            )
            return Flow(title.text(house, about), tuple(steps_kept))

        return drawn

    def _step(self, row: Any) -> Maker[T, FlowStep]:
        _only(row, "slug text place", "ways")
        text = self.slots.phrase(row["text"])
        column, place = row["place"]
        ways = [(to, self.slots.phrase(answer)) for to, answer in row.get("ways", {}).items()]
        return lambda house, about: FlowStep(
            row["slug"],
            text.text(house, about),
            column,
            place,
            tuple(Branch(to, answer.text(house, about)) for to, answer in ways),
        )
