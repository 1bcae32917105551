"""One unit engages another: the fitting calculator, a form for the situation at the table, and possible results."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.forms import BoundField
from django.http import Http404

from armybuilder.armies.comparison import unit_label
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.calculators.layout import layout_of
from armybuilder.calculators.questions import PREFIX, Mistake
from armybuilder.calculators.working import working_of
from armybuilder.matches.device_match import AnyMatch, armies_for
from armybuilder.matches.wording import group_name_for
from armybuilder.schema_forms.blocks import FormBlock
from armybuilder.schema_forms.forms import SpecForm, form_for
from armybuilder.schema_forms.layouts import layouts_of
from armybuilder.schema_forms.plain import form_name
from rulesets.core.blanks import BLANK, Viewer, entries_for
from rulesets.core.calculators import Answer, Calculator, QuestionError, Result, Side, SolveContext, Unsuited
from rulesets.core.catalogue import Entry
from rulesets.core.codec import encode
from rulesets.core.force import NoSuchPart
from rulesets.core.matches import MatchState
from rulesets.core.play import REVEALS, Engagement
from rulesets.core.play_state import Change
from rulesets.core.throws import MOST_DICE, Hand


@dataclass(frozen=True, slots=True)
class ResultButton:
    """A possible result to tap: its label, its tone, and the event to send, as JSON.

    ``throw`` is the throw of rock, paper, scissors that it belongs to, if any; one result is tapped for each ``part``.
    """

    label: str
    tone: str
    event: str
    throw: str = ""
    part: str = ""


@dataclass(frozen=True)
class Engaged:
    """An engagement of two units as the page shows it.

    ``engagement`` is the one chosen of ``engagements``; it is ``None`` if one unit cannot engage the other, and
    ``unsuited`` says why. ``distance`` and ``conditions`` are visible, the rest of the ``form`` is folded. Against an
    opponent without a list there is no ``opposing`` unit: the form describes one by kind.
    """

    own: Side
    opposing: Side | None
    names: tuple[str, str]
    engagements: tuple[Engagement, ...] = ()
    engagement: Engagement | None = None
    unsuited: Unsuited | None = None
    form: SpecForm[Any] | None = None
    answer: Answer | None = None
    results: tuple[ResultButton, ...] = ()

    @property
    def distance(self) -> BoundField | None:
        """The field of the distance."""
        return self._field(self.engagement.distance) if self.engagement and self.engagement.distance else None

    @property
    def steps(self) -> list[tuple[int, bool]]:
        """The distances to tap, each with whether it is the current one."""
        value = str(self.distance.value()) if self.distance else ""
        return [(step, str(step) == value) for step in self.engagement.steps] if self.engagement else []

    @property
    def conditions(self) -> list[BoundField]:
        """The other visible fields: the parts of a distance, then the conditions that matter for this pair."""
        if self.engagement is None:
            return []
        paths = (*filter(None, (self.engagement.parts,)), *self.engagement.conditions)
        return [field for path in paths if (field := self._field(path)) is not None]

    @property
    def mistakes(self) -> list[Mistake]:
        """The mistakes in the question."""
        form = self.form
        if form is None:
            return []
        labels = form.full_labels
        return [
            Mistake(form[name].id_for_label if name in form.fields else "", labels.get(name, ""), str(message))
            for name, messages in form.errors.items()
            for message in messages
        ]

    def _field(self, path: str) -> BoundField | None:
        name = form_name(path, PREFIX)
        return self.form[name] if self.form is not None and name in self.form.fields else None


def side_of(loaded: AnyMatch, viewer: Viewer, state: MatchState, side: int, bearer: str) -> Side:
    """A unit as a side of a question; raises ``Http404`` for one that the viewer may not know."""
    fielded = viewer.fielded(state, side)
    if fielded is None or not viewer.knows(state, side, bearer):
        raise Http404
    try:
        group, unit = fielded.force.unit(bearer)
    except NoSuchPart:
        raise Http404 from None
    return Side(fielded.force, group, unit, fielded)


def engage(loaded: AnyMatch, viewer: Viewer, acting: int, own: str, opposing: str, data: Mapping[str, str]) -> Engaged:
    """The engagement of a unit of the ``acting`` side with one of the other side; ``data`` is the form data.

    Raises ``Http404`` for units that are not in the match or that the viewer may not know.
    """
    state, ruleset, play = loaded.state, loaded.ruleset, loaded.setup.play
    if loaded.armies[1 - acting] is None:
        return _by_kind(loaded, viewer, acting, own, data)
    sides = side_of(loaded, viewer, state, acting, own), side_of(loaded, viewer, state, 1 - acting, opposing)
    names = _name(loaded, viewer, acting, sides[0]), _name(loaded, viewer, 1 - acting, sides[1])
    engagements = play.engagements(*sides)
    chosen = _select_engagement(engagements, data)
    if chosen is None:
        return Engaged(*sides, names)
    calculator = ruleset.calculator(chosen.calculator)
    engaged = Engaged(*sides, names, engagements, chosen)
    if calculator.unsuited is not None and (unsuited := calculator.unsuited(*sides)) is not None:
        return replace(engaged, unsuited=unsuited)
    return _ask(loaded, viewer, acting, engaged, data)


def _select_engagement(engagements: Iterable[Engagement], data: Mapping[str, str]) -> Engagement | None:
    by_calculator = {each.calculator: each for each in engagements}
    return by_calculator.get(data.get("calculator", "")) or next(iter(by_calculator.values()), None)


def _by_kind(loaded: AnyMatch, viewer: Viewer, acting: int, own: str, data: Mapping[str, str]) -> Engaged:
    """The engagement of a unit with one that the question describes, by any fitting calculator for two units."""
    unit = side_of(loaded, viewer, loaded.state, acting, own)
    engagements = tuple(
        Engagement(each.slug, each.title)
        for each in loaded.ruleset.calculators
        if each.results is not None and not (each.unsuited and each.unsuited(unit, None))
    )
    names = _name(loaded, viewer, acting, unit), ""
    engaged = Engaged(unit, None, names, engagements, _select_engagement(engagements, data))
    return _ask(loaded, viewer, acting, engaged, data) if engaged.engagement else engaged


def _name(loaded: AnyMatch, viewer: Viewer, side: int, unit: Side) -> str:
    army = armies_for(loaded, viewer)[side]
    return unit_label(army, *army.force.unit(unit.unit.id)) if army else ""


def known_entries(loaded: AnyMatch, viewer: Viewer) -> Iterator[Entry[Any]]:
    """The players' own entries that a question may offer the viewer: on the other side only those of known units."""
    for side, army in enumerate(loaded.armies):
        if army is not None:
            units = [unit for _, unit in army.force.units() if viewer.knows(loaded.state, side, unit.id)]
            yield from entries_for(army.force, units) if viewer.blanks(loaded.state, side) else army.force.entries


