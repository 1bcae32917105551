"""A unit fires at, or flees from, an enemy that moves near it (optional rules)."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

from rulesets.core.calculators import (
    Answer,
    Brief,
    Calculator,
    Chart,
    OneOutcome,
    Outcome,
    QuestionError,
    Result,
    SolveContext,
    Step,
    percent,
    refusal,
)
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Ask
from rulesets.core.play.states import Side
from rulesets.core.tables import Tone
from rulesets.core.wording import count_of

from ..command.command_value import (
    FRESH,
    CommandState,
    CommandTest,
    check_strength,
    command_modifiers,
    roll_words,
    state_assumed,
    state_of,
)
from ..command.reactions import Reaction, reaction
from ..fire.consequences import Consequences, consequences
from ..fire.shooting import (
    SHOOTERS,
    TARGET,
    Target,
    aim_at,
    at_vehicle,
    check_target,
    firing_prefill,
    no_shot,
    volley_answer,
    volley_assumed,
)
from ..fire.shots import MAX_INCHES, NEAR_STEPS, FireMode, Shooters
from ..modifiers import modified, working
from ..results import firing_changes, if_likely, volley_results
from ..tables import REACTION_RANGE, Stance
from ..tracks import COVERED, COVERING, REACTED, current, stand_up


@dataclass(frozen=True, slots=True)
class ReactionTest:
    """Does the unit react to an enemy that moves near it?"""

    distance: Annotated[int, Ask("Distance", unit="″", min=0, max=MAX_INCHES)] = 10
    unit: Annotated[CommandState, Ask("Unit that may react")] = FRESH
    shooters: Annotated[Shooters, Ask("Its fire")] = SHOOTERS
    target: Annotated[Target, Ask("Moving unit")] = TARGET
    melee_only: Annotated[bool, Ask("Has no ranged weapon", "Such a unit may charge instead of firing.")] = False
    covering: Annotated[bool, Ask("Is on covering fire")] = False
    tested: Annotated[bool, Ask("Has tested, reacted or fled this turn")] = False


def _not_eligible(question: ReactionTest) -> Answer | None:
    if question.distance > REACTION_RANGE:
        return refusal("No test: too far away", "Reaction Test", "Distance", f"over {REACTION_RANGE}″")
    if question.shooters.stance is Stance.HIDING:
        return refusal("No test: hiding units do not react", "FOW-P13", "Hiding", "no test")
    if question.tested:
        return refusal("No test: already tested this turn", "FOW-P12", "Has tested this turn", "no test")
    if question.covering:
        return Answer(
            "No test needed: it is on covering fire",
            Tone.GOOD,
            (Step("§40", "Covering fire", "shoots without a test"),),
        )
    return None if question.melee_only else no_shot(question.shooters, question.target.engaged)


def _firing(question: ReactionTest) -> Shooters:
    """The unit that fires, with the D-markers of its test and no more figures than it has left."""
    markers, entered_markers, figures_left = question.unit.markers, question.shooters.markers, question.unit.now
    if entered_markers not in (0, markers):
        raise QuestionError(
            "shooters.markers",
            f"The unit carries {count_of(markers, 'D-marker')}. Enter the same number, or 0 to use it.",
        )
    if question.shooters.figures > figures_left:
        raise QuestionError(
            "shooters.figures", f"The unit has {count_of(figures_left, 'figure')} left, so no more can fire."
        )
    return replace(question.shooters, markers=markers)


@dataclass(frozen=True, slots=True)
class ReactionOutcome:
    """What comes of a reaction test: its chances, and the fire of a unit that has any and may fire."""

    chances: Reaction
    volley: Consequences | None


def _outcome(question: ReactionTest, context: SolveContext) -> ReactionOutcome | Answer:
    unit, house = question.unit, context.house
    check_strength(unit)
    check_target(question.target)
    shooters = _firing(question)
    refused = _not_eligible(question)
    if refused is not None:
        return refused
    mcv = modified(unit.cv, command_modifiers(unit, CommandTest.REACTION, house))
    chances = reaction(unit.cv, mcv, context)
    # A unit that failed to react rolls no dice for fire.
    if question.melee_only or (context.roller is not None and not chances.reacts):
        return ReactionOutcome(chances, None)
    aim = aim_at(question.target, question.distance, context, FireMode.REACTION)
    return ReactionOutcome(chances, consequences(shooters, aim, context))


def react(question: ReactionTest, outcome: ReactionOutcome, context: SolveContext) -> Answer:
    """The chances to react and to flee, and the effect of the reaction fire."""
    unit, target, chances, shooters = question.unit, question.target, outcome.chances, _firing(question)
    changes = command_modifiers(unit, CommandTest.REACTION, context.house)
    assumptions, does = state_assumed(unit), "Charges" if question.melee_only else "Fires"
    mcv = modified(unit.cv, changes)
    steps = [
        *working("Reaction Test", "Command Value", unit.cv, changes, "Modified Command Value"),
        Step("Reaction Test", "Reacts", percent(chances.reacts), roll_words(mcv, CommandTest.REACTION, context.house)),
    ]
    charts = [
        Chart(
            "Reaction",
            (
                Outcome(does, chances.reacts, Tone.GOOD),
                Outcome("Nothing", chances.nothing, Tone.FAIR),
                Outcome("Flees", chances.flees, Tone.BAD),
            ),
        )
    ]
    headline = f"{percent(chances.reacts)} chance to react, {percent(chances.flees)} to flee"
    if outcome.volley is None:
        return Answer(
            headline,
            Tone.PLAIN,
            tuple(steps),
            tuple(charts),
            notes=("A charge is up to two moves. Close combat starts at once.",),
            assumed=assumptions,
        )
    answer = volley_answer(shooters, target, question.distance, outcome.volley, context, chances.reacts)
    return replace(
        answer,
        headline=f"{headline}. {answer.headline}",
        tone=Tone.PLAIN,
        steps=(*steps, *answer.steps),
        charts=(*charts, *answer.charts),
        notes=(*answer.notes, "The test does not use up the unit’s attempt to activate."),
        assumed=(*assumptions, *volley_assumed(replace(shooters, markers=0), target, question.distance, context)),
    )


def _brief(question: ReactionTest, outcome: ReactionOutcome, context: SolveContext) -> Brief:
    """The chance to react."""
    chances = outcome.chances
    words = f"{percent(chances.reacts)} chance to {'charge' if question.melee_only else 'fire'}"
    return Brief(f"{words}, {percent(chances.flees)} to flee", percent(chances.reacts), (chances.reacts,))


_REACTS = 1
"""How much more a reaction is worth than none."""


def _results(
    question: ReactionTest, outcome: ReactionOutcome, own: Side, opposing: Side | None, context: SolveContext
) -> tuple[Result, ...]:
    """The unit fires, with each loss of its target, or charges; or it does nothing, or flees."""
    changes, now, chances = firing_changes(own, FireMode.REACTION), current(own), outcome.chances
    results: list[Result] = []
    if chances.reacts and outcome.volley is None:
        results.append(Result("Charges", changes, tone=Tone.GOOD, chance=chances.reacts, worth=_REACTS))
    elif chances.reacts and outcome.volley is not None:
        fires = volley_results(outcome.volley, question.target, own, opposing, changes, context.house, "Fires: ")
        results += [if_likely(each, chances.reacts, _REACTS) for each in fires]
    if chances.nothing:
        results.append(Result("Does nothing", changes, chance=chances.nothing))
    if chances.flees:
        results.append(Result("Flees", changes + stand_up(now), tone=Tone.BAD, chance=chances.flees, worth=-1))
    return tuple(results)


def _reaction_prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    fire, now = firing_prefill(own, opposing), current(own)
    fields = fire | {"unit": encode(state_of(own)), "melee_only": not now.stats.ranged}
    if now.in_game and now.stance is Stance.HIDING:
        fields["shooters"]["stance"] = now.stance.value
    if now.state.key(COVERING):
        fields["covering"] = True
    return fields | ({"tested": True} if now.did(REACTED) or now.did(COVERED) else {})


_CALCULATION = OneOutcome(_outcome, react, _results)
CALCULATOR = Calculator(
    "reaction-test",
    "Reaction test",
    "A unit fires at, or flees from, an enemy that moves near it.",
    ReactionTest,
    _CALCULATION.solve,
    _reaction_prefill,
    unsuited=partial(at_vehicle, mode=FireMode.REACTION),
    results=_CALCULATION.results,
    brief=_CALCULATION.brief(_brief, Brief("", tone=Tone.BAD, refused=True)),
    distance="distance",
    steps=NEAR_STEPS,
    roll=_CALCULATION.roll,
)
