"""One unit engages another: the fitting calculator, a form for the situation at the table, and possible results."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any, Final

from django.forms import BoundField
from django.http import Http404

from armybuilder.armies.comparison import unit_label
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.calculators.layout import layout_of
from armybuilder.calculators.questions import PREFIX
from armybuilder.calculators.working import working_of
from armybuilder.matches.log.device_match import AnyMatch, armies_for
from armybuilder.matches.log.wording import group_name_for
from armybuilder.schema_forms.forms import Mistake, SpecForm, form_for, mistakes_of
from armybuilder.schema_forms.layouts import layouts_of
from armybuilder.schema_forms.plain import form_name
from rulesets.core.calculators import Answer, Brief, Calculator, QuestionError, SolveContext, Unsuited
from rulesets.core.cards import Symbol
from rulesets.core.declarations.catalogue import Entry
from rulesets.core.declarations.codec import decode, encode
from rulesets.core.engagements import (
    MAX_DISTANCE,
    PossibleResult,
    at_distance,
    barred,
    briefs_at,
    engagements,
    possible_results,
    side_of,
    unsuited,
)
from rulesets.core.forces.force import AnyGroup, NoSuchPart
from rulesets.core.play.blanks import BLANK, Viewer, entries_for
from rulesets.core.play.definition import REVEALS, Consequence, Engagement, units_on_table
from rulesets.core.play.guide import out_of_turn
from rulesets.core.play.matches import Match as MatchSetup
from rulesets.core.play.states import Side
from rulesets.core.play.tabletop import Measured
from rulesets.core.play.throws import MAX_DICE, Hand

ALONE: Final = "alone"
"""The parameter of what a unit does by itself."""
IN_SIGHT: Final = 3
"""Results in sight; the others unfold."""


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


@dataclass(frozen=True, slots=True)
class DistanceStep:
    """A distance to tap, whether it is the current one, and what the question's answer would be in brief."""

    distance: int
    chosen: bool
    brief: Brief | None


