"""A declaration's value in words: a field in one phrase, the whole as lines to read."""

from collections.abc import Collection, Iterator
from typing import Any

from armybuilder.schema_forms.layouts import Layouts, layout_of
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.fields import Field, Kind, fields_of
from rulesets.core.reference import Line

NOTHING = "–"
YES = "yes"


def profile_lines(spec: Any, catalogue: Catalogue, layouts: Layouts, without: Collection[str] = ()) -> list[Line]:
    """Label and value of the fields in order that apply and are not as usual, but for those ``without`` by name.

    Parts bring their own lines, named after them; a row of a list is one line.
    """
    return list(_lines(spec, catalogue, layouts, "", without))


def _lines(
    spec: Any, catalogue: Catalogue, layouts: Layouts, before: str, without: Collection[str] = ()
) -> Iterator[Line]:
    layout = layout_of(layouts, type(spec))
    for field in fields_of(type(spec)):
        value, label = getattr(spec, field.name), f"{before}{field.ask.label}"
        if field.name in without or value == field.default or not layout.applies(field.name, spec):
            continue
        if field.kind is Kind.PART and value is not None:
            yield from _lines(value, catalogue, layouts, f"{label}: ")
        elif field.item is None or not value:
            same = before.endswith(f"{field.ask.label}: ")
            yield Line(before.removesuffix(": ") if same else label, value_words(field, value, catalogue))
        elif field.item.kind is Kind.PART:
            for number, row in enumerate(value, 1):
                title = f"{field.item.ask.label} {number}"
                phrases = (_phrase(line, title) for line in _lines(row, catalogue, layouts, ""))
                yield Line(title, " · ".join(phrases) or NOTHING)
        else:
            yield Line(label, ", ".join(value_words(field.item, row, catalogue) for row in value))


def _phrase(line: Line, title: str) -> str:
    """A line of a row in words: what the row's title says and what is only ticked has one word."""
    if line.text == YES:
        return line.term
    return line.text if line.term in title else f"{line.term} {line.text}"


def value_words(field: Field, value: Any, catalogue: Catalogue) -> str:
    """A field's value as its form shows it; of a part what is not as usual, of a list every row."""
    if value is None or value == "":
        return NOTHING
    if field.kind is Kind.BOOL:
        return YES if value else "no"
    if field.kind is Kind.CHOICE:
        return str(value.label)
    if field.kind is Kind.ENTRY:
        entry = catalogue.get(field.ask.entry, value)
        return entry.name if entry else str(value)
    if field.kind is Kind.INT:
        return field.ask.with_unit(value)
    if field.kind is Kind.REPEAT:
        item = field.item
        return "; ".join(value_words(item, row, catalogue) for row in value) or NOTHING if item else NOTHING
    if field.kind is Kind.PART:
        return _part_words(value, catalogue)
    return str(value)


def _part_words(spec: Any, catalogue: Catalogue) -> str:
    fields = fields_of(type(spec))
    relevant = [field for field in fields if field.required or getattr(spec, field.name) != field.default] or fields[:1]
    words = []
    for field in relevant:
        value = getattr(spec, field.name)
        if field.kind is Kind.BOOL:
            words.append(field.ask.label if value else f"not {field.ask.label}")
        else:
            words.append(value_words(field, value, catalogue))
    return ", ".join(words)
