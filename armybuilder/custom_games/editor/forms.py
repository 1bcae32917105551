"""The form of a place in a document, and the document with what was entered there."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.forms import TextInput

from armybuilder.custom_games.editor.naming import renamed, tidy, with_names
from armybuilder.custom_games.editor.parts import Part, editor_layouts
from armybuilder.custom_games.editor.places import Document, Path, Place, at, moved, put
from armybuilder.custom_games.editor.ready_groups import ready_form, ready_item
from armybuilder.custom_games.editor.sheet_tables import square, with_spare_row, without_blank_rows
from armybuilder.drawing.symbols import icon_names
from armybuilder.schema_forms.forms import SpecForm, form_for
from armybuilder.schema_forms.plain import form_name
from armybuilder.schema_forms.widgets import Option, OptionSelect
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.fields import fields_of
from rulesets.core.declarations.problems import Problem
from rulesets.core.names import name_key
from rulesets.core.ruleset import AnyRuleset
from rulesets.described.document import MAX_CELL, MAX_ROWS, MAX_TEXT, FieldType, Game, Kind, ReadyGroup, SheetTable
from rulesets.described.model import key_of
from rulesets.described.vocabulary import slug_of

NUMBER: Final = FieldType.NUMBER.value
SPARE_ROWS: Final = 3
"""Blank rows at the end of a table, to type in."""
TYPED: Final[Mapping[type[Any], tuple[str, ...]]] = {Kind: ("entries",), SheetTable: ("headings", "rows")}
"""Fields that pages draw as tables, by the declaration in which they stand."""
NO_ENTRIES: Final = Catalogue(())
ROW_ATTRIBUTES: Final = {"data-row": "", "formnovalidate": ""}
"""Attributes of the buttons that add and remove rows, by which a script draws the form again in its place."""
MOVE_ROW: Final = "move-row"
"""Name of the buttons that move a row of a table: ``entries-3-up``."""
NEEDED: Final = ("title", "label", "sentence", "term")
"""Texts without which nobody knows what an item is."""

Choices = Callable[[Document], Iterable[tuple[str, str]]]


@dataclass(frozen=True)
class PlaceForm:
    """The form of a place or part of a document; ``rest`` are the problems at the place that stand at no field.

    ``game`` is the game of a form that asks for units as the game does. Names for formulas follow their labels in a
    game that is ``new``.
    """

    document: Document
    place: Place | Part
    form: SpecForm[Any]
    rest: tuple[Problem, ...] = ()
    game: AnyRuleset | None = None
    new: bool = False

    @property
    def entered(self) -> Document:
        """The document with what was entered, whether or not it fits."""
        plain = self.form.plain
        if isinstance(self.place, Part):
            return {**self.document, **{name: plain[name] for name in self.place.fields}}
        before = at(self.document, self.place.path)
        if self.game is not None:
            item = {**before, **ready_item(self.game, plain)}
        else:
            item = {**before, **{name: plain[name] for name in _fields(self.place)}}
        if self.new:
            item = renamed(self.document, self.place.path, item)
        if self.place.declaration is SheetTable:
            item["rows"] = without_blank_rows(item["rows"])
        if self.place.declaration is Kind:
            item["entries"] = [_with_choices(row, item["fields"]) for row in tidy(item["entries"])]
        after: Document = put(self.document, self.place.path, with_names(self.document, self.place.path, item))
        return after


def _with_choices(row: dict[str, Any], columns: list[dict[str, Any]]) -> dict[str, Any]:
    """A row in which a choice that nobody made is the first one."""
    values = [
        value or (column["options"][0]["value"] if column.get("options") else "")
        for value, column in zip(row["values"], columns, strict=True)
    ]
    return {**row, "values": values}


def _fields(place: Place) -> tuple[str, ...]:
    """The fields of a place's form; a table's rows are in the form of the table."""
    return (*place.fields, "entries") if place.declaration is Kind else place.fields


def form_of(
    document: Document,
    place: Place | Part,
    data: Mapping[str, str] | None = None,
    problems: Iterable[Problem] = (),
    game: AnyRuleset | None = None,
) -> PlaceForm:
    """The form of a place with what was sent, and with the problems of the document at their fields.

    With the ``game`` that the document describes, units of ready groups have the game's own fields. Raises
    ``NoSuchPlace``.
    """
    if isinstance(place, Place) and place.declaration is ReadyGroup and game is not None:
        form: SpecForm[Any] = ready_form(game, at(document, place.path), data, ROW_ATTRIBUTES)
        return PlaceForm(document, place, form, tuple(_mark(form, problems, place.path)), game)
    path = () if isinstance(place, Part) else place.path
    form = _form_as_declared(document, place, data)
    if "headings" in form.plain:
        square(form, data or {})
    if "entries" in form.plain:
        _fill_rows(form)
        _move_row(form, data or {})
        _draw_cells(form, document)
    _offer_choices(form, document, path)
    return PlaceForm(document, place, form, tuple(_mark(form, problems, path)))


def _form_as_declared(document: Document, place: Place | Part, data: Mapping[str, str] | None) -> SpecForm[Any]:
    if isinstance(place, Part):
        return form_for(
            Game,
            NO_ENTRIES,
            data,
            initial=document,
            only=place.fields,
            layouts=editor_layouts(),
            folds=False,
            row_attributes=ROW_ATTRIBUTES,
        )
    return form_for(
        place.declaration,
        NO_ENTRIES,
        data,
        initial=_with_spares(place, at(document, place.path)),
        only=_fields(place),
        apart=TYPED.get(place.declaration, ()),
        faults=_missing,
        layouts=editor_layouts(),
        folds=False,
        row_attributes=ROW_ATTRIBUTES,
    )


def _move_row(form: SpecForm[Any], data: Mapping[str, str]) -> None:
    """Move a row of a table one place up or down, if that was asked for."""
    found = re.fullmatch(r"entries-([0-9]{1,3})-(up|down)", data.get(MOVE_ROW, ""))
    rows = form.plain["entries"]
    if found is None or int(found[1]) >= len(rows):
        return
    index = int(found[1])
    to = max(0, min(len(rows) - 1, index + (1 if found[2] == "down" else -1)))
    form.plain["entries"] = moved(rows, index, to)
    form.rows_changed = True


def _with_spares(place: Place, item: dict[str, Any]) -> dict[str, Any]:
    """An item as its form begins: a table with blank rows at its end."""
    return with_spare_row(item) if place.declaration is SheetTable else _with_keys(item)


def _with_keys(item: dict[str, Any]) -> dict[str, Any]:
    """An item; the rows of a table have the keys by which formulas know them, and blank rows after them."""
    if "entries" not in item:
        return item
    rows = [{**row, "key": row.get("key") or slug_of(row["name"])} for row in item["entries"]]
    blank = {"name": "", "key": "", "values": [""] * len(item["fields"])}
    return {**item, "entries": [*rows, *[blank] * min(SPARE_ROWS, MAX_ROWS - len(rows))]}


def _fill_rows(form: SpecForm[Any]) -> None:
    """Give each row of a table a cell in every column."""
    columns = len(form.plain["fields"])
    for row in form.plain["entries"]:
        row["values"] = [*row["values"], *[""] * columns][:columns]


def _draw_cells(form: SpecForm[Any], document: Document) -> None:
    """Let cells of a table choose from what their columns offer."""
    kinds = {kind["slug"]: kind for kind in document["kinds"]}
    drawing = form.drawing
    for place, column in enumerate(form.plain["fields"]):
        offered = _offered(column, kinds)
        for number in range(len(form.plain["entries"])):
            name = f"entries-{number}-values-{place}"
            field = drawing.form_fields[name]
            field.label = column["label"]
            if offered is None:
                mode = "decimal" if column.get("type", NUMBER) == NUMBER else "text"
                longest = MAX_CELL if column.get("type") == FieldType.LIST.value else MAX_TEXT
                field.widget = TextInput({"inputmode": mode, "maxlength": longest, "autocomplete": "off"})
                continue
            value = drawing.values[name]
            keys = {name_key(label): key for key, label in offered}
            drawing.values[name] = value = value if value in dict(offered) else keys.get(name_key(value), value)
            options = [Option(key, label) for key, label in offered]
            if value not in dict(offered):
                options.insert(0, Option(value, f"{value} – unknown" if value else "–"))
            field.widget = OptionSelect(options)


def _offered(column: Mapping[str, Any], kinds: Mapping[str, Any]) -> list[tuple[str, str]] | None:
    """What the cells of a column choose from, each with its label; ``None`` where they are typed."""
    holds = column.get("type", NUMBER)
    if holds == FieldType.YES.value:
        return [("yes", "yes"), ("no", "no")]
    if holds == FieldType.CHOICE.value:
        return [(option["value"], option["label"]) for option in column.get("options", ())]
    if holds == FieldType.ENTRY.value and column.get("kind") in kinds:
        rows = kinds[column["kind"]].get("entries", ())
        return [(key_of(row.get("key", ""), row["name"]), row["name"]) for row in rows]
    return None


def _missing(value: Any) -> Iterator[Problem]:
    for field in fields_of(type(value)):
        if field.name in NEEDED and not getattr(value, field.name).strip():
            yield Problem(field.name, "fill this in")


def _mark(form: SpecForm[Any], problems: Iterable[Problem], path: Path) -> Iterator[Problem]:
    """Say the problems below a path at their fields; those that have none are returned."""
    at_fields = []
    for problem in problems:
        inside = _inside(problem.path, codec_path(path))
        if inside is None:
            continue
        name = form_name(inside)
        if name in form.fields:
            at_fields.append(replace(problem, path=inside))
        elif path or any(each.startswith(f"{name}-") for each in form.fields):
            yield problem
    form.doubts = lambda value: at_fields
    form.add_warnings(None)


def _inside(path: str, place: str) -> str | None:
    """A problem's path from a place on; ``None`` if it is elsewhere."""
    if not place or path == place:
        return path.removeprefix(place)
    return path[len(place) + 1 :] if path.startswith(f"{place}.") else None