@dataclass(frozen=True)
class Engaged:
    """An engagement of two units as the page shows it.

    ``engagement`` is the one chosen of ``engagements``; it is ``None`` if one unit cannot engage the other, and
    ``unsuited`` says why. ``distance`` and ``conditions`` are visible, the rest of the ``form`` is folded. ``barred``
    says why the units may not do this now, if they may not, and ``out_of_turn`` why it is not the time for it;
    ``briefs`` are the answers at the distances to tap. With ``rolls`` the site can roll the dice. Against an opponent
    without a list there is no ``opposing`` unit: the form describes one by kind. ``measured`` is the distance on the
    map of units that both stand on it, and ``on_map`` are the names of what tells it for any target of the unit.
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
    rolls: bool = False
    barred: str = ""
    briefs: tuple[Brief | None, ...] = ()
    out_of_turn: Consequence | None = None
    measured: Measured | None = None
    on_map: tuple[str, ...] = ()

    @property
    def decided_by_throw(self) -> bool:
        """Whether rock, paper, scissors decides between its results."""
        return any(each.throw for each in self.results)

    @property
    def distance(self) -> BoundField | None:
        """The field of the distance."""
        return self._field(self.engagement.distance) if self.engagement and self.engagement.distance else None

    @property
    def steps(self) -> list[DistanceStep]:
        """The distances to tap."""
        value, steps = (
            str(self.distance.value()) if self.distance else "",
            self.engagement.steps if self.engagement else (),
        )
        briefs = self.briefs or (None,) * len(steps)
        return [DistanceStep(step, str(step) == value, brief) for step, brief in zip(steps, briefs, strict=True)]

    @property
    def conditions(self) -> list[BoundField]:
        """The other visible fields: the parts of a distance, then the conditions that matter for this pair.

        Fields of both units that have the same label say whose they are.
        """
        if self.engagement is None or self.form is None:
            return []
        paths = [path for path in self.engagement.fields if path != self.engagement.distance]
        fields = [field for path in paths if (field := self._field(path)) is not None]
        labels = Counter(self.form.fields[field.name].label for field in fields)
        for field in fields:
            if labels[field.field.label] > 1:
                field.label = self.form.full_labels[field.name]
        return fields

    @property
    def map_fields(self) -> list[str]:
        """The names of the fields that tell the distance on the map, for this target or another one."""
        paths = self.engagement.fields if self.engagement else ()
        return [form_name(path, PREFIX) for path in paths if path.rpartition(".")[2] in self.on_map]

    @property
    def mistakes(self) -> list[Mistake]:
        """The mistakes in the question."""
        return [] if self.form is None else list(mistakes_of(self.form, self.form.full_labels))

    def _field(self, path: str) -> BoundField | None:
        name = form_name(path, PREFIX)
        return self.form[name] if self.form is not None and name in self.form.fields else None


def side_for(loaded: AnyMatch, viewer: Viewer, side: int, holder: str) -> Side:
    """A unit as a side of a question; raises ``Http404`` for one that the viewer may not know."""
    if not viewer.knows(loaded.state, side, holder):
        raise Http404
    try:
        return side_of(viewer.deployed(loaded.state, side), holder)
    except NoSuchPart:
        raise Http404 from None


def engage(loaded: AnyMatch, viewer: Viewer, acting: int, own: str, opposing: str, data: Mapping[str, str]) -> Engaged:
    """The engagement of a unit of the ``acting`` side with one of the other side; ``data`` is the form data.

    With ``alone`` in it, what the unit does by itself. Raises ``Http404`` for units that are not in the match or that
    the viewer may not know.
    """
    unit, alone = side_for(loaded, viewer, acting, own), ALONE in data
    has_target = not alone and loaded.armies[1 - acting] is not None
    other = side_for(loaded, viewer, 1 - acting, opposing) if has_target else None
    names = name_for(loaded, viewer, acting, unit), name_for(loaded, viewer, 1 - acting, other) if other else ""
    ways = engagements(loaded.setup, loaded.ruleset.calculators, unit, other)
    if alone:
        ways = loaded.setup.play.actions(unit) if loaded.setup.play.actions else ()
    by_calculator = {each.calculator: each for each in ways}
    chosen = by_calculator.get(data.get("calculator", "")) or next(iter(by_calculator.values()), None)
    engaged = Engaged(unit, other, names, ways, chosen, on_map=_on_map(loaded, acting, unit) if other else ())
    if chosen is None:
        return engaged
    if (why := unsuited(loaded.ruleset.calculator(chosen.calculator), unit, other)) is not None:
        return replace(engaged, unsuited=why)
    return _ask(loaded, viewer, acting, engaged, data)


def _on_map(loaded: AnyMatch, acting: int, own: Side) -> tuple[str, ...]:
    """What tells the distance of a unit from targets on the map; empty unless it and one of the others stand on it."""
    tabletop, places = loaded.setup.play.tabletop, loaded.state.places[1 - acting]
    return tuple(tabletop.measure(0, 0).fields) if tabletop and places and loaded.state.place_of(acting, own) else ()


def sent_distance(data: Mapping[str, str]) -> int | None:
    """The distance that a panel was asked for; ``None`` where each question has its usual one."""
    # Browsers answer it too, without the settings that the site's own reading of numbers comes with.
    text = data.get("distance", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_DISTANCE)) else None


def name_for(loaded: AnyMatch, viewer: Viewer, side: int, unit: Side) -> str:
    """The number and name of a unit as a viewer may know it; that of its group where groups have the cards."""
    army = armies_for(loaded, viewer)[side]
    if army is None:
        return ""
    group, own = army.force.unit(unit.unit.id)
    if army.ruleset.group_card is not None:
        return group_name_for(loaded, viewer, side, group)
    return unit_label(army, group, own)


def known_entries(loaded: AnyMatch, viewer: Viewer) -> Iterator[Entry[Any]]:
    """The players' own entries that a question may offer the viewer: on the other side only those of known units."""
    for side, army in enumerate(loaded.armies):
        if army is not None:
            units = [unit for _, unit in army.force.units() if viewer.knows(loaded.state, side, unit.id)]
            yield from entries_for(army.force, units) if viewer.blanks(loaded.state, side) else army.force.entries


