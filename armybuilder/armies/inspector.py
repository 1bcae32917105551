"""The chosen part of an army: a unit, a group, the army itself or its house rules, and the form that changes it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any
from zlib import crc32

from django import forms
from django.forms.utils import ErrorList
from django.utils.html import escape

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.schema_forms.form_fields import Marks, Units
from armybuilder.schema_forms.forms import (
    SpecForm,
    form_for,
    helper_of,
    reading_choices,
    stands_in,
    storable,
    switches_layout,
)
from armybuilder.schema_forms.layouts import layout_of, layouts_of
from armybuilder.schema_forms.plain import form_name
from armybuilder.site.rule_places import with_links
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import (
    NAME_LENGTH,
    Field,
    Kind,
    fields_of,
    may_name_units,
    values_in,
    with_value,
)
from rulesets.core.declarations.house_rules import switches
from rulesets.core.declarations.text_values import write_scalar
from rulesets.core.force_document import NOTES_LENGTH
from rulesets.core.forces.findings import Severity
from rulesets.core.forces.force import AnyForce, AnyGroup, AnyUnit, Group, Unit
from rulesets.core.ruleset import AnyRuleset, Asks, settings_of

ARMY = "the-army"
HOUSE_RULES = "house-rules"
"""The names in addresses of the two parts without an id (ids have no dash)."""

SPEC = "spec"
"""Prefix of the form names of a declaration's fields."""


@dataclass(frozen=True, slots=True)
class ChosenPart:
    """The part of an army that the inspector shows; ``at`` is its name in the address, ``group`` its group."""

    at: str
    part: Any
    group: AnyGroup | None = None

    @property
    def kind(self) -> str:
        """``unit``, ``group``, or the name in the address for the others."""
        return "unit" if isinstance(self.part, Unit) else "group" if isinstance(self.part, Group) else self.at

    @property
    def edit(self) -> str:
        """The name of the edit that its form is sent to."""
        return {ARMY: "change-army", HOUSE_RULES: "change-house-rules"}.get(self.kind, f"change-{self.kind}")


def choose(force: AnyForce, at: str) -> ChosenPart:
    """The part with that id; the army itself if there is none."""
    if at == HOUSE_RULES:
        return ChosenPart(HOUSE_RULES, force)
    for group in force.groups:
        if group.id == at:
            return ChosenPart(at, group, group)
        for unit in group.units:
            if unit.id == at:
                return ChosenPart(at, unit, group)
    return ChosenPart(ARMY, force)


class PartNameForm(forms.Form):
    """Name and notes, which every part of an army has."""

    name = forms.CharField(required=False, max_length=NAME_LENGTH)
    notes = forms.CharField(
        required=False, max_length=NOTES_LENGTH, widget=forms.Textarea({"rows": 2, "maxlength": NOTES_LENGTH})
    )

    def __init__(self, before: Mapping[str, str], data: Mapping[str, str] | None, placeholder: str = "") -> None:
        """Fill missing form data from the previous values; ``placeholder`` is shown for an empty name."""
        bound_data = None if data is None else {name: data.get(name, text) for name, text in before.items()}
        super().__init__(bound_data, initial=dict(before), auto_id="part_%s")
        self.fields["name"].widget.attrs |= {"autocomplete": "off", "placeholder": placeholder}

    def clean_name(self) -> str:
        """The name as a document can hold it."""
        return storable(self.cleaned_data["name"], NAME_LENGTH)

    def clean_notes(self) -> str:
        """The notes as a document can hold them, with Unix line ends."""
        return storable(self.cleaned_data["notes"].replace("\r\n", "\n"), NOTES_LENGTH)


class HouseRulesForm(forms.Form):
    """A choice among the readings of every ruling that has a switch."""

    def __init__(self, ruleset: AnyRuleset, readings: Mapping[str, str], data: Mapping[str, str] | None) -> None:
        """Take the game with its rulings, the current readings and the form data."""
        super().__init__(data, auto_id="part_%s", prefix="rule")
        self.switches = list(switches(ruleset.rulings).values())
        for ruling in self.switches:
            self.fields[ruling.switch] = forms.ChoiceField(
                label=ruling.question,
                choices=reading_choices(ruling),
                initial=readings.get(ruling.switch, ruling.default),
                required=False,
                widget=forms.RadioSelect,
                help_text=with_links(f"{ruling.id}, {ruling.where}. {ruling.reason}", ruleset),
            )
        self.helper = helper_of(switches_layout(self.switches, lambda ruling: ruling.switch, readings))

    def readings(self) -> tuple[tuple[str, str], ...]:
        """The readings that differ from the defaults, once the form is valid."""
        return tuple(
            (ruling.switch, self.cleaned_data[ruling.switch])
            for ruling in self.switches
            if self.cleaned_data[ruling.switch] not in ("", ruling.default)
        )


