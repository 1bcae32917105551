"""What the formulas of a form may name, in words, so that players need not remember it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from armybuilder.custom_games.editor.forms import PlaceForm, pattern
from armybuilder.custom_games.editor.parts import Part
from rulesets.described.document import Field, FieldType, Game, Kind, Scope
from rulesets.described.model import key_of
from rulesets.described.vocabulary import BOUNDS, OF_ARMY, OF_UNIT, SET_FOR_UNIT


@dataclass(frozen=True, slots=True)
class Name:
    """What a formula writes, and what it means."""

    text: str
    meaning: str


@dataclass(frozen=True, slots=True)
class NameGroup:
    """The names for some fields of a form, which ``fields`` lists by their labels; ``braces`` where texts name them."""

    fields: str
    names: tuple[Name, ...]
    braces: bool = False


def _of_field(game: Game, field: Field) -> Iterator[Name]:
    """What a formula may write of a field."""
    kind = _kind_of(game, field)
    if field.type is FieldType.ENTRY and kind is not None:
        yield from _of_entry(field, kind)
    elif field.type is FieldType.LIST and kind is not None:
        yield from _of_list(field, kind)
    elif field.type is FieldType.CHOICE:
        yield from (Name(f"{field.name} == '{each.value}'", f"{field.label} is {each.label}") for each in field.options)
    elif field.type is FieldType.TEXT:
        yield Name(field.name, f"{field.label} (a text)")
    elif field.type is FieldType.YES:
        yield Name(field.name, f"{field.label} (1 for yes, 0 for no)")
    else:
        yield Name(field.name, field.label)


def _of_list(field: Field, kind: Kind) -> Iterator[Name]:
    yield Name(f"count({field.name})", f"how many: {field.label}")
    for row in kind.entries[:3]:
        yield Name(f"'{key_of(row.key, row.name)}' in {field.name}", f"{field.label}: {row.name} is among them")
    numbers = [each for each in kind.fields if each.type is FieldType.NUMBER]
    for each in numbers:
        yield Name(f"sum({field.name}.{each.name})", f"{field.label}: {each.label} together")
    for each in numbers[:1]:
        yield Name(f"count({field.name}.{each.name} > 1)", f"how many {field.label} have {each.label} above 1")


def _of_entry(field: Field, kind: Kind) -> Iterator[Name]:
    for each in kind.fields:
        if each.type is FieldType.CHOICE:
            for option in each.options:
                yield Name(f"{field.name}.{each.name} == '{option.value}'", f"{field.label}: {option.label}")
        else:
            yield Name(f"{field.name}.{each.name}", f"{field.label}: {each.label}")
    for row in kind.entries[:3]:
        yield Name(f"{field.name} == '{key_of(row.key, row.name)}'", f"{field.label} is {row.name}")


def _in_parts(game: Game, parts: tuple[str, ...]) -> Iterator[Name]:
    """What a formula may write of these parts of the document, as ``names_in`` knows it."""
    for part in parts:
        for each in getattr(game, part):
            if part == "costs":
                yield Name(each.name, f"{each.title} of the unit" if "unit" in parts else each.title)
            elif part == "tallies":
                yield Name(each.name, "your count")
            else:
                yield from _of_field(game, each)
    yield from _numbers(game)
    yield from _readings(game)


def _numbers(game: Game) -> Iterator[Name]:
    return (Name(each.name, f"the number {each.value}") for each in game.numbers)


def _readings(game: Game) -> Iterator[Name]:
    for ruling in game.rulings:
        if ruling.switch:
            yield from (Name(f"{ruling.switch} == '{each.key}'", each.text) for each in ruling.readings)


ASKED_WHEN: Final = "unit.*.when"
"""The formula of a field of a unit that may name the fields before it."""
FITS: Final = "unit.*.among"
FORMULAS: Final[Mapping[str, tuple[str, ...]]] = {
    "costs.*.formula": SET_FOR_UNIT,
    "upgrades.*.formula": SET_FOR_UNIT,
    "upgrades.*.when": SET_FOR_UNIT,
    FITS: SET_FOR_UNIT,
    "tallies.*.where": OF_UNIT,
    "tallies.*.formula": OF_UNIT,
    "limits.*.where": OF_UNIT,
    "limits.*.counted": OF_UNIT,
    "tracks.*.boxes": OF_UNIT,
}
"""The parts that a formula may name, by its field's place as in ``forms.CHOICES``; those of the dice are below."""
BOUNDED: Final = ("limits.*.min", "limits.*.max", "limits.*.when", "surcharges.*.formula")
"""The formulas that may name what the scope of their limit or surcharge has."""
TEXTS: Final[Mapping[str, tuple[str, ...]]] = {
    "display.chips.*": OF_UNIT,
    "display.lines.*.text": OF_UNIT,
    "display.back.*.text": OF_UNIT,
    "display.values.*.text": OF_UNIT,
    "display.summary.*.text": OF_ARMY,
}
"""The parts that texts may name in braces, by the place of their field."""
MESSAGE: Final = "limits.*.message"
COUNTS: Final = (
    Name("count", "what was counted"),
    Name("min", "the minimum"),
    Name("max", "the maximum"),
    Name("over", "how many too many"),
    Name("under", "how many too few"),
)
"""What a message may name in braces."""
PLAIN_TEXTS: Final = ("turn.*.lines.*.text", "sheet.*.lines.*.text")
"""The texts that may name only the numbers of the document in braces."""
DICE: Final = (
    "chain.dice",
    "chain.damage",
    "chain.hits",
    "chain.models",
    "chain.stages.*.at_least",
    "chain.stages.*.never_below",
    "chain.stages.*.always",
    "chain.stages.*.twice",
    "chain.stages.*.explodes",
    "table.roll.dice",
    "table.roll.bonus",
    "table.roll.explodes",
    "table.against.dice",
    "table.against.bonus",
    "table.against.explodes",
    "table.endings.*.at_least",
    "table.endings.*.harm",
    "certain",
)
"""The fields of a calculator that hold a formula."""


