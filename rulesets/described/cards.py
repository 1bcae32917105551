"""A unit of a described game in lists, on its card and on its label, as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulesets.core.cards import Card, Chip, Label, Standing, Symbol, SymbolSet, Token, UnitRow, tokens_of
from rulesets.core.declarations.catalogue import Catalogue, Entry
from rulesets.core.forces.force import Group, Unit
from rulesets.core.reference import Line
from rulesets.core.tables import Cell, Column, Stat, Table
from rulesets.core.texts.rich_text import plain, tidy
from rulesets.core.wording import isolated

from .document import Field, FieldType, Shown, Term, UnitField
from .formulas import Names, Row, Values
from .model import Context, Model
from .texts import Text
from .texts import plain as as_text
from .totals import Totals
from .vocabulary import OF_ARMY, asked, names_in, shown

NUMBERS_OF_MARKERS = ("unit", "group", "army")
"""What a described game has one marker for."""
MAX_STAT = 8
"""Most letters of a text on the statline: a column with a longer one is a line of the card."""
MAX_FACT = 60
"""Most letters of such a text that lists show, too."""


class Display:
    """How a document shows its units."""

    def __init__(self, model: Model, totals: Totals) -> None:
        """Read the document's texts."""
        self.model, self.totals, game = model, totals, model.game
        show, unit = game.display, model.unit_names
        self.chips = tuple(model.text(text, unit, ("display", "chips", n)) for n, text in enumerate(show.chips))
        first = model.first_entry
        fields = model.kind(first.kind).fields if first is not None else ()
        self.spelled = tuple(each for each in fields if each.short and self._is_long(each))
        self.statline = tuple((each, asked(each)) for each in fields if each.short and each not in self.spelled)
        self.lines = self._terms(show.lines, unit, "lines")
        self.back = self._terms(show.back, unit, "back")
        army = names_in(game, OF_ARMY)
        self.lines_of_army = self._terms(show.summary, army, "summary")
        self.shown_values = tuple(
            (each, model.text(each.text, unit, ("display", "values", n, "text"))) for n, each in enumerate(show.values)
        )
        for number, marker in enumerate(game.markers):
            if marker.per not in NUMBERS_OF_MARKERS:
                model.problems.add(("markers", number, "per"), "write unit, group or army")

    def _terms(self, terms: tuple[Term, ...], names: Names, name: str) -> tuple[tuple[str, Text], ...]:
        return tuple(
            (each.term, self.model.text(each.text, names, ("display", name, n, "text"))) for n, each in enumerate(terms)
        )

    def _is_long(self, field: Field) -> bool:
        """Whether a column of the unit's entry is no value but a text that numbers would be small beside."""
        first, catalogue = self.model.first_entry, self.model.catalogue
        if field.type not in (FieldType.TEXT, FieldType.LIST) or first is None:
            return False
        rows = catalogue.of_kind(first.kind)
        return any(len(shown(getattr(row.spec, field.name), field, catalogue)) > MAX_STAT for row in rows)

    def entry(self, unit: Unit[Any], context: Context) -> Entry[Any] | None:
        """The entry that says what the unit is."""
        first = self.model.first_entry
        return context.catalogue.get(first.kind, getattr(unit.spec, first.name)) if first is not None else None

    def row(self, unit: Unit[Any], group: Group[Any, Any], context: Context) -> UnitRow:
        """The unit in a list."""
        known = context.of_group(self._rows, group).get(id(unit))
        return known if known is not None else self._row(unit, group, context)

    def _rows(self, group: Group[Any, Any], context: Context) -> dict[int, UnitRow]:
        """The rows of the group's units; the group keeps these, so that no other object gets their ids."""
        return {id(unit): self._row(unit, group, context) for unit in group.units}

    def _row(self, unit: Unit[Any], group: Group[Any, Any], context: Context) -> UnitRow:
        first = self.model.first_entry
        key = getattr(unit.spec, first.name) if first is not None else ""
        name = context.catalogue.name_of(first.kind, key) if first is not None and key else ""
        name = name or self.model.game.words.unit.capitalize()
        values = self.model.unit_values(unit, group, context)
        hint = self.model.glossary.hint
        facts = [said for text in self.chips if (said := text.said(values))]
        texts = (plain(line.text) for line in self._spelled(unit, context))
        facts += [text for text in texts if len(text) <= MAX_FACT and text not in facts]
        chips = tuple(Chip(said, hint=hint(said), printed=True) for said in facts)
        icon = Symbol(SymbolSet.ICON, self.model.game.display.icon, name)
        return UnitRow(unit.name or name, name, icon, chips)

    def standing(self, unit: Unit[Any], group: Group[Any, Any], context: Context) -> Standing:
        """Where the unit stands in its army."""
        number = context.number(unit, group)
        place = f"{isolated(group.name)} · no. " if group.name else f"{context.group_number(group)}·"
        return Standing(f"{place}{number}", str(number))

    def stats(self, unit: Unit[Any], group: Group[Any, Any], context: Context) -> tuple[Stat, ...]:
        """The values of the unit's entry that have a short heading, as upgraded; none while the entry is unknown."""
        first = self.model.first_entry
        if first is None:
            return ()
        row = self.model.unit_values(unit, group, context)[first.name]
        if not isinstance(row, Row) or not row.fields:
            return ()
        entry = context.catalogue.get(first.kind, row.key)
        if entry is None:
            return ()
        stats = []
        for each, ask in self.statline:
            if each.type is FieldType.NUMBER:
                said = ask.with_unit(int(row.fields[each.name] * 10**each.decimals))
            else:
                said = shown(getattr(entry.spec, each.name), each, context.catalogue)
            stats.append(Stat(each.short, said, each.label))
        return tuple(stats)

    def values(self, unit: Unit[Any], group: Group[Any, Any], context: Context) -> tuple[Stat, ...]:
        """The values that players need most: the statline, and what the document shows beside it."""
        values = self.model.unit_values(unit, group, context)
        beside = tuple(Stat(each.heading, text.said(values), each.name) for each, text in self.shown_values)
        return (*self.stats(unit, group, context), *beside)

    def card(self, unit: Unit[Any], group: Group[Any, Any], context: Context) -> Card:
        """The unit's card."""
        listed = self.row(unit, group, context)
        values = self.model.unit_values(unit, group, context)
        lines = tuple(self._lines(self.lines, values))
        spelled = (each for each in self._spelled(unit, context) if each.text not in [line.text for line in lines])
        return Card(
            listed.title,
            "" if listed.subtitle == listed.title else listed.subtitle,
            self.standing(unit, group, context).corner,
            symbol=listed.symbol,
            stats=self.stats(unit, group, context),
            tables=tuple(self._tables(Shown.FRONT, unit, group, context)),
            lines=(*spelled, *lines),
            tracks=tuple(track for track in self.model.tracks(unit, group, context) if track.printed),
            back=(*self._lines(self.back, values), *self._rows_on_back(unit, group, context)),
        )

    def _lines(self, lines: tuple[tuple[str, Text], ...], values: Values) -> Iterator[Line]:
        for term, text in lines:
            if said := text.told(values):
                yield Line(term, said, hint=self.model.glossary.hint(said))

    def _spelled(self, unit: Unit[Any], context: Context) -> Iterator[Line]:
        """The texts of the unit's entry that are too long for the statline."""
        entry = self.entry(unit, context) if self.spelled else None
        if entry is None:
            return
        for each in self.spelled:
            value = getattr(entry.spec, each.name)
            if said := tidy(value) if each.type is FieldType.TEXT else shown(value, each, context.catalogue):
                yield Line(each.label, said, hint=self.model.glossary.hint(said))

    def _tables(self, place: Shown, unit: Unit[Any], group: Group[Any, Any], context: Context) -> list[Table]:
        """A table for each kind of which the unit has entries there beside the one that it is."""
        found: dict[str, list[tuple[Entry[Any], Row]]] = {}
        for field, entry, row in self.entries(unit, group, context):
            if field is not self.model.first_entry and field.shown is place:
                found.setdefault(entry.kind, []).append((entry, row))
        return [self.table(slug, rows, context.catalogue) for slug, rows in found.items()]

    def _rows_on_back(self, unit: Unit[Any], group: Group[Any, Any], context: Context) -> Iterator[Line]:
        """The rows that stand on the back, in lines: its reverse has no tables."""
        for table in self._tables(Shown.BACK, unit, group, context):
            headings = [f"{column.heading}\u00a0" if len(table.columns) > 2 else "" for column in table.columns[1:]]
            for name, *cells in table.rows:
                texts = (f"{of}{cell.text}" for of, cell in zip(headings, cells, strict=True) if cell.text)
                said = " · ".join(texts)
                yield Line(name.text, said, hint=self.model.glossary.hint(said))

    def entries(
        self, unit: Unit[Any], group: Group[Any, Any], context: Context
    ) -> Iterator[tuple[UnitField, Entry[Any], Row]]:
        """The entries that a unit has, each with the field that names it and its values as upgraded."""
        values = self.model.unit_values(unit, group, context)
        for each in self.model.game.unit:
            if each.type in (FieldType.ENTRY, FieldType.LIST):
                rows = values[each.name]
                for row in (rows,) if isinstance(rows, Row) else rows:
                    entry = context.catalogue.get(each.kind, row.key)
                    if entry is not None:
                        yield each, entry, row

    def table(
        self, slug: str, entries: Iterable[tuple[Entry[Any], Row | None]], catalogue: Catalogue, *, hints: bool = True
    ) -> Table:
        """Entries of a kind with their short values and texts, for those of a unit as upgraded.

        Without ``hints`` no text says what its words mean, which takes long for hundreds of entries.
        """
        kind = self.model.kind(slug)
        fields = [each for each in kind.fields if each.short or each.type is FieldType.TEXT]
        columns = (Column(kind.title), *(Column(each.short or each.label) for each in fields))
        rows = [(entry.name, *(self._shown(entry, each, row, catalogue) for each in fields)) for entry, row in entries]
        hint = self.model.glossary.hint
        cells = (
            (Cell(name), *(Cell(text, hint=hint(text) if hints else "") for text in values)) for name, *values in rows
        )
        return Table(kind.plural, columns, tuple(cells))

    def _shown(self, entry: Entry[Any], each: Field, row: Row | None, catalogue: Catalogue) -> str:
        """A value of an entry as a player reads it, of a unit's entry as upgraded."""
        if row is None or each.type is not FieldType.NUMBER:
            return shown(getattr(entry.spec, each.name), each, catalogue)
        return shown(int(row.fields[each.name] * 10**each.decimals), each, catalogue)

    def labels(self, context: Context) -> tuple[Label, ...]:
        """A label for each unit's base."""
        return tuple(
            Label(
                group.name,
                (row := self.row(unit, group, context)).title,
                corner=self.standing(unit, group, context).short,
                symbol=row.symbol,
                holder=unit.id,
            )
            for group, unit in context.force.units()
        )

    def tokens(self, context: Context) -> tuple[Token, ...]:
        """The markers that an army needs."""
        numbers = (len(list(context.force.units())), len(context.force.groups), 1)
        return tokens_of(self.model.game.markers, dict(zip(NUMBERS_OF_MARKERS, numbers, strict=True)))

    def summary(self, context: Context) -> tuple[Line, ...]:
        """The army in a few lines."""
        values = self.model.army_values(context.force, context)
        units = [each for group in context.force.groups for each in context.of_group(self.model.values_in, group)]
        beside = self.totals.beside_all_units(context)
        values |= {
            name: number + beside[name] for name, number in self.totals.of_units(units, self.model.costs).items()
        }
        lines = tuple(Line(term, said) for term, text in self.lines_of_army if (said := text.said(values)))
        shorts = {each.name: each.short for each in self.model.game.costs}
        charged = self.totals.charged(context)
        return (*lines, *(Line(each.title, f"{as_text(number)} {shorts[each.cost]}") for each, number in charged))

    def points(self, unit: Unit[Any], context: Context) -> int:
        """The unit's points: its first cost, rounded down."""
        group = next((group for group, each in context.force.units() if each is unit), None)
        values = self.model.unit_values(unit, group or Group("", "", self.model.group()), context)
        return int(values[next(iter(self.model.costs))])