@dataclass(frozen=True, slots=True)
class PartForm:
    """Name and notes of a part, and its settings."""

    name: PartNameForm
    spec: SpecForm[Any]

    def is_valid(self) -> bool:
        """Whether both halves are valid; validates both, so that all errors show."""
        return all([self.name.is_valid(), self.spec.is_valid()])

    @property
    def errors(self) -> dict[str, ErrorList]:
        """What is wrong, by form name."""
        return {**self.name.errors, **self.spec.errors}

    @property
    def values(self) -> dict[str, Any]:
        """Name, notes and spec, once the form is valid."""
        return {**self.name.cleaned_data, "spec": self.spec.spec()}


def part_form(
    loaded: LoadedArmy, chosen: ChosenPart, data: Mapping[str, str] | None = None, with_marks: bool = True
) -> PartForm:
    """The form of the chosen unit, group or army with the form data.

    ``with_marks`` adds what only the page needs: the illegal choices and the names of other units.
    """
    part = chosen.part
    marks, units = _marks_and_units(loaded, chosen) if with_marks else ({}, None)
    placeholder = ""
    if isinstance(part, Unit) and chosen.group:
        placeholder = loaded.ruleset.row(replace(part, name=""), chosen.group, loaded.context).title
    before = {"name": part.name, "notes": part.notes}
    name = PartNameForm(before, data, placeholder)
    asks = _asks_of(loaded, chosen)
    spec = form_for(
        type(part.spec),
        loaded.context.catalogue,
        data,
        initial=part.spec,
        prefix=SPEC,
        marks=marks,
        units=units,
        ids="part_%s",
        folds=False,
        layouts=layouts_of(loaded.ruleset),
        only=[
            field.name
            for field in fields_of(type(part.spec))
            if field.name not in asks.without
            or any(stands_in(sent, form_name(field.name, SPEC)) for sent in data or ())
        ],
        fit=asks.fit,
        blank=asks.blank,
    )
    _mark_boxes(spec, part.spec, marks)
    return PartForm(name, spec)


def _asks_of(loaded: LoadedArmy, chosen: ChosenPart) -> Asks:
    """What the chosen part is asked for, which for a unit may depend on its other choices."""
    asks = loaded.ruleset.asks
    if asks is None or chosen.group is None or not isinstance(chosen.part, Unit):
        return Asks()
    return asks(chosen.part, chosen.group, loaded.context)


def first_form(loaded: LoadedArmy) -> PartForm:
    """The form of what an army is asked for as soon as it is started: its name and the game's ``first`` settings."""
    force = loaded.force
    layouts = layouts_of(loaded.ruleset)
    asked = layout_of(layouts, type(force.spec)).first
    name = PartNameForm({"name": force.name}, None)
    name.auto_id = "first_%s"
    spec = form_for(
        type(force.spec),
        loaded.context.catalogue,
        initial=force.spec,
        prefix=SPEC,
        only=asked,
        ids="first_%s",
        layouts={},
    )
    return PartForm(name, spec)


def fields_key(loaded: LoadedArmy, chosen: ChosenPart) -> str:
    """A key of the chosen part's fields and links, which look the same for the same key."""
    if chosen.at == HOUSE_RULES:
        appearance: list[Any] = [dict(loaded.force.house_rules)]
    else:
        asks = _asks_of(loaded, chosen)
        fit = [(name, sorted(keys)) for name, keys in asks.fit.items()]
        appearance = [chosen.part.spec, *_marks_and_units(loaded, chosen), loaded.force.entries]
        appearance += [sorted(asks.without), fit, sorted(asks.blank.items())] if asks != Asks() else []
    return f"{crc32(repr([chosen.at, bool(loaded.force.groups), *appearance]).encode()):08x}"