Asked = tuple[MatchSetup, Calculator[Any], Any, int, Side, Side | None, SolveContext]
"""A question with all that its results depend on."""


def asked(
    loaded: AnyMatch, viewer: Viewer, acting: int, own: str, opposing: str, data: Mapping[str, str]
) -> Asked | None:
    """The question of a form about these units; ``None`` where it has no answer. Raises ``Http404`` as ``engage``."""
    engaged = engage(loaded, viewer, acting, own, opposing, data)
    if engaged.engagement is None or engaged.form is None or engaged.answer is None:
        return None
    solver = loaded.ruleset.calculator(engaged.engagement.calculator)
    question, context = engaged.form.spec(), context_for(loaded, viewer, acting)
    return loaded.setup, solver, question, acting, engaged.own, engaged.opposing, context


def context_for(loaded: AnyMatch, viewer: Viewer, acting: int) -> SolveContext:
    """What questions of the ``acting`` side are answered from: entries that the viewer knows, and its house rules."""
    house = (loaded.armies[acting] or loaded.armies[0]).context.house
    return SolveContext(loaded.ruleset.catalogue.with_entries(known_entries(loaded, viewer)), house.untraced)


def _ask(loaded: AnyMatch, viewer: Viewer, acting: int, engaged: Engaged, data: Mapping[str, str]) -> Engaged:
    """The engagement with its form and, if that is valid, its answer and results."""
    engagement = engaged.engagement
    assert engagement is not None  # noqa: S101
    setup, calculator = loaded.setup, loaded.ruleset.calculator(engagement.calculator)
    context = context_for(loaded, viewer, acting)
    catalogue, house = context.catalogue, context.house
    initial = calculator.prefill(engaged.own, engaged.opposing) if calculator.prefill else {}
    if engaged.opposing and (measured := setup.measured(loaded.state, acting, engaged.own, engaged.opposing)):
        # A fraction belongs to the distance that it was measured with.
        is_said = form_name(engagement.distance, PREFIX) in data
        told = replace(engagement, parts="") if is_said else engagement
        initial = encode(at_distance(decode(calculator.question, initial), told, measured))
        engaged = replace(engaged, measured=measured)
    layouts, in_sight = layouts_of(loaded.ruleset), engagement.fields
    form = form_for(calculator.question, catalogue, data, initial, PREFIX, apart=in_sight, layouts=layouts)
    engaged = replace(engaged, form=form)
    if not form.is_valid():
        return engaged
    question, units = form.spec(), (engaged.own, engaged.opposing)
    try:
        answer = calculator.ask(question, catalogue, house)
        results = possible_results(setup, calculator, question, acting, *units, context)
    except QuestionError as error:
        form.refuse(error.field, error.message)
        return engaged
    why_not = barred(setup, calculator, question, *units)
    buttons = tuple(_button(acting, each) for each in _likeliest_first(results))
    early = None if why_not else out_of_turn(setup, loaded.state, acting, engaged.own, calculator.slug)
    steps = engagement.steps if engagement.distance else ()
    briefs = briefs_at(calculator, _stepped(setup, engaged, question, data), context, engagement.distance, steps)
    rolls = calculator.roll is not None and bool(results)
    return replace(
        engaged, answer=answer, results=buttons, rolls=rolls, barred=why_not, briefs=tuple(briefs), out_of_turn=early
    )


def _stepped(setup: MatchSetup, engaged: Engaged, question: Any, data: Mapping[str, str]) -> Any:
    """The question that a tap on a distance asks: without the fraction of the one that was measured."""
    way, tabletop = engaged.engagement, setup.play.tabletop
    if way is None or tabletop is None or engaged.measured is None or form_name(way.parts, PREFIX) in data:
        return question
    return at_distance(question, replace(way, distance="", conditions=()), tabletop.measure(0, 0))


def _likeliest_first(results: Sequence[PossibleResult]) -> list[PossibleResult]:
    """The results with the likeliest in front, as many as are in sight; unchanged where the odds are not known."""
    chances = {place: each.odds.worse + each.odds.better for place, each in enumerate(results) if each.odds}
    if len(chances) < len(results) or any(each.result.throw for each in results):
        return list(results)
    likeliest = sorted(chances, key=lambda place: -chances[place])[:IN_SIGHT]
    return [results[place] for place in (*likeliest, *(each for each in chances if each not in likeliest))]


