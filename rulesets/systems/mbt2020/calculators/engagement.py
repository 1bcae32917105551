"""The engagement calculator: one stand against another, with all of its working.

It is one module because each step of the working builds on the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Annotated, Any, Final

from rulesets.core.calculators import (
    Answer,
    Brief,
    Calculator,
    Chart,
    Outcome,
    Prospect,
    Result,
    SolveContext,
    Step,
    percent,
)
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.definition import REVEALS
from rulesets.core.play.states import Change, Side
from rulesets.core.play.throws import ThrowOutcome
from rulesets.core.tables import Table, Tone, table
from rulesets.core.wording import count_of, either, phrases

from .. import tables
from ..catalogue import catalogue_of
from ..eligibility import (
    ON_GROUND,
    Restriction,
    arcs_of,
    bound_to_bghq,
    is_jammed,
    leaves_after_engaging,
    needs_sight,
    range_divisor,
    restrictions_on,
)
from ..engagement import (
    FACTOR_WHEN,
    Throw,
    Verdict,
    engage,
    factor_shift,
    idle,
    judge,
    side_arc_note,
)
from ..engagement_state import Arc, Combatant, Conditions, Going, Light, State, Turn
from ..house_rules import WORDS, house_of
from ..legality import grade_of, is_mixed
from ..movement import move_of, repulse_move
from ..ranges import full_range, inches, targets_of
from ..readings import readings_of
from ..results_tables import results_by_throw
from ..tracks import ENGAGED, FIRED, STATE, WAS_REPULSED, answered_by_batteries, mode_now, state_now
from ..units import GeneralClass, Mode, Posture, StandKind, kind_of
from .stand_fields import (
    StandFields,
    conditions_data,
    kind_choices,
    not_in_play,
    read_fighter,
    stand_data,
)

THROWS: Final = ("win", "draw", "lose")
OUTCOMES: Final = (ThrowOutcome.WIN, ThrowOutcome.DRAW, ThrowOutcome.LOSE)
THIRD: Final = Fraction(1, len(THROWS))
"""The chance of each outcome of rock, paper, scissors."""

HARM: Final[Mapping[State, int]] = {
    State.OK: 0,
    State.PINNED: 1,
    State.REPULSED: 2,
    State.LEFT: 3,
    State.NEUTRALISED: 3,
}
"""The severity of each state, for weighing prospects."""

STATE_TONES: Final = {
    State.OK: Tone.PLAIN,
    State.PINNED: Tone.FAIR,
    State.REPULSED: Tone.FAIR,
    State.LEFT: Tone.STRONG,
    State.NEUTRALISED: Tone.STRONG,
}
"""How bold the states are drawn: they are the target's as well as your stand's, so none is good or bad."""


def distance_words(conditions: Conditions) -> str:
    """The distance between the stands in words."""
    return f"at {conditions.away}" if conditions.quarters else f"in {conditions.away}"


_WORKING: Final = WORDS.sentences(
    "working",
    *("role", "target", "targets", "arcs", "distance", "near", "range", "causes", "own", "opposing", "right", "left"),
)
_BACK: Final = WORDS.sentences("back", "role", "target", "range", "seen")
_NOTES: Final = WORDS.sentences("engagement_notes", "distance", "shift", "values")
_IDLE: Final = WORDS.sentences("idle")

LIGHT_WORDS: Final = {Light.DAY: "by day", Light.TWILIGHT: "at dusk or dawn", Light.NIGHT: "by night"}


def conditions_assumed(conditions: Conditions, *, on_ground: bool = True) -> tuple[str, ...]:
    """The ground, light and weather of an engagement in short phrases; a target not ``on_ground`` has no going."""
    target = "target in a built-up area" if conditions.target_built_up else f"target in {Going.BAD.label}"
    hindered = conditions.target_built_up or conditions.target_going is Going.BAD
    dark = conditions.light is not Light.DAY
    return phrases(
        distance_words(conditions),
        LIGHT_WORDS[conditions.light],
        "in adverse weather" * conditions.awc,
        "" if conditions.line_of_sight else "line of sight blocked",
        (target if hindered else "target in the open") * on_ground,
        f"your stand in {Going.BAD.label}" * (conditions.own_going is Going.BAD),
        "friendly INFANTRY near the target" * conditions.target_supported,
        "target near ECM" * conditions.target_near_ecm,
        "target illuminated" * (dark and conditions.target_illuminated),
        "your stand illuminated" * (dark and conditions.own_illuminated),
    )


def engagement_assumed(question: Engagement, own: Combatant, opposing: Combatant) -> tuple[str, ...]:
    """The conditions that matter to these two stands, the facing of ARMOUR, and states other than unharmed."""
    turn = question.turn
    armour = opposing.kind.general_class is GeneralClass.ARMOUR
    conditions = replace(
        question.conditions,
        target_supported=question.conditions.target_supported and armour and own.kind.posture is Posture.INFANTRY,
        target_near_ecm=question.conditions.target_near_ecm and is_jammed(opposing.kind),
    )
    states = (("your stand", own.state), ("target", opposing.state))
    return phrases(
        *conditions_assumed(conditions, on_ground=opposing.kind.general_class in ON_GROUND),
        f"engaged on its {turn.facing.label}" * (armour and turn.facing is not Arc.FRONT),
        f"target to the {turn.target_arc.label}" * (turn.target_arc is not Arc.FRONT),
        *(f"{name} {state.label}" for name, state in states if state is not State.OK),
    )


@dataclass(frozen=True, slots=True)
class Engagement:
    """May your stand engage the other, and what does each throw do?"""

    own: Annotated[StandFields, Ask("Your stand", "The stand that engages")] = field(default_factory=StandFields)
    opposing: Annotated[StandFields, Ask("Opposing stand")] = field(default_factory=StandFields)
    conditions: Annotated[Conditions, Ask("Ground, light and weather")] = field(default_factory=Conditions)
    turn: Annotated[Turn, Ask("Facing and turn")] = field(default_factory=Turn)


def prospects(verdict: Verdict, own: State, opposing: State) -> Tone:
    """Whether an engagement harms the opposing stand more (good), as much (fair) or less (bad) than yours."""
    if not verdict.allowed:
        return Tone.MUTED
    return _tone(sum(_balance(throw, own, opposing) for throw in verdict.throws))


def _tone(balance: int) -> Tone:
    return Tone.GOOD if balance > 0 else Tone.FAIR if balance == 0 else Tone.BAD


def _balance(throw: Throw, own: State, opposing: State) -> int:
    """How much more one throw harms the opposing stand than yours."""
    return (HARM[throw.opposing] - HARM[opposing]) - (HARM[throw.own] - HARM[own])


def solve(question: Engagement, context: SolveContext) -> Answer:
    """Judge the engagement and show the working."""
    own = read_fighter(question.own, context.catalogue, "own")
    opposing = read_fighter(question.opposing, context.catalogue, "opposing")
    readings = readings_of(context.house)
    verdict = engage(own, opposing, question.conditions, question.turn, context.house, readings)
    unused_notes = idle_notes([(own.kind, opposing.kind)], question.conditions, question.turn, context.house)
    assumed = engagement_assumed(question, own, opposing)
    restrictions = list(_restriction_steps(own.kind, opposing.kind, question, context.house, verdict))
    if not verdict.allowed:
        reasons = [step.reason for step in restrictions if step.tone is Tone.BAD]
        headline = f"Not allowed: {', and '.join(reasons)}."
        return Answer(headline, Tone.BAD, tuple(restrictions), notes=unused_notes, assumed=assumed)
    return Answer(
        _headline(verdict, own, opposing),
        prospects(verdict, own.state, opposing.state),
        (
            *restrictions,
            _mutual_step(own.kind, opposing.kind, question.conditions, context.house, verdict),
            *(_factor_step(factor, own, opposing, question.conditions, context.house) for factor in verdict.factors),
            _column_step(verdict, context.house),
        ),
        (
            _states("Opposing stand", [throw.opposing for throw in verdict.throws]),
            _states("Your stand", [throw.own for throw in verdict.throws]),
        ),
        (_throws_table(verdict), results_by_throw(verdict.mutual, readings, verdict.shift)),
        (*_notes(verdict, own.kind, opposing.kind, question.turn, context.house), *unused_notes),
        assumed=assumed,
        table_first=True,
    )


_LETTERS: Final = {
    State.OK: "ok",
    State.PINNED: "P",
    State.REPULSED: "R",
    State.LEFT: "R",
    State.NEUTRALISED: "N",
}
"""The states that throws lead to, in short; a flight that is Repulsed has left."""


def brief(question: Engagement, context: SolveContext) -> Brief:
    """What each result does to the opposing stand, and to yours where it changes."""
    own = read_fighter(question.own, context.catalogue, "own")
    opposing = read_fighter(question.opposing, context.catalogue, "opposing")
    verdict = judge(own, opposing, question.conditions, question.turn, readings_of(context.house))
    if not verdict.allowed:
        steps = _restriction_steps(own.kind, opposing.kind, question, context.house, verdict)
        return Brief("; ".join(step.reason for step in steps if step.tone is Tone.BAD), "no", refused=True)
    endings = tuple(
        Prospect(
            f"If you {word},", f"{_ending(throw, own, opposing)}.", _tone(_balance(throw, own.state, opposing.state))
        )
        for word, throw in zip(THROWS, verdict.throws, strict=True)
    )
    balance = sum(_balance(throw, own.state, opposing.state) for throw in verdict.throws)
    return Brief(
        in_sentences(verdict, own, opposing),
        " ".join(_LETTERS[throw.opposing] for throw in verdict.throws),
        (THIRD * balance,),
        _tone(balance),
        in_vain=all((each.own, each.opposing) == (own.state, opposing.state) for each in verdict.throws),
        prospects=endings,
    )


def in_sentences(verdict: Verdict, own: Combatant, opposing: Combatant) -> str:
    """What each result of an allowed engagement does, in a sentence each."""
    endings = zip(THROWS, verdict.throws, strict=True)
    return " ".join(f"If you {word}, {_ending(throw, own, opposing)}." for word, throw in endings)


def _ending(throw: Throw, own: Combatant, opposing: Combatant) -> str:
    own_changes, target_changes = throw.own is not own.state, throw.opposing is not opposing.state
    if own_changes and target_changes and throw.own is throw.opposing:
        return "both leave the table" if throw.own is State.LEFT else f"both are {throw.own.label}"
    target = f"the target {_becoming(throw.opposing, opposing.state)}" * (target_changes or not own_changes)
    yours = f"your stand {_becoming(throw.own, own.state)}" * own_changes
    return " and ".join(phrases(target, yours))


def _becoming(state: State, before: State) -> str:
    if state is State.LEFT:
        return "leaves the table"
    return f"{'stays' if state is before else 'is'} {state.label}"


def _headline(verdict: Verdict, own: Combatant, opposing: Combatant) -> str:
    kind = "Mutual" if verdict.mutual else "Unilateral"
    target = _changes([throw.opposing for throw in verdict.throws], opposing.state)
    mine = _changes([throw.own for throw in verdict.throws], own.state)
    if verdict.mutual and not verdict.shift and target == mine:
        return f"Even fight: each stand {mine}."
    return f"{kind}, {column_name(verdict.shift)}: the target {target}. Your stand {mine}."


def _changes(states: list[State], before: State) -> str:
    changed = [state for state in reversed(State) if state is not before and state in states]
    if not changed:
        return "is safe" if before is State.OK else f"stays {before.label}"
    if states.count(changed[0]) == len(states):
        return "always leaves the table" if changed[0] is State.LEFT else f"is always {changed[0].label}"
    chances = (f"a {states.count(state)} in 3 chance of {_being(state)}" for state in changed)
    return f"has {' and '.join(chances)}"


def _being(state: State) -> str:
    return "leaving the table" if state is State.LEFT else f"being {state.label}"


def column_name(shift: int) -> str:
    """The name of a column: ``middle column``, ``1 column left``."""
    if not shift:
        return "middle column"
    return f"{count_of(abs(shift), 'column')} {'right' if shift > 0 else 'left'}"


# --- the working ---------------------------------------------------------------------------------------


def _restriction_steps(
    own: StandKind, opposing: StandKind, question: Engagement, house: HouseRules, verdict: Verdict
) -> Iterator[Step]:
    conditions, turn, readings = question.conditions, question.turn, readings_of(house)
    reach = full_range(own, opposing, readings)
    if reach is None:
        yield _obstacle("Engagement", "Who may engage whom", _never(own, opposing, house))
    else:
        against = _WORKING["against"](house, role=_role(own), target=_target(opposing))
        yield Step("Engagement", "Full range", inches(reach), against)
        yield from _range_steps(reach, conditions, house, Restriction.RANGE in verdict.closed)
    if Restriction.WEATHER in verdict.closed:
        yield _obstacle("AWC", "Weather", _WORKING["weather"](house))
    if not conditions.line_of_sight and reach is not None:
        yield _sight_step(own, opposing, conditions, house)
    arcs = arcs_of(own, readings)
    named = {"role": _role(own), "arcs": either(arc.label for arc in arcs)}
    if turn.target_arc not in arcs:
        yield _obstacle("Arcs", "Arc", _WORKING["to_other_arcs"](house, **named))
    elif len(arcs) < len(type(turn.target_arc)):
        yield Step("Arcs", "Arc", turn.target_arc.label, _WORKING["to_arcs"](house, **named), Tone.GOOD)
    if bound_to_bghq(own, opposing, turn, readings):
        near = _WORKING["own_bghq" if turn.mixed_group else "any_bghq"](house)
        if Restriction.BGHQ in verdict.closed:
            yield _obstacle("MBT-08", "BGHQ", _WORKING["far_from_bghq"](house, distance=turn.bghq_distance, near=near))
        else:
            reason = _WORKING["near_bghq"](house, near=near)
            yield Step("MBT-08", "BGHQ", f"{turn.bghq_distance}″", reason, Tone.GOOD)
    if own.posture is Posture.CBA:
        if Restriction.ENGAGED in verdict.closed:
            yield _obstacle("Turn sequence", "Counter-battery", _WORKING["not_engaged"](house))
        else:
            yield Step("Turn sequence", "Counter-battery", "yes", _WORKING["engaged"](house), Tone.GOOD)


def _obstacle(rule: str, label: str, reason: str) -> Step:
    """A step that forbids the engagement."""
    return Step(rule, label, "no", reason, Tone.BAD)


def _never(own: StandKind, opposing: StandKind, house: HouseRules) -> str:
    targets = targets_of(own.posture, own.rank, readings_of(house))
    if not targets:
        return _WORKING["nothing"](house, role=_role(own))
    ranges = "; ".join(f"{who} {how_far}" for who, how_far in targets)
    return _WORKING["others"](house, role=_role(own), target=_target(opposing), targets=ranges)


def _role(kind: StandKind) -> str:
    by_rank = kind.posture in (Posture.INFANTRY, Posture.OTF)
    role = "" if kind.posture in (Posture.INFANTRY, Posture.ARMOUR) else f" {kind.posture.label}"
    return f"{kind.sub_class}{role}" if by_rank else kind.posture.label


def _target(kind: StandKind) -> str:
    return f"{kind.mode.label} {kind.posture.label}"


def _range_steps(reach: int, conditions: Conditions, house: HouseRules, too_far: bool) -> Iterator[Step]:
    divisor = range_divisor(conditions, conditions.target_illuminated, readings_of(house))
    dark = conditions.light is not Light.DAY
    if dark and conditions.target_illuminated:
        yield Step("Illumination", "Light", "as by day", _WORKING["illuminated"](house))
    if divisor > 1 and reach < tables.ANY:
        causes = [conditions.light.label] if dark and not conditions.target_illuminated else []
        causes += ["adverse weather"] if conditions.awc else []
        reason = _WORKING["quarter" if divisor == 4 else "half"](house, causes=" and ".join(causes))
        yield Step("Night, AWC", "Range now", inches(reach, divisor), reason)
    distance, tone = conditions.away, Tone.BAD if too_far else Tone.GOOD
    within = _WORKING["beyond" if too_far else "within"](house, distance=distance, range=inches(reach, divisor))
    reason = within if reach < tables.ANY else "at any range"
    yield Step("Engagement", "Distance", distance, reason, tone)


def _sight_step(own: StandKind, opposing: StandKind, conditions: Conditions, house: HouseRules) -> Step:
    if not needs_sight(own, opposing, readings_of(house)):
        against = _WORKING["against"](house, role=_role(own), target=_target(opposing))
        return Step("Terrain", "Line of sight", "not needed", against, Tone.GOOD)
    if not conditions.quarters:
        return Step("Terrain", "Line of sight", "in contact", _WORKING["sight_in_contact"](house), Tone.GOOD)
    return _obstacle("Terrain", "Line of sight", _WORKING["sight_blocked"](house))


def _mutual_step(
    own: StandKind, opposing: StandKind, conditions: Conditions, house: HouseRules, verdict: Verdict
) -> Step:
    readings = readings_of(house)
    back = full_range(opposing, own, readings)
    divisor = range_divisor(conditions, conditions.own_illuminated, readings)
    if verdict.mutual:
        said = "mutual_at_any_range" if back == tables.ANY else "mutual"
    else:
        restricted = restrictions_on(opposing, own, conditions.own_illuminated, conditions, readings)
        said = next(restricted, Restriction.KIND).value
    # What may be engaged back has been judged; whether its reading mattered is recorded there.
    reason = _BACK[said](
        house.untraced,
        role=_role(opposing),
        target=_target(own),
        range=inches(back or 0, divisor),
        seen=_role(own),
    )
    return Step("Engagement", "Kind of engagement", "mutual" if verdict.mutual else "unilateral", reason)


def _slow(own: Combatant, opposing: Combatant, conditions: Conditions, house: HouseRules) -> str:
    causes = [opposing.kind.mode.label] if opposing.kind.mode in (Mode.FAST, Mode.STATIC) else []
    if conditions.target_built_up:
        causes.append("in a built-up area")
    elif conditions.target_going is Going.BAD:
        causes.append("in bad going")
    return _WORKING["slow"](house, causes=" and ".join(causes))


def _ranks(own: Combatant, opposing: Combatant, conditions: Conditions, house: HouseRules) -> str:
    above = tables.RANK_ORDER[own.kind.rank] > tables.RANK_ORDER[opposing.kind.rank]
    said = _WORKING["ranks_above" if above else "ranks_below"]
    return said(house, own=own.kind.sub_class, opposing=opposing.kind.sub_class)


def _grades(own: Combatant, opposing: Combatant, conditions: Conditions, house: HouseRules) -> str:
    return _WORKING["grades"](house, own=own.grade.label, opposing=opposing.grade.label)


_REASONS: Final[Mapping[str, Callable[[Combatant, Combatant, Conditions, HouseRules], str]]] = {
    "F1": _ranks,
    "F2": _grades,
    "F4": _slow,
    "F6": _ranks,
    "F9": _slow,
}
"""The reasons of factors that mention these stands; the other factors say when they count."""


def _factor_step(
    factor_id: str, own: Combatant, opposing: Combatant, conditions: Conditions, house: HouseRules
) -> Step:
    shift = factor_shift(factor_id, readings_of(house))
    reason_for = _REASONS.get(factor_id)
    reason = FACTOR_WHEN[factor_id](house) if reason_for is None else reason_for(own, opposing, conditions, house)
    return Step(factor_id, "Factor", tables.column_text(shift), reason, Tone.GOOD if shift > 0 else Tone.BAD)


def _column_step(verdict: Verdict, house: HouseRules) -> Step:
    readings = readings_of(house)
    right = sum(max(0, factor_shift(factor, readings)) for factor in verdict.factors)
    said = "limited" if verdict.total != verdict.shift else "column" if verdict.factors else "no_factor"
    reason = _WORKING[said](house, right=right, left=right - verdict.total)
    return Step("Tactical factors", "Column", tables.column_text(verdict.shift), reason)


# --- what may happen -----------------------------------------------------------------------------------


def _states(title: str, states: list[State]) -> Chart:
    outcomes = (
        Outcome(state.label, THIRD * states.count(state), STATE_TONES[state]) for state in State if state in states
    )
    return Chart(title, tuple(outcomes))


def _throws_table(verdict: Verdict) -> Table:
    rows: list[tuple[object, ...]] = []
    for word, throw in zip(THROWS, verdict.throws, strict=True):
        marks = throw.result
        rows.append((f"You {word}", _becomes(marks.opposing, throw.opposing), _becomes(marks.own, throw.own)))
    return table(
        f"Rock, paper, scissors: what each result does, {percent(THIRD)} each",
        "Result | Target | Your stand",
        rows,
        "A stand’s state counts, so P makes a Pinned stand Repulsed.",
    )


def _becomes(mark: str, state: State) -> str:
    return state.label if mark == "-" else f"{mark}: {state.label}"


def idle_notes(
    pairs: Iterable[tuple[StandKind, StandKind]], conditions: Conditions, turn: Turn, house: HouseRules
) -> tuple[str, ...]:
    """Notes of the values that change nothing, for all or for some of these pairs of stands."""
    idle_by_pair = [tuple(idle(own, opposing, conditions, turn)) for own, opposing in pairs]
    notes = []
    idle_values = list(dict.fromkeys(value for each in idle_by_pair for value in each))
    for for_all, said in ((True, "idle_for_all"), (False, "idle_for_some")):
        matching = [value for value in idle_values if all(value in each for each in idle_by_pair) is for_all]
        if matching:
            notes.append(_NOTES[said](house, values=", ".join(_IDLE[value](house) for value in matching)))
    return tuple(notes)


def _notes(verdict: Verdict, own: StandKind, opposing: StandKind, turn: Turn, house: HouseRules) -> Iterator[str]:
    ends = (
        (opposing, "opposing_repulsed", {throw.opposing for throw in verdict.throws}),
        (own, "own_repulsed", {throw.own for throw in verdict.throws}),
    )
    for kind, said, states in ends:
        move = move_of(kind, house) if State.REPULSED in states else None
        if move is not None:
            yield _NOTES[said](house, distance=repulse_move(move, house))
    if opposing.general_class is GeneralClass.ARMOUR and turn.facing is Arc.SIDE:
        yield side_arc_note(house.untraced)
    if own.posture is Posture.CAS:
        yield _NOTES["flight_leaves" if leaves_after_engaging(own) else "flight_stays"](house)
    if own.posture is Posture.OTF:
        yield _NOTES["fired"](house)
    if "F12" in verdict.factors:
        yield _NOTES["ecm"](house)
    yield _NOTES["one_target"](house)
    if verdict.mutual:
        yield _NOTES["mutual"](house)


def prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    """The two stands of loaded armies as they are now, light and weather; for CBA, whether the target engaged."""
    turn = {"mixed_group": is_mixed(own.group, catalogue_of(own.force))}
    data: dict[str, Any] = {"own": stand_data(own), "turn": turn}
    if conditions := conditions_data(own):
        data["conditions"] = conditions
    if opposing is not None:
        data["opposing"] = stand_data(opposing)
        if opposing.deployed is not None and own.unit.spec.posture is Posture.CBA:
            turn["target_engaged"] = bool(opposing.state.count(FIRED))
    return data


def choices(question: Engagement, catalogue: Catalogue) -> dict[str, tuple[str, ...]]:
    """The postures and modes of both stands."""
    return kind_choices("own", question.own, catalogue) | kind_choices("opposing", question.opposing, catalogue)


def combatant_of(side: Side) -> Combatant | None:
    """A stand in play as it is now; ``None`` for one with only a name and a class."""
    catalogue = catalogue_of(side.force)
    kind = kind_of(side.unit.spec, catalogue)
    if kind is None:
        return None
    grade = grade_of(side.group, side.force.spec, catalogue, house_of(side.force))
    mode = mode_now(side.unit.spec, side.state)
    return Combatant(kind._replace(mode=mode), grade, state_now(side.state, kind))


def results(question: Engagement, own: Side, opposing: Side | None, context: SolveContext) -> tuple[Result, ...]:
    """The result of each throw for both stands; empty where the engagement is not allowed.

    Engaging reveals a stand, and so does being engaged. AMB-54 decides whether both have then engaged.
    """
    mine = read_fighter(question.own, context.catalogue, "own")
    theirs = read_fighter(question.opposing, context.catalogue, "opposing")
    verdict = judge(mine, theirs, question.conditions, question.turn, readings_of(context.house))
    if not verdict.allowed:
        return ()
    own_changes = _has_engaged(mine.kind)
    both = verdict.mutual and context.house.on("mutual_engages_both")
    answered = _has_engaged(theirs.kind) if both else ()
    possible = []
    for outcome, throw in zip(OUTCOMES, verdict.throws, strict=True):
        balance = _balance(throw, mine.state, theirs.state)
        possible.append(
            Result(
                f"{outcome.label}: target {throw.opposing.label}, your stand {throw.own.label}",
                (*own_changes, *_reveal(own), *_now(throw.own, mine.state, own)),
                (*answered, *_reveal(opposing), *_now(throw.opposing, theirs.state, opposing)) if opposing else (),
                Tone.GOOD if balance > 0 else Tone.BAD if balance < 0 else Tone.PLAIN,
                outcome,
                chance=Fraction(1, len(OUTCOMES)),
                worth=balance,
            )
        )
    return tuple(possible)


def _has_engaged(kind: StandKind) -> tuple[Change, ...]:
    engaged = Change(ENGAGED, box=ENGAGED)
    return (engaged, Change(FIRED, box=FIRED)) if answered_by_batteries(kind) else (engaged,)


def _reveal(side: Side) -> Iterator[Change]:
    if side.hidden:
        yield REVEALS


def _now(after: State, before: State, side: Side) -> Iterator[Change]:
    if after is not before:
        yield Change(STATE, box=after.value, seen=side.state.key(STATE))
        if before is State.REPULSED and side.state.track(WAS_REPULSED) is not None:
            yield Change(WAS_REPULSED, box=WAS_REPULSED)


STEPS: Final = (0, 2, 4, 6, 8, 12, 18, 24, 36)
"""Inches to the target in the chart of odds against distance."""

CALCULATOR: Final = Calculator(
    "engagement",
    "Engagement",
    "Can this stand engage that one, and what does each result do?",
    Engagement,
    solve,
    prefill=prefill,
    choices=choices,
    unsuited=not_in_play,
    results=results,
    brief=brief,
    distance="conditions.distance",
    steps=STEPS,
    short_means=(
        "What becomes of the target if you win, draw or lose: N neutralised, R Repulsed, P Pinned, ok unharmed. "
        "It is favourable if the target is harmed more than your stand, and even if both are harmed alike"
    ),
)
