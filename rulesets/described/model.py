"""What the parts of a described game share: its declarations and catalogue, and the values that formulas name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from rulesets.core.declarations.catalogue import Catalogue, Entry, Source
from rulesets.core.declarations.codec import CodecError, Path, Problems
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.force import Force, Group, Unit
from rulesets.core.forces.rules import CheckContext
from rulesets.core.play.states import Side
from rulesets.core.play.trackers import Track
from rulesets.core.ruleset import Asks
from rulesets.core.texts.slots import Phrase, SlotError, Slots

from .document import Field, FieldType, Game, Kind, TrackRow, UnitField, Upgrade
from .formulas import NUMBER, Formula, FormulaError, Names, Parts, Row, Values, read_formula
from .glossary import Glossary
from .sizes import MAX_FORMULAS, MAX_LETTERS
from .texts import Text, read_text
from .vocabulary import (
    BOUNDS,
    OF_UNIT,
    SET_FOR_UNIT,
    Rows,
    common_names,
    constants,
    declaration,
    names_in,
    nothing_of,
    read_settings,
    slug_of,
    type_of_row,
    values_of,
)

NOTHING: Final = Formula("0", frozenset(), NUMBER, lambda values: 0)
"""Stands for a formula that was not understood, while the rest of a document is read."""
EMPTY: Final = Text(())
MAX_BOXES: Final = 100
"""The most boxes of a track."""

Context = CheckContext[Any, Any, Any]


@dataclass(frozen=True)
class ReadUpgrade:
    """An upgrade that was understood: the unit's field and the entry's that it changes, and its two formulas.

    Of a list (``many``) it changes each row for which it holds.
    """

    owner: str
    name: str
    formula: Formula
    when: Formula
    many: bool

    def of(self, row: Row, values: Values) -> Row:
        """A row as changed, given the values of the unit."""
        seen = {**values, self.owner: row}
        if not row.fields or not self.when.holds(seen):
            return row
        return Row(row.key, {**row.fields, self.name: self.formula.value(seen)}, row.lists)


@dataclass(frozen=True)
class Asking:
    """When a field of a unit is asked for, and which rows fit in it, as far as the document says so."""

    field: UnitField
    when: Formula | None
    among: Formula | None


class Model:
    """A document whose fields and entries were read; formulas are read by its help.

    ``problems`` collects what is wrong with the document, by place. ``first_entry`` is the field of a unit that says
    which entry it is, if any does.
    """

    def __init__(self, game: Game, problems: Problems) -> None:
        """Read the declarations, the entries and the upgrades."""
        self.game = game
        self.first_entry = next((each for each in game.unit if each.type is FieldType.ENTRY), None)
        self.problems = problems
        self.formulas = self.letters = 0
        bare = Catalogue(tuple(_bare_entries(game)))
        self.kinds = {
            kind.slug: self.declared(kind.title, kind.fields, bare, ("kinds", n, "fields"), required=True)
            for n, kind in enumerate(game.kinds)
        }
        former = {(each.kind, each.key): each.name for each in game.former}
        self.catalogue = Catalogue(tuple(self._entries(bare)), former)
        self.glossary = Glossary(game, self.catalogue)
        self.rows = Rows(game, self.catalogue)
        self.army = self.declared("Army", game.army, self.catalogue, ("army",))
        self.group = self.declared("Group", game.group, self.catalogue, ("group",))
        self.unit = self.declared("Unit", game.unit, self.catalogue, ("unit",))
        self.slots: Slots[None] = Slots({each.name: each.value for each in game.numbers}, game.rulings)
        self.common = common_names(game)
        self.fields_of_unit = names_in(game, SET_FOR_UNIT)
        self.asking = tuple(self._asking(each, n) for n, each in enumerate(game.unit))
        self.whens = tuple((each.field, each.when) for each in self.asking if each.when is not None)
        self.upgrades = tuple(self._upgrade(each, ("upgrades", n)) for n, each in enumerate(game.upgrades))
        self.costs = {
            each.name: self.formula(each.formula, self.fields_of_unit, ("costs", n, "formula"))
            for n, each in enumerate(game.costs)
        }
        self.unit_names = names_in(game, OF_UNIT)
        self.bound_names = {scope: names_in(game, parts) for scope, parts in BOUNDS.items()}
        self.keys_of_boxes = tuple(tuple(map(key_of_box, row.names)) for row in game.tracks)
        self.boxes = tuple(
            self.optional(row.boxes, self.unit_names, ("tracks", n, "boxes")) for n, row in enumerate(game.tracks)
        )

    def declared(
        self, title: str, fields: tuple[Field, ...], catalogue: Catalogue, path: Path, *, required: bool = False
    ) -> type[Any]:
        """The dataclass of fields; raises ``CodecError`` for a default that cannot be read, a problem at its place."""
        name = "".join(word.capitalize() for word in slug_of(title).split("-")) or "Declared"
        try:
            return declaration(name, fields, catalogue, required=required)
        except CodecError as error:
            for problem in error.problems:
                self.problems.add((*path, int(problem.path.strip("[]") or 0), "default"), problem.message)
            raise

    def _entries(self, bare: Catalogue) -> Iterable[Entry[Any]]:
        keys = (each.key for each in bare.entries)
        for number, kind in enumerate(self.game.kinds):
            for place, (row, key) in enumerate(zip(kind.entries, keys, strict=False)):
                settings = [
                    (each, field.name, value)
                    for each, (field, value) in enumerate(zip(kind.fields, row.values, strict=False))
                    if value or field.type is not FieldType.NUMBER
                ]
                path = ("kinds", number, "entries", place)
                try:
                    spec = read_settings(self.kinds[kind.slug], settings, bare)
                except CodecError as error:
                    for problem in error.problems:
                        self.problems.add((*path, "values", int(problem.path.strip("[]"))), problem.message)
                    continue
                yield Entry(kind.slug, key, row.name, spec, row.cite, Source.RULEBOOK)

    def _asking(self, each: UnitField, number: int) -> Asking:
        """When a field is asked for, which may depend on those before it, and the rows that fit in it."""
        path: Path = ("unit", number)
        later = {other.name for other in self.game.unit[number:]}
        names = {name: kind for name, kind in self.fields_of_unit.items() if name not in later}
        when = self.optional(each.when, names, (*path, "when"))
        if not each.among:
            return Asking(each, when, None)
        kind = next((kind for kind in self.game.kinds if kind.slug == each.kind), None)
        if kind is None or each.type not in (FieldType.ENTRY, FieldType.LIST):
            self.problems.add((*path, "among"), "leave this blank, since the field holds no rows of a table")
            return Asking(each, when, None)
        names = {**self.fields_of_unit, "entry": type_of_row(kind, self.game)}
        return Asking(each, when, self.formula(each.among, names, (*path, "among")))

    def _upgrade(self, upgrade: Upgrade, path: Path) -> ReadUpgrade:
        owner, _, name = upgrade.value.partition(".")
        parts = self.fields_of_unit.get(owner)
        names, many = self.fields_of_unit, isinstance(parts, Parts) and parts.many
        if not isinstance(parts, Parts) or parts.fields.get(name) != NUMBER:
            self.problems.add((*path, "value"), "name a number of an entry of the unit, such as troop.skill")
        else:
            names = {**names, owner: replace(parts, many=False)}
        formula, when = (self.formula(getattr(upgrade, each), names, (*path, each)) for each in ("formula", "when"))
        return ReadUpgrade(owner, name, formula, when, many)

    def formula(self, text: str, names: Names, path: Path) -> Formula:
        """The formula of a number; one that is not understood is a problem at its place."""
        try:
            self._count(text)
            return read_formula(text, names)
        except FormulaError as error:
            self.problems.add(path, str(error))
            return NOTHING

    def _count(self, text: str, formulas: int = 1) -> None:
        """Count formulas that are to be read; raises ``FormulaError`` when there are too many."""
        self.formulas += formulas
        self.letters += len(text) if formulas else 0
        if self.formulas > MAX_FORMULAS:
            raise FormulaError(f"The document can have at most {MAX_FORMULAS} formulas.")
        if self.letters > MAX_LETTERS:
            raise FormulaError(f"The formulas of a document can have at most {MAX_LETTERS} characters altogether.")

    def optional(self, text: str, names: Names, path: Path) -> Formula | None:
        """The formula of a number, or ``None`` where the document leaves it out."""
        return self.formula(text, names, path) if text else None

    def text(self, text: str, names: Names, path: Path) -> Text:
        """The text with formulas in braces; one that is not understood is a problem at its place."""
        try:
            self._count(text, text.count("{"))
            return read_text(text, names)
        except FormulaError as error:
            self.problems.add(path, str(error))
            return EMPTY

    def phrase(self, text: str, path: Path) -> Phrase[None]:
        """The text with numbers and switches in braces; one that is not understood is a problem at its place."""
        try:
            return self.slots.phrase(text)
        except SlotError as error:
            self.problems.add(path, str(error))
            return Phrase(())

    def kind(self, slug: str) -> Kind:
        """The kind of that slug; raises ``KeyError``."""
        for kind in self.game.kinds:
            if kind.slug == slug:
                return kind
        raise KeyError(slug)

    def readings(self, house: HouseRules) -> dict[str, Any]:
        """The readings played, by switch."""
        return {each.switch: house.choice(each.switch) for each in self.game.rulings if each.switch}

    def army_values(self, force: Force[Any, Any, Any], context: Context) -> dict[str, Any]:
        """The values of the army's fields, the game's numbers and switches."""
        values = {**constants(self.game), **self.readings(context.house)}
        return values | values_of(force.spec, self.game.army, self.rows, context.catalogue)

    def group_values(self, group: Group[Any, Any], context: Context) -> dict[str, Any]:
        """The values of the group's fields and those of its army."""
        values = values_of(group.spec, self.game.group, self.rows, context.catalogue)
        return self.army_values(context.force, context) | values

    def unit_values(self, unit: Unit[Any], group: Group[Any, Any], context: Context) -> Values:
        """The values that formulas about a unit may name: its fields as upgraded, its costs, and its group's values."""
        known = context.of_group(self._by_unit, group).get(id(unit))
        return known if known is not None else self._values_of_unit(unit, self.group_values(group, context), context)

    def _by_unit(self, group: Group[Any, Any], context: Context) -> dict[int, Values]:
        """The values of the group's units; the group keeps these, so that no other object gets their ids."""
        return dict(zip(map(id, group.units), context.of_group(self.values_in, group), strict=True))

    def _values_of_unit(self, unit: Unit[Any], whole: dict[str, Any], context: Context) -> Values:
        values = self.asked_values(unit.spec, whole, context.catalogue)
        if self.upgrades:
            values = self.upgraded(values, {name: name for name in self.fields_of_unit})
        return values | {name: cost.value(values) for name, cost in self.costs.items()}

    def asked_values(self, spec: Any, whole: dict[str, Any], catalogue: Catalogue) -> dict[str, Any]:
        """The values of a unit's fields, beside the ``whole`` of its group; those not asked for count as nothing."""
        values = whole | values_of(spec, self.game.unit, self.rows, catalogue)
        for field, when in self.whens:
            if not when.holds(values):
                values[field.name] = nothing_of(field)
        return values

    def asks(self, unit: Unit[Any], group: Group[Any, Any], context: Context) -> Asks:
        """What a unit is not asked for, and which rows fit in its fields."""
        values = self.unit_values(unit, group, context)
        return Asks(
            self._not_asked(unit, group, context),
            {
                each.field.name: frozenset(
                    entry.key
                    for entry in context.catalogue.of_kind(each.field.kind)
                    if self.fits(each, entry.key, values, context.catalogue)
                )
                for each in self.asking
                if each.among is not None
            },
        )

    def not_asked(self, side: Side) -> frozenset[str]:
        """The names of the fields that a unit at the table is not asked for."""
        if not self.whens:
            return frozenset()
        return self._not_asked(side.unit, side.group, self._context_of(side))

    def _not_asked(self, unit: Unit[Any], group: Group[Any, Any], context: Context) -> frozenset[str]:
        values = self.asked_values(unit.spec, self.group_values(group, context), context.catalogue)
        return frozenset(field.name for field, when in self.whens if not when.holds(values))

    def fits(self, asking: Asking, key: str, values: Values, catalogue: Catalogue) -> bool:
        """Whether a row fits in a field of a unit with these values."""
        row = self.rows.row(key, asking.field.kind, catalogue)
        return asking.among is None or asking.among.holds({**values, "entry": row})

    def tracks(self, unit: Unit[Any], group: Group[Any, Any], context: Context) -> tuple[Track, ...]:
        """The tracks of a unit as at the start."""
        values = self.unit_values(unit, group, context)
        return tuple(
            Track(
                row.slug,
                row.title,
                len(row.names) if boxes is None else max(1, min(MAX_BOXES, boxes.number(values))),
                names=row.names,
                keys=keys,
                printed=row.printed,
            )
            for row, boxes, keys in zip(self.game.tracks, self.boxes, self.keys_of_boxes, strict=True)
        )

    def track_at_first(self, row: TrackRow, side: Side) -> Track:
        """A track of a unit that is in no game."""
        tracks = self.tracks(side.unit, side.group, self._context_of(side))
        return next(track for track in tracks if track.slug == row.slug)

    def _context_of(self, side: Side) -> Context:
        return Context(side.force, self.catalogue.with_entries(side.force.entries), self.house(side.force))

    def house(self, force: Force[Any, Any, Any]) -> HouseRules:
        """The house rules that a force plays by."""
        return HouseRules(self.game.rulings, force.house_rules)

    def values_in(self, group: Group[Any, Any], context: Context) -> list[Values]:
        """The values of the group's units, in order."""
        whole = self.group_values(group, context)
        return [self._values_of_unit(unit, whole, context) for unit in group.units]

    def upgraded(self, values: dict[str, Any], called: Mapping[str, str]) -> dict[str, Any]:
        """The values with the unit's upgrades; ``called`` is what its fields are called among the values.

        An upgrade that names a field which is not among them changes nothing.
        """
        for upgrade in self.upgrades:
            needed = {upgrade.owner} | upgrade.formula.names | upgrade.when.names
            if upgrade.owner not in called or not needed <= called.keys() | self.common.keys():
                continue
            seen = {name: values[called.get(name, name)] for name in needed}
            found = seen[upgrade.owner]
            changed = tuple(upgrade.of(row, seen) for row in found) if upgrade.many else upgrade.of(found, seen)
            values = {**values, called[upgrade.owner]: changed}
        return values


def key_of_box(name: str) -> str:
    """The key of a named box."""
    return slug_of(name) or name


def key_of(key: str, name: str) -> str:
    """The key of an entry: its own, or its name in small letters."""
    return key or slug_of(name)


def _bare_entries(game: Game) -> Iterable[Entry[Any]]:
    """The entries without their values, by which entries name each other."""
    for kind in game.kinds:
        for row in kind.entries:
            yield Entry(kind.slug, key_of(row.key, row.name), row.name, None)


def sums(values: Iterable[Values], formula: Formula, where: Formula) -> Any:
    """The sum of a formula over units for which another holds."""
    return sum((formula.value(each) for each in values if where.holds(each)), 0)
