"""Forms of questions as a browser sends them, with one field changed at a time, and the question that is then asked."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lxml.html import FormElement

from armybuilder.schema_forms.plain import blank_spec, fill_blanks
from rulesets import BadInput, Game
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.fields import Field, Kind, fields_of
from rulesets.core.declarations.text_values import write_scalar, write_value

CONTROLS = ".//input|.//select|.//textarea"
UNSEEN = ("hidden", "submit")


@dataclass(frozen=True)
class Changed:
    """A form in which the control of this ``name`` was changed: what is sent, and the plain question meant by it."""

    name: str
    sent: list[tuple[str, str]]
    question: dict[str, Any]

    def asking(self, question: dict[str, Any]) -> Changed:
        """The same with another question, in which other fields have followed the changed one."""
        return replace(self, question=question)


def names_of(form: FormElement, prefix: str) -> list[str]:
    """The names of the question's visible controls, in the order of the page, as often as they stand there."""
    visible = (each for each in form.xpath(CONTROLS) if each.get("type") not in UNSEEN)
    return [str(each.get("name")) for each in visible if str(each.get("name")).startswith(f"{prefix}-")]


def changes(
    form: FormElement, prefix: str, declaration: type[Any], filled: Mapping[str, Any], catalogue: Catalogue
) -> Iterator[Changed]:
    """The form with each of its controls changed in turn; ``filled`` is the plain question that it shows."""
    question = fill_blanks(declaration, filled)
    for name in dict.fromkeys(names_of(form, prefix)):
        path = name.removeprefix(f"{prefix}-").split("-")
        field, value = _find(declaration, question, path)
        control = _control(form, name)
        offered = (
            control.value_options
            if control.tag == "select"
            else [entry.key for entry in catalogue.of_kind(field.ask.entry)]
        )
        other = _other(field, value, offered)
        if other != value:
            changed = copy.deepcopy(question)
            _put(changed, path, other)
            text = write_scalar(other is not None) if field.kind is Kind.PART else write_value(field, other)
            yield Changed(name, _sent(form, name, text), changed)


def answer_to(game: Game, calculator: str, changed: Changed) -> dict[str, Any] | None:
    """The answer at the front door; ``None`` for a question that it refuses."""
    try:
        return game.ask(calculator, changed.question)
    except BadInput:
        return None


def _find(declaration: type[Any], question: Any, path: list[str]) -> tuple[Field, Any]:
    field: Field | None = None
    fields, value = {each.name: each for each in fields_of(declaration)}, question
    for part in path:
        if part.isdigit():
            assert field is not None
            assert field.item is not None
            field, value = field.item, value[int(part)]
        else:
            field = fields[part]
            value = (blank_spec(declaration) if value is None else value)[part]
        if field.kind is Kind.PART:
            declaration = field.type
            fields = {each.name: each for each in fields_of(declaration)}
    assert field is not None
    return field, value


def _put(question: Any, path: list[str], value: Any) -> None:
    *outer, last = (int(part) if part.isdigit() else part for part in path)
    for part in outer:
        question = question[part]
    if question is not None:  # a field of a part that is not added says nothing yet
        question[last] = value


def _other(field: Field, value: Any, offered: Sequence[str]) -> Any:
    """Another value for the field, of those offered; the same one where there is no other."""
    match field.kind:
        case Kind.BOOL:
            return not value
        case Kind.PART:
            return None if value is not None else blank_spec(field.type)
        case Kind.INT:
            number, step = value or 0, 10**field.ask.decimals
            return number + step if field.ask.max is None or number + step <= field.ask.max else number - step
        case Kind.CHOICE | Kind.ENTRY:
            place = offered.index(value or "") if (value or "") in offered else -1
            return offered[(place + 1) % len(offered)] or None
        case _:
            return f"{value} two"


def _control(form: FormElement, name: str) -> Any:
    """The first visible control of that name."""
    return next(each for each in form.xpath(CONTROLS) if each.get("name") == name and each.get("type") != "hidden")


def _sent(form: FormElement, name: str, text: str) -> list[tuple[str, str]]:
    """What a browser sends of the form once its first visible control of that name has this text."""
    form = copy.deepcopy(form)
    control = _control(form, name)
    if control.get("type") == "checkbox":
        control.checked = text == "1"
    else:
        control.value = text
    return list(_values(form))


def _values(form: FormElement) -> Iterator[tuple[str, str]]:
    for each in form.xpath(CONTROLS):
        ticked = each.get("type") not in ("checkbox", "radio") or each.checked
        if each.get("name") and each.get("type") != "submit" and ticked:
            yield each.get("name"), (each.get("value") if each.get("type") == "checkbox" else each.value) or ""
