"""A limit from a few choices: who has at most or at least how many of what, with its sentence and its message."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from armybuilder.custom_games.editor.naming import with_names
from armybuilder.custom_games.editor.places import Document
from rulesets.core.declarations.fields import Ask, Choice
from rulesets.described.document import FieldType, Scope
from rulesets.described.model import key_of

ROWS: Final = (FieldType.ENTRY.value, FieldType.LIST.value)
"""The types of fields that hold rows of a table."""


class Bound(Choice):
    """Which way a limit goes."""

    AT_MOST = "most", "at most"
    AT_LEAST = "least", "at least"


class Counted(Choice):
    """What a limit counts."""

    UNITS = "units", "units"
    MODELS = "models", "models"
    COST = "cost", "points"
    SHARE = "share", "percent of its points"


@dataclass(frozen=True, slots=True)
class PlainLimit:
    """A limit as a player says it.

    ``of`` is a field of the unit or a column of its row, and a key: ``troops:riflemen``, ``troops.arm:horse``. There is
    none of what is yes or no: ``troops.mounted:``.
    """

    scope: Annotated[Scope, Ask("Who")] = Scope.ARMY
    bound: Annotated[Bound, Ask("Has")] = Bound.AT_MOST
    number: Annotated[int, Ask("Number", min=0, max=1_000_000)] = 1
    counted: Annotated[Counted, Ask("Of what")] = Counted.UNITS
    of: Annotated[str, Ask("Which units", max_length=100)] = ""


def countable(document: Document) -> list[Counted]:
    """What a limit of the game can count: costs only in a game that has some, and so with models."""
    costs, models = document.get("costs"), any(_is_number(each) for each in document.get("unit", ()))
    return [
        Counted.UNITS,
        *([Counted.MODELS] if models else []),
        *([Counted.COST, Counted.SHARE] if costs else []),
    ]


@dataclass(frozen=True, slots=True)
class KindOfUnit:
    """Units that a limit can be about: what ``of`` is for them, their label in a list and the end of a sentence."""

    of: str
    label: str
    tail: str


def kinds_of_unit(document: Document) -> list[KindOfUnit]:
    """What ``of`` may be: every row of the tables from which a unit has one, every choice, and what is yes or no."""
    kinds = {kind["slug"]: kind for kind in document.get("kinds", ())}
    found = list[KindOfUnit]()
    for field in document.get("unit", ()):
        found += _answers(field, field["name"])
        if field.get("type") in ROWS and field.get("kind") in kinds:
            kind, has_list = kinds[field["kind"]], _is_list(field)
            for row in kind.get("entries", ()):
                of = f"{field['name']}:{key_of(row.get('key', ''), row['name'])}"
                tail = f" with {row['name']}" if has_list else f" of {row['name']}"
                found.append(KindOfUnit(of, f"{field['label']}: {row['name']}", tail))
            for column in () if has_list else kind["fields"]:
                found += _answers(column, f"{field['name']}.{column['name']}")
    return found


def _answers(field: Mapping[str, Any], name: str) -> Iterator[KindOfUnit]:
    """The units with each answer of a choice, or with a yes."""
    label = field["label"]
    if field.get("type") == FieldType.YES.value:
        yield KindOfUnit(f"{name}:", f"{label}: yes", f" with “{label}”")
    elif field.get("type") == FieldType.CHOICE.value:
        for option in field.get("options", ()):
            said = f"{label}: {option['label']}"
            yield KindOfUnit(f"{name}:{option['value']}", said, f" with “{said}”")


def limit_from(document: Document, plain: PlainLimit) -> dict[str, Any]:
    """The limit as an item of the document, in which it counts what is ``countable``."""
    counted = _formula(document, plain.counted)
    field, _, key = plain.of.partition(":")
    tail = next((each.tail for each in kinds_of_unit(document) if each.of == plain.of), "")
    bound = f"{counted} * {plain.number} // 100" if plain.counted is Counted.SHARE else str(plain.number)
    end, extreme = ("max", "{max}") if plain.bound is Bound.AT_MOST else ("min", "{min}")
    what = _what(plain) + tail
    who = _who(document, plain.scope)
    said = f"{plain.number}{what if plain.counted is Counted.SHARE else f' {what}'}"
    verb = "spends" if plain.counted is Counted.SHARE else "has"
    need = "may have" if plain.bound is Bound.AT_MOST else "needs"
    told = f"{need} {plain.bound.label} {extreme} {what} but has {{count}}"
    if plain.counted is Counted.SHARE:
        need = "may spend" if plain.bound is Bound.AT_MOST else "must spend"
        told = f"{need} {plain.bound.label} {said}, which is {extreme}, but spends {{count}}"
    lists = {each["name"] for each in document.get("unit", ()) if _is_list(each)}
    condition = f"'{key}' in {field}" if field in lists else f"{field} == '{key}'"
    item = {
        "scope": plain.scope.value,
        "sentence": f"{_article(who)} {who} {verb} {plain.bound.label} {said}.",
        "message": f"The {who} {told}.",
        "where": condition if key else field or "1",
        "counted": counted,
        end: bound,
    }
    return with_names(document, ("limits", len(document.get("limits", ()))), item)


def _is_list(field: Mapping[str, Any]) -> bool:
    return field.get("type") == FieldType.LIST.value


def _formula(document: Document, counted: Counted) -> str:
    if counted is Counted.UNITS:
        return "1"
    if counted is Counted.MODELS:
        fields = [each for each in document["unit"] if _is_number(each)]
        return str(next((each for each in fields if each.get("amount")), fields[0])["name"])
    return str(document["costs"][0]["name"])


def _is_number(field: dict[str, Any]) -> bool:
    return bool(field.get("type", FieldType.NUMBER.value) == FieldType.NUMBER.value)


def _what(plain: PlainLimit) -> str:
    if plain.counted is Counted.SHARE:
        return "% of its points on units" if plain.of else "% of its points"
    if plain.number == 1 and plain.counted is not Counted.COST:
        return plain.counted.label.removesuffix("s")
    return plain.counted.label


def _who(document: Document, scope: Scope) -> str:
    words: dict[str, str] = document.get("words", {})
    return str(words.get(scope.value, scope.value))


def _article(word: str) -> str:
    return "An" if word.startswith(("a", "e", "i", "o", "un", "um")) and not word.startswith("uni") else "A"