def _button(acting: int, possible: PossibleResult) -> ResultButton:
    result = possible.result
    throw = result.throw.value if result.throw else ""
    event = json.dumps({"acting": acting, **possible.event})
    return ResultButton(result.label, result.tone.value, event, throw, result.part)


@dataclass(frozen=True, slots=True)
class TargetChoice:
    """A unit of the other side to choose: the id by which the viewer knows it, its name, and its symbol.

    ``short`` is the name without the place in the army.
    """

    holder: str
    name: str
    short: str = ""
    symbol: Symbol | None = None

    @property
    def place(self) -> str:
        """The place in the army alone, to tell units of one name apart."""
        return self.name.removeprefix(self.short).removeprefix(" · ")


def targets(loaded: AnyMatch, viewer: Viewer, side: int) -> list[tuple[str, list[TargetChoice]]]:
    """The units of a side that are in play and not inside another, by group, and its blanks.

    Where groups have the cards, each is a single target, named by its first unit.
    """
    state, army = loaded.state, armies_for(loaded, viewer)[side]
    if army is None:
        return []
    deployed = viewer.deployed(state, side)
    present = {each.unit.id for each in units_on_table(loaded.setup.play, deployed)} if deployed else set[str]()
    groups = [
        (group_name_for(loaded, viewer, side, group), _choices(army, group, present)) for group in army.force.groups
    ]
    if army.ruleset.group_card is not None:
        whole = [replace(choices[0], name=name, short=name) for name, choices in groups if choices]
        groups = [(army.ruleset.words.groups.capitalize(), whole)]
    blanks = [TargetChoice(f"{BLANK}{number}", f"Blank ?{number}") for number in viewer.blanks(state, side)]
    return [(name, choices) for name, choices in (*groups, ("Blanks", blanks)) if choices]


def _choices(army: LoadedArmy, group: AnyGroup, present: Set[str]) -> list[TargetChoice]:
    units = [unit for unit in group.units if unit.id in present]
    rows = [army.ruleset.row(unit, group, army.context) for unit in units]
    return [
        TargetChoice(unit.id, unit_label(army, group, unit), row.title, row.symbol)
        for unit, row in zip(units, rows, strict=True)
    ]


def reveal_event(acting: int, own: str, blank: str) -> str:
    """The event, as JSON, that asks the other side to reveal one of its blanks."""
    change = replace(REVEALS, holder=blank, side=1 - acting)
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
    unit = side_for(loaded, viewer, acting, own)
    engaged = None if blank else engage(loaded, viewer, acting, own, opposing, data)
    sides = ((acting, unit), (1 - acting, engaged.opposing if engaged else None))
    carriers = ((side, each, loaded.setup.play.aboard(each)) for side, each in sides if each)
    return {
        "address": address,
        "path": path,
        "ruleset": loaded.ruleset,
        "own": own,
        "opposing": opposing,
        "alone": ALONE in data,
        "acting": acting,
        "armies": f"army.own={acting}:{own}" + (f"&army.opposing={1 - acting}:{opposing}" if opposing else ""),
        "several": f"{path}?side={acting}&opposing={opposing}&units={own}&distance=",
        "own_name": name_for(loaded, viewer, acting, unit),
        "aboard": [(name_for(loaded, viewer, side, each), carrier) for side, each, carrier in carriers if carrier],
        "plays": viewer.side is not None,
        "play": loaded.setup.play,
        "hands": [(hand.value, hand.label) for hand in Hand],
        "max_dice": MAX_DICE,
        "engaged": engaged,
        "targets": [] if ALONE in data else targets(loaded, viewer, 1 - acting),
        "reveal": reveal_event(acting, own, opposing),
        "working": working_of(loaded.ruleset, engaged.answer) if engaged else None,
        "layout": layout_of(engaged.answer) if engaged and engaged.answer else None,
    }