def codec_path(path: Path) -> str:
    """A path as the codec writes it: ``limits[2]``."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


# --- choices that the document gives ----------------------------------------------------------------------


def _named(part: str, value: str, label: str, keep: Callable[[Any], bool] = bool) -> Choices:
    return lambda document: [
        (each[value], each.get(label) or each[value]) for each in document.get(part, ()) if keep(each)
    ]


def _counted_rows(document: Document) -> list[tuple[str, str]]:
    """The fields of a unit that hold rows, and the lists of these rows."""
    kinds = {kind["slug"]: kind for kind in document.get("kinds", ())}
    found = []
    for field in document.get("unit", ()):
        if field.get("type") in (FieldType.ENTRY.value, FieldType.LIST.value):
            found.append((field["name"], field["label"]))
        for column in kinds.get(field.get("kind", ""), {}).get("fields", ()):
            if field.get("type") == FieldType.ENTRY.value and column.get("type") == FieldType.LIST.value:
                found.append((f"{field['name']}.{column['name']}", f"{field['label']}: {column['label']}"))
    return found


def _all_settings(document: Document) -> list[tuple[str, str]]:
    return [(each["name"], each["label"]) for part in ("army", "group", "unit") for each in document.get(part, ())]


_KINDS: Final = _named("kinds", "slug", "plural")
_TRACKS: Final = _named("tracks", "slug", "title")
_UNIT: Final = _named("unit", "name", "label")
CHOICES: Final[Mapping[str, Choices]] = {
    **{f"{part}.*.kind": _KINDS for part in ("kinds.*.fields", "unit", "group", "army", "odds.*.fields")},
    "odds.*.fields.*.taken": _UNIT,
    "odds.*.fields.*.less": _TRACKS,
    "odds.*.harm": _named("tracks", "slug", "title", lambda track: not track.get("names")),
    "odds.*.acted": _named("tracks", "slug", "title", lambda track: bool(track.get("names"))),
    "surcharges.*.cost": _named("costs", "name", "title"),
    "limits.*.each": _counted_rows,
    "limits.*.field": _all_settings,
    "odds_groups.*.odds.*": _named("odds", "slug", "title"),
    "sheet.*.kind": _KINDS,
    "ready.*.settings.*.field": _named("group", "name", "label"),
    "ready.*.units.*.settings.*.field": _UNIT,
    "example.*.group": _named("ready", "slug", "title"),
    "display.icon": lambda document: [(name, name.replace("-", " ").capitalize()) for name in sorted(icon_names())],
    "markers.*.per": lambda document: [("unit", "Unit"), ("group", "Group"), ("army", "Army")],
}
"""What may be chosen in a field, by its place with ``*`` for each number; fields that are not here are typed."""


def pattern(path: Path, name: str = "") -> str:
    """A field's place with ``*`` for each number, given the place of its form and its name there."""
    steps = [str(step) for step in path] + [step for step in name.split("-") if step]
    return ".".join("*" if step.isdigit() else step for step in steps)


def _offer_choices(form: SpecForm[Any], document: Document, path: Path) -> None:
    drawing = form.drawing
    for name, field in drawing.form_fields.items():
        choices = CHOICES.get(pattern(path, name))
        if choices is None:
            continue
        options = [Option(value, label) for value, label in choices(document)]
        current = drawing.values[name]
        if current not in {option.value for option in options}:
            options.insert(0, Option(current, f"{current} – unknown" if current else "–"))
        if current:
            options.insert(0, Option("", "–"))
        field.widget = OptionSelect(options)