def _ask(loaded: AnyMatch, viewer: Viewer, acting: int, engaged: Engaged, data: Mapping[str, str]) -> Engaged:
    """The engagement with its form and, if that is valid, its answer and results."""
    assert engaged.engagement is not None  # noqa: S101
    calculator = loaded.ruleset.calculator(engaged.engagement.calculator)
    own = loaded.armies[acting] or loaded.armies[0]
    catalogue = loaded.ruleset.catalogue.with_entries(known_entries(loaded, viewer))
    initial = calculator.prefill(engaged.own, engaged.opposing) if calculator.prefill else {}
    form = form_for(calculator.question, catalogue, data, initial, PREFIX, layouts=layouts_of(loaded.ruleset))
    answer, results = None, tuple[Result, ...]()
    house = own.context.house
    if form.is_valid():
        try:
            question = form.spec()
            answer = calculator.ask(question, catalogue, house)
            if calculator.results is not None:
                solving = SolveContext(catalogue, house.untraced)
                results = calculator.results(question, engaged.own, engaged.opposing, solving)
        except QuestionError as error:
            form.refuse(error.field, error.message)
    buttons = tuple(_button(loaded, acting, engaged, calculator, each) for each in results)
    answered = replace(engaged, form=form, answer=answer, results=buttons)
    in_sight = [field.name for field in (answered.distance, *answered.conditions) if field is not None]
    _leave_out(form.helper.layout, set(in_sight))
    return answered


def _leave_out(layout: FormBlock, names: set[str]) -> None:
    """Remove the fields of these names from a layout, because they are elsewhere on the page."""
    layout.fields = [each for each in layout.fields if each not in names]
    for each in layout.fields:
        if isinstance(each, FormBlock):
            _leave_out(each, names)