def name_groups(game: Game, entered: PlaceForm) -> Iterator[NameGroup]:
    """The names that the formulas of a form may use, for fields that use the same ones together."""
    path = () if isinstance(entered.place, Part) else entered.place.path
    found: dict[tuple[tuple[Name, ...], bool], list[str]] = {}
    for name, field in entered.form.fields.items():
        place = pattern(path, name)
        names = _names_at(game, path, place)
        if names:
            found.setdefault((names, place in (*TEXTS, *PLAIN_TEXTS, MESSAGE)), []).append(str(field.label))
    for (names, braces), labels in found.items():
        yield NameGroup(_listed(labels), names, braces)


def _names_at(game: Game, path: tuple[str | int, ...], place: str) -> tuple[Name, ...]:
    if place == MESSAGE:
        return COUNTS
    if place in PLAIN_TEXTS:
        return tuple(_numbers(game))
    if place == ASKED_WHEN:
        earlier = (name for field in game.unit[: int(path[1])] for name in _of_field(game, field))
        return (*earlier, *_in_parts(game, ("group", "army")))
    if place == FITS and game.unit[int(path[1])].type not in (FieldType.ENTRY, FieldType.LIST):
        return ()
    parts = FORMULAS.get(place) or TEXTS.get(place)
    if place in BOUNDED and isinstance(path[1], int):
        parts = BOUNDS[game.limits[path[1]].scope if path[0] == "limits" else Scope(game.surcharges[path[1]].per.value)]
    if parts is not None:
        return (*_of_looked_at_row(game, path, "unit" in parts), *_in_parts(game, parts))
    if place.removeprefix("odds.*.") in DICE and isinstance(path[1], int):
        asked = (name for field in game.odds[path[1]].fields for name in _of_field(game, field))
        return (*asked, *_in_parts(game, ()))
    return ()


def _of_looked_at_row(game: Game, path: tuple[str | int, ...], of_unit: bool) -> Iterator[Name]:
    """What a formula may write of the row that it looks at, which it calls ``entry``, perhaps beside its unit."""
    looked_at = _row_field(game, path)
    kind = _kind_of(game, looked_at)
    if looked_at is None or kind is None:
        return
    yield from _of_entry(replace(looked_at, name="entry", label="The row"), kind)
    for field in game.unit if of_unit else ():
        of_field = _kind_of(game, field) if field.type is FieldType.ENTRY else None
        for part in of_field.fields if of_field is not None else ():
            if part.type is FieldType.LIST and part.kind == kind.slug:
                yield Name(f"entry in {field.name}.{part.name}", f"the row is in {field.label}: {part.label}")


def _row_field(game: Game, path: tuple[str | int, ...]) -> Field | None:
    """The field of the rows that the formulas at a place look at; ``None`` if they look at none."""
    part, number = path[:2] if len(path) > 1 else ("", "")
    if part == "unit" and isinstance(number, int):
        return game.unit[number]
    if part != "limits" or not isinstance(number, int):
        return None
    name, _, column = game.limits[number].each.partition(".")
    field = next((each for each in game.unit if each.name == name), None)
    kind = _kind_of(game, field)
    parts = kind.fields if column and kind is not None else ()
    return next((part for part in parts if part.name == column), field)


def _kind_of(game: Game, field: Field | None) -> Kind | None:
    """The table whose rows a field holds."""
    return next((kind for kind in game.kinds if field is not None and kind.slug == field.kind), None)


def _listed(labels: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(labels))
