"""Names inside a unit that set a field of its declaration: an entry, a choice, the label of a switch or a number.

Rosters have them as selections inside a unit, texts as remarks behind its name.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from armybuilder.interchange.army_rows import ArmyReader
from armybuilder.interchange.imported import ImportRemark
from armybuilder.spreadsheets.cells import leaves, value_at
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.codec import CodecError, decode, encode
from rulesets.core.declarations.fields import Field, Kind
from rulesets.core.declarations.text_values import find_choice
from rulesets.core.names import name_key
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.wording import either

Plain: TypeAlias = dict[str, Any]
MANY: Final = 5
"""A count of units that have several models from which it may be meant as a count of models."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A field that a name matches: its path, the value of the name and, for a list, the column of its rows.

    ``row``: the list already has a row of that name.
    """

    path: str
    field: Field
    value: Any
    column: str = ""
    row: bool = False


def amount_of(spec: type[Any]) -> str:
    """The path of the field for the number of models; empty if there is none."""
    return next((path for path, each in leaves(spec) if each.ask.amount), "")


def with_models(spec: Any, number: int) -> Any:
    """The spec of a unit with that many models; ``None`` if it cannot have so many."""
    path = amount_of(type(spec))
    try:
        return decode(type(spec), with_value(encode(spec), path, number)) if path else None
    except CodecError:
        return None


def models_remark(ruleset: AnyRuleset, spec: Any, times: int, place: str) -> ImportRemark | None:
    """The remark on so many units of several models each, if one unit of so many models may have been meant."""
    path = amount_of(ruleset.unit)
    models = value_at(encode(spec), path) if path else 1
    if times < MANY or models < 2 or with_models(spec, times) is None:
        return None
    label = dict(leaves(ruleset.unit))[path].ask.label.lower()
    read = f"This was read as {times} {ruleset.words.units} of {models} {label} each."
    advice = f"For one {ruleset.words.unit} of {times}, write “{times} {label}” after its name."
    return ImportRemark(place, f"{read} {advice}", units=times, instead=f"{times} {label}")


def value_of(of: Field, name: str, catalogue: Catalogue) -> Any:
    """The value of a field that is not a list for that name; ``None`` if the name does not match."""
    if of.kind is Kind.ENTRY:
        return catalogue.find_key(of.ask.entry, name) or None
    if of.kind is Kind.CHOICE:
        return find_choice(of, name)
    is_label = name_key(name) == name_key(of.ask.label)
    return True if is_label and of.kind in (Kind.BOOL, Kind.INT) else None


def meanings_of(spec: type[Any], plain: Plain, name: str, catalogue: Catalogue) -> Iterator[Meaning]:
    """The fields that match a name."""
    for path, each in leaves(spec):
        if each.item is None or each.item.kind is not Kind.PART:
            value = value_of(each.item or each, name, catalogue)
            if value is not None:
                yield Meaning(path, each, value)
            continue
        columns = dict(leaves(each.item.type))
        for column, cell in columns.items():
            value = value_of(cell, name, catalogue) if cell.kind is Kind.ENTRY else None
            if value is not None:
                yield Meaning(path, each, value, column)
        text_column = next((column for column, cell in columns.items() if cell.kind is Kind.TEXT), "")
        if text_column and amount_of(each.item.type):
            names = {row[text_column]: None for row in value_at(plain, path) or ()}
            for value in names:
                if name_key(value) == name_key(name):
                    yield Meaning(path, each, value, text_column, row=True)


def with_value(plain: Plain, path: str, value: Any) -> Plain:
    """Plain data with another value at a dotted path."""
    name, _, inner = path.partition(".")
    return {**plain, name: with_value(plain[name] or {}, inner, value) if inner else value}


class UnitChoices:
    """The spec of one unit, or of several equal ones, changed name by name."""

    def __init__(self, reader: ArmyReader, spec: Any, title: str, place: str) -> None:
        """Take the spec of a new unit, its title, and where it stands in the file."""
        self.reader, self.spec, self.title, self.place = reader, spec, title, place
        self.amount = amount_of(type(spec))
        self.seen = {name_key(title)}
        self.numbers: dict[tuple[str, Any], int] = {}
        """The numbers found so far, by path and value; they replace the suggested rows of lists."""

    @property
    def models(self) -> int:
        """How many models the unit has; 1 where units do not have several."""
        return int(value_at(encode(self.spec), self.amount)) if self.amount else 1

    def take_models(self, name: str, number: int) -> None:
        """Set the number of models from models with the unit's name."""
        if self.amount:
            key = (self.amount, "")
            self.numbers[key] = self.numbers.get(key, 0) + number
            self.set_field(self.amount, self.numbers[key], f"{number} × {name}")

    def meanings(self, name: str, group: str) -> list[Meaning]:
        """The fields that a name may set; none if it would turn the unit into another one."""
        plain, catalogue = encode(self.spec), self.reader.catalogue
        meanings = list(meanings_of(type(self.spec), plain, name, catalogue))
        groups = [name_key(word) for word in group.split("::")]
        meanings = [each for each in meanings if name_key(each.field.ask.label) in groups] or meanings
        # Choices and entries come before fields with that label.
        meanings = [each for each in meanings if each.field.kind not in (Kind.BOOL, Kind.INT)] or meanings
        if len(meanings) == 1 and meanings[0].field.kind is Kind.ENTRY:
            stands = value_at(plain, meanings[0].path)
            if stands not in ("", meanings[0].value) and stands == value_of(meanings[0].field, self.title, catalogue):
                return []
        return meanings

    def take(self, name: str, group: str, number: int) -> None:
        """Set the one field that matches the name, or report that there is none."""
        meanings = self.meanings(name, group)
        if len(meanings) == 1:
            field, label = meanings[0].field, meanings[0].field.ask.label
            has_number = bool(meanings[0].column and amount_of(field.type)) or field.kind is Kind.INT
            times = f"{number} × " if has_number and number > 1 else ""
            before = dict(self.numbers)
            if not self.set_field(meanings[0].path, self._new_value(meanings[0], number), f"{times}{name} ({label})"):
                self.numbers = before
        elif meanings:
            labels = either([each.field.ask.label for each in meanings])
            self.reader.leave_out(self.place, f"Its option “{name[:80]}” may be its {labels}. Set it in the builder.")
        elif name_key(name) not in self.seen:
            self.reader.leave_out(self.place, f"Its option “{name[:80]}” was not read. Set it in the builder.")
        self.seen.add(name_key(name))

    def _new_value(self, meaning: Meaning, number: int) -> Any:
        """The field's value with all names found so far."""
        key, item = (meaning.path, meaning.value), meaning.field.item
        self.numbers[key] = self.numbers.get(key, 0) + number
        if item is None:
            return self.numbers[key] if meaning.field.kind is Kind.INT else meaning.value
        numbers = {value: times for (path, value), times in self.numbers.items() if path == meaning.path}
        if item.kind is not Kind.PART:
            return list(numbers)
        amount = amount_of(item.type)
        if not meaning.row:
            return [{meaning.column: value} | ({amount: times} if amount else {}) for value, times in numbers.items()]
        rows = value_at(encode(self.spec), meaning.path)
        return [{**row, amount: numbers.get(row[meaning.column], row[amount])} for row in rows]

    def set_field(self, path: str, value: Any, what: str) -> bool:
        """Set a field if its declaration admits the value; whether it did."""
        try:
            self.spec = decode(type(self.spec), with_value(encode(self.spec), path, value))
        except CodecError as error:
            self.reader.leave_out(self.place, f"{what[:160]}: {error.problems[0].message}. Set it in the builder.")
            return False
        self.reader.remarks.append(ImportRemark(self.place, f"read by its name: {what}"))
        return True