def _button(
    loaded: AnyMatch, acting: int, engaged: Engaged, calculator: Calculator[Any], result: Result
) -> ResultButton:
    opposing = engaged.opposing
    changes = list(_with_bearers(loaded, result.own, acting, engaged.own))
    if opposing is not None:
        changes += _with_bearers(loaded, result.opposing, 1 - acting, opposing)
    event = {
        "acting": acting,
        "changes": [encode(change) for change in changes],
        "calculator": calculator.slug,
        "own": engaged.own.unit.id,
        "opposing": opposing.unit.id if opposing else "",
        "result": result.label,
    }
    throw = result.throw.value if result.throw else ""
    return ResultButton(result.label, result.tone.value, json.dumps(event), throw, result.part)


def _with_bearers(loaded: AnyMatch, changes: Iterable[Change], side: int, unit: Side) -> Iterator[Change]:
    """The changes with the bearer of each: the unit, or its group in games in which groups bear the boxes."""
    bearer = unit.unit.id if loaded.setup.tracks[side][unit.unit.id] else unit.group.id
    for change in changes:
        yield replace(change, side=side, bearer=change.bearer or bearer)


@dataclass(frozen=True, slots=True)
class TargetChoice:
    """A unit of the other side to choose: the id by which the viewer knows it, and its name."""

    bearer: str
    name: str


def targets(loaded: AnyMatch, viewer: Viewer, side: int) -> list[tuple[str, list[TargetChoice]]]:
    """The units of a side that are in play, by group, and its blanks."""
    state, army = loaded.state, armies_for(loaded, viewer)[side]
    if army is None:
        return []
    groups = [
        (group_name_for(loaded, viewer, side, group), _targets(army, viewer, state, side, group))
        for group in army.force.groups
    ]
    blanks = [TargetChoice(f"{BLANK}{number}", f"Blank ?{number}") for number in viewer.blanks(state, side)]
    return [(name, choices) for name, choices in (*groups, ("Blanks", blanks)) if choices]


def _targets(army: LoadedArmy, viewer: Viewer, state: MatchState, side: int, group: Any) -> list[TargetChoice]:
    return [
        TargetChoice(unit.id, unit_label(army, group, unit))
        for unit in group.units
        if viewer.knows(state, side, unit.id) and not state.sides[side].is_out(unit.id)
    ]


def reveal_event(acting: int, own: str, blank: str) -> str:
    """The event, as JSON, that asks the other side to reveal one of its blanks."""
    change = replace(REVEALS, bearer=blank, side=1 - acting)
    event = {"changes": [encode(change)], "calculator": "reveal", "own": own, "opposing": blank, "result": "Revealed"}
    return json.dumps(event)


def engage_context(
    loaded: AnyMatch, viewer: Viewer, acting: int, data: Mapping[str, str], address: str, path: str
) -> dict[str, Any]:
    """The context of ``matches/engage.html``, on the server and in a browser without a network.

    ``data`` is the form data, ``address`` the match's address and ``path`` that of its engagements. Raises ``Http404``
    as ``engage`` does.
    """
    own, opposing = data.get("own", ""), data.get("opposing", "")
    blank = opposing in {f"{BLANK}{number}" for number in viewer.blanks(loaded.state, 1 - acting)}
    unit = side_of(loaded, viewer, loaded.state, acting, own)
    engaged = None if blank else engage(loaded, viewer, acting, own, opposing, data)
    return {
        "address": address,
        "path": path,
        "ruleset": loaded.ruleset,
        "own": own,
        "opposing": opposing,
        "acting": acting,
        "other": 1 - acting,
        "own_name": _name(loaded, viewer, acting, unit),
        "plays": viewer.side is not None,
        "play": loaded.setup.play,
        "hands": [(hand.value, hand.label) for hand in Hand],
        "most_dice": MOST_DICE,
        "engaged": engaged,
        "targets": targets(loaded, viewer, 1 - acting),
        "reveal": reveal_event(acting, own, opposing),
        "working": working_of(loaded.ruleset, engaged.answer) if engaged else None,
        "layout": layout_of(engaged.answer) if engaged and engaged.answer else None,
    }