def _marks_and_units(loaded: LoadedArmy, chosen: ChosenPart) -> tuple[Marks, Units | None]:
    """The choices that are illegal for the chosen part, and the units that it may name."""
    part = chosen.part
    marks: Marks = {}
    if chosen.group and isinstance(part, Unit):
        marks = illegal_choices(loaded, chosen.group, part)
    return marks, _other_units(loaded, part) if may_name_units(type(part.spec)) else None


def _other_units(loaded: LoadedArmy, part: Any) -> list[tuple[str, list[str]]]:
    """The names of the other units, by group."""
    own = part.id if isinstance(part, Unit) else ""
    return [(group.name, [unit.row.title for unit in group.units if unit.id != own]) for group in loaded.groups]


def house_rules_form(loaded: LoadedArmy, data: Mapping[str, str] | None = None) -> HouseRulesForm:
    """The form of the army's house rules with the form data."""
    return HouseRulesForm(loaded.ruleset, dict(loaded.force.house_rules), data)


def _mark_boxes(form: SpecForm[Any], spec: Any, marks: Marks) -> None:
    for path, field, value in _choices(spec):
        reason = marks.get(path, {}).get(write_scalar(not value)) if field.kind is Kind.BOOL else None
        name = form_name(path, SPEC)
        if reason and name in form.fields:
            help_text = f"{field.ask.help.rstrip('. ')}. " if field.ask.help else ""
            form.fields[name].help_text = escape(f"{help_text}{'Unticked' if value else 'Ticked'}: {reason}")


# --- choices that would be illegal -------------------------------------------------------------------


def _choices(spec: Any) -> Iterator[tuple[str, Field, Any]]:
    """Every field of a spec with a set of choices, also in parts and repeats: its path, the field, its value."""
    return (each for each in values_in(spec) if each[1].kind in (Kind.CHOICE, Kind.ENTRY, Kind.BOOL))


def _alternatives(catalogue: Catalogue, field: Field) -> Iterator[Any]:
    if field.kind is Kind.CHOICE:
        yield from field.choices
    elif field.kind is Kind.BOOL:
        yield from (False, True)
    else:
        yield from (entry.key for entry in catalogue.of_kind(field.ask.entry))


def illegal_choices(loaded: LoadedArmy, group: AnyGroup, unit: AnyUnit) -> Marks:
    """The reasons why choices would be errors, by the field's path and the form's value.

    A choice is an error when the unit rules find one at that field, or a new one elsewhere in the unit.
    """
    return _illegal_choices(loaded.ruleset, settings_of(loaded.force), Group("", "", group.spec), unit.spec)


@lru_cache(maxsize=1000)
def _illegal_choices(ruleset: AnyRuleset, settings: AnyForce, group: AnyGroup, present_spec: Any) -> Marks:
    """The illegal choices, cached by all that unit rules depend on: the settings of force, group and unit."""
    context = ruleset.context(settings)

    def errors(spec: Any) -> dict[tuple[str, str], str]:
        findings = ruleset.check_unit(context, group, Unit("", spec))
        return {(f.rule, f.where.field): f.message for f in findings if f.severity is Severity.ERROR}

    present = errors(present_spec)
    marks: dict[str, dict[str, str]] = {}
    layout = layout_of(layouts_of(ruleset), type(present_spec))
    asks = ruleset.asks(Unit("", present_spec), group, context) if ruleset.asks is not None else Asks()
    for path, field, value in _choices(present_spec):
        if field.name in asks.without:
            continue
        others = {name: "" for name in layout.joined_with(path) if name != path}
        cleared = replace(present_spec, **others)
        fit = asks.fit.get(field.name)
        for other in _alternatives(context.catalogue, field):
            if fit is not None and other not in fit and other != value:
                continue
            messages = present if other == value else errors(with_value(cleared, path, other))
            reasons = [
                message
                for (rule, where), message in messages.items()
                # Another choice decides what fits there: that is no reason against it.
                if where not in asks.fit.keys() - {field.name}
                if where == path or (other != value and (rule, where) not in present)
            ]
            if reasons:
                marks.setdefault(path, {})[write_scalar(encode(other))] = reasons[0]
    return marks
