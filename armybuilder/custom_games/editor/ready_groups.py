"""The form of a ready group: its units with the fields that a player sets, as the game itself asks for them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, make_dataclass
from typing import Annotated, Any, Final

from armybuilder.custom_games.editor.places import Document
from armybuilder.schema_forms.forms import SpecForm, form_for
from armybuilder.schema_forms.layouts import FormLayout
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Ask, Kind, fields_of
from rulesets.core.declarations.text_values import write_value
from rulesets.core.ruleset import AnyRuleset
from rulesets.described.vocabulary import read_settings

MAX_UNITS: Final = 20
LAYOUTS: Final = {"ReadyGroupForm": FormLayout(), "ReadyUnitForm": FormLayout(folded=("name",))}


def ready_form(
    ruleset: AnyRuleset, item: Mapping[str, Any], data: Mapping[str, str] | None, attributes: Mapping[str, str]
) -> SpecForm[Any]:
    """The form of a ready group of the game, given as it stands in the document; ``attributes`` are for its buttons."""
    units = [
        {"unit": _plain(ruleset.unit, unit.get("settings", ()), ruleset), "name": unit.get("name", "")}
        for unit in item["units"]
    ]
    initial = {"title": item["title"], "summary": item["summary"], "units": units}
    if fields_of(ruleset.group):
        initial["group"] = _plain(ruleset.group, item.get("settings", ()), ruleset)
    declaration = _declaration(ruleset)
    return form_for(
        declaration,
        ruleset.catalogue,
        data,
        initial=initial,
        layouts=LAYOUTS,
        folds=False,
        row_attributes=attributes,
    )


def ready_item(ruleset: AnyRuleset, plain: Mapping[str, Any]) -> Document:
    """What the form holds as the document says it."""
    units = [{"settings": _settings(ruleset.unit, row["unit"]), "name": row["name"]} for row in plain["units"]]
    item = {"title": plain["title"], "summary": plain["summary"], "units": units}
    return {**item, "settings": _settings(ruleset.group, plain["group"])} if "group" in plain else item


def _declaration(ruleset: AnyRuleset) -> type[Any]:
    first = fields_of(ruleset.unit)[0].ask.label
    name = Ask("Name of the unit", help="Leave blank to use the name of its troops.")
    unit = make_dataclass(
        "ReadyUnitForm",
        [("unit", Annotated[ruleset.unit, Ask(first)]), ("name", Annotated[str, name], field(default=""))],
        frozen=True,
    )
    fields: list[tuple[str, Any]] = [
        ("title", Annotated[str, Ask("Title", max_length=60)]),
        ("summary", Annotated[str, Ask("Summary", help="Describe the group in a few words.", max_length=120)]),
    ]
    if fields_of(ruleset.group):
        fields.append(("group", Annotated[ruleset.group, Ask("Settings of the group")]))
    rows = Annotated[tuple[unit, ...], Ask("Units", min=1, max=MAX_UNITS, one="Unit")]  # type: ignore[valid-type]
    fields.append(("units", rows))
    return make_dataclass("ReadyGroupForm", fields, frozen=True)


def _plain(spec: type[Any], settings: Iterable[Mapping[str, str]], ruleset: AnyRuleset) -> dict[str, Any]:
    """A declaration's plain data with these settings."""
    numbered = [(number, each["field"], each["value"]) for number, each in enumerate(settings)]
    plain: dict[str, Any] = encode(read_settings(spec, numbered, ruleset.catalogue))
    return plain


def _settings(spec: type[Any], plain: Mapping[str, Any]) -> list[dict[str, str]]:
    return list(_written(spec, plain))


def _written(spec: type[Any], plain: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """The settings of plain data: all of them, since a usual value may change later."""
    for each in fields_of(spec):
        value = plain[each.name]
        if each.kind is Kind.REPEAT:
            text = ", ".join(value)
        elif each.kind is Kind.BOOL:
            text = "yes" if value else "no"
        else:
            text = write_value(each, value)
        yield {"field": each.name, "value": text}
