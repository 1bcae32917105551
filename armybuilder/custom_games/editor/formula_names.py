"""What the formulas of a form may name, in words, so that players need not remember it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from armybuilder.custom_games.editor.forms import PlaceForm, pattern
from armybuilder.custom_games.editor.parts import Part
from rulesets.described.document import Field, FieldType, Game, Kind, Limit, Scope
from rulesets.described.model import key_of


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


Known = Callable[[Game, Limit | None], Iterator[Name]]


def _of_field(game: Game, field: Field) -> Iterator[Name]:
    """What a formula may write of a field."""
    kind = next((each for each in game.kinds if each.slug == field.kind), None)
    if field.type is FieldType.ENTRY and kind is not None:
        yield from _of_entry(field, kind)
    elif field.type is FieldType.LIST and kind is not None:
        yield Name(f"count({field.name})", f"how many: {field.label}")
        yield from (
            Name(f"sum({field.name}.{each.name})", f"{field.label}: {each.label} together")
            for each in kind.fields
            if each.type is FieldType.NUMBER
        )
    elif field.type is FieldType.CHOICE:
        yield from (Name(f"{field.name} == '{each.value}'", f"{field.label} is {each.label}") for each in field.options)
    elif field.type is FieldType.TEXT:
        yield Name(field.name, f"{field.label} (a text)")
    elif field.type is FieldType.YES:
        yield Name(field.name, f"{field.label} (1 for yes, 0 for no)")
    else:
        yield Name(field.name, field.label)


def _of_entry(field: Field, kind: Kind) -> Iterator[Name]:
    for each in kind.fields:
        if each.type is FieldType.CHOICE:
            for option in each.options:
                yield Name(f"{field.name}.{each.name} == '{option.value}'", f"{field.label}: {option.label}")
        else:
            yield Name(f"{field.name}.{each.name}", f"{field.label}: {each.label}")
    for row in kind.entries[:3]:
        yield Name(f"{field.name} == '{key_of(row.key, row.name)}'", f"{field.label} is {row.name}")


def _fields(game: Game, *parts: str) -> Iterator[Name]:
    for part in parts:
        for field in getattr(game, part):
            yield from _of_field(game, field)


def _common(game: Game) -> Iterator[Name]:
    yield from (Name(each.name, f"the number {each.value}") for each in game.numbers)
    for ruling in game.rulings:
        if ruling.switch:
            yield from (Name(f"{ruling.switch} == '{each.key}'", each.text) for each in ruling.readings)


def _sums(game: Game) -> Iterator[Name]:
    yield from (Name(each.name, each.title) for each in game.costs)
    yield from (Name(each.name, "your count") for each in game.tallies)


def _set_for_unit(game: Game, limit: Limit | None) -> Iterator[Name]:
    yield from _fields(game, "unit", "group", "army")
    yield from _common(game)


def _of_unit(game: Game, limit: Limit | None) -> Iterator[Name]:
    yield from _fields(game, "unit")
    yield from (Name(each.name, f"{each.title} of the unit") for each in game.costs)
    yield from _fields(game, "group", "army")
    yield from _common(game)


def _of_army(game: Game, limit: Limit | None) -> Iterator[Name]:
    yield from _fields(game, "army")
    yield from _sums(game)
    yield from _common(game)


def _of_bounds(game: Game, limit: Limit | None) -> Iterator[Name]:
    if limit is None or limit.scope is Scope.ARMY:
        yield from _of_army(game, limit)
    elif limit.scope is Scope.GROUP:
        yield from _fields(game, "group", "army")
        yield from _sums(game)
        yield from _common(game)
    else:
        yield from _of_unit(game, limit)


def _of_message(game: Game, limit: Limit | None) -> Iterator[Name]:
    yield Name("count", "what was counted")
    yield Name("min", "the minimum")
    yield Name("max", "the maximum")
    yield Name("over", "how many too many")
    yield Name("under", "how many too few")


def _of_numbers(game: Game, limit: Limit | None) -> Iterator[Name]:
    yield from (Name(each.name, f"the number {each.value}") for each in game.numbers)


FORMULAS: Final[Mapping[str, Known]] = {
    "costs.*.formula": _set_for_unit,
    "upgrades.*.formula": _set_for_unit,
    "upgrades.*.when": _set_for_unit,
    "tallies.*.where": _of_unit,
    "tallies.*.formula": _of_unit,
    "limits.*.where": _of_unit,
    "limits.*.counted": _of_unit,
    "limits.*.min": _of_bounds,
    "limits.*.max": _of_bounds,
    "limits.*.when": _of_bounds,
    "tracks.*.boxes": _of_unit,
}
"""The fields that hold a formula, by their place as in ``forms.CHOICES``; those of the dice are below."""
TEXTS: Final[Mapping[str, Known]] = {
    "limits.*.message": _of_message,
    "display.chips.*": _of_unit,
    "display.lines.*.text": _of_unit,
    "display.back.*.text": _of_unit,
    "display.values.*.text": _of_unit,
    "display.summary.*.text": _of_army,
    "turn.*.lines.*.text": _of_numbers,
    "sheet.*.lines.*.text": _of_numbers,
}
"""The fields whose texts have formulas in braces."""
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
    limit = game.limits[path[1]] if path and path[0] == "limits" and isinstance(path[1], int) else None
    found: dict[tuple[tuple[Name, ...], bool], list[str]] = {}
    for name, field in entered.form.fields.items():
        place = pattern(path, name)
        names = _names_at(game, path, limit, place)
        if names:
            found.setdefault((names, place in TEXTS), []).append(str(field.label))
    for (names, braces), labels in found.items():
        yield NameGroup(_listed(labels), names, braces)


def _names_at(game: Game, path: tuple[str | int, ...], limit: Limit | None, place: str) -> tuple[Name, ...]:
    known = FORMULAS.get(place) or TEXTS.get(place)
    if known is not None:
        return tuple(known(game, limit))
    if place.removeprefix("odds.*.") in DICE and isinstance(path[1], int):
        asked = (name for field in game.odds[path[1]].fields for name in _of_field(game, field))
        return (*asked, *_common(game))
    return ()


def _listed(labels: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(labels))
