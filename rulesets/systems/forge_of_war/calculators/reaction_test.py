"""A unit fires at, or flees from, an enemy that moves near it (optional rules)."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

from rulesets.core.calculators import (
    Answer,
    Brief,
    Calculator,
    Chart,
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
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.rolls import Roller
from rulesets.core.play.states import Side
from rulesets.core.tables import Tone
from rulesets.core.wording import count_of

from ..command import (
    FRESH,
    CommandState,
    CommandTest,
    check_strength,
    command_modifiers,
    passes,
    state_assumed,
    state_of,
)
from ..consequences import consequences
from ..modifiers import modified, plain, working
from ..reactions import Reaction, flees, reaction
from ..results import firing_changes, if_likely, volley_results
from ..rolling import rolled_volley
from ..shooting import (
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
from ..shots import MAX_INCHES, NEAR_STEPS, Aim, FireMode, Shooters
from ..tables import DIE, REACTION_RANGE, Stance
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
            "shooters.markers", f"The unit carries {count_of(markers, 'D-marker')}. Enter the same, or 0 for as many."
        )
    if question.shooters.figures > figures_left:
        raise QuestionError(
            "shooters.figures", f"The unit has {count_of(figures_left, 'figure')} left, so no more can fire."
        )
    return replace(question.shooters, markers=markers)


def _aim(question: ReactionTest, context: SolveContext) -> Aim:
    return aim_at(question.target, question.distance, context, FireMode.REACTION)


def _chances(unit: CommandState, house: HouseRules) -> Reaction:
    mcv = modified(unit.cv, command_modifiers(unit, CommandTest.REACTION, house))
    return reaction(unit.cv, mcv, house)


def react(question: ReactionTest, context: SolveContext) -> Answer:
    """The chances to react and to flee, and the effect of the reaction fire."""
    house = context.house
    unit, target = question.unit, question.target
    check_strength(unit)
    check_target(target)
    shooters = _firing(question)
    refused = _not_eligible(question)
    if refused is not None:
        return refused
    changes = command_modifiers(unit, CommandTest.REACTION, house)
    chances = _chances(unit, house)
    assumptions = state_assumed(unit)
    does = "Charges" if question.melee_only else "Fires"
    steps = [*working("Reaction Test", "Command Value", unit.cv, changes, "Modified Command Value")]
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
    if question.melee_only:
        return Answer(
            headline,
            Tone.PLAIN,
            tuple(steps),
            tuple(charts),
            notes=("A charge is up to two moves. Close combat starts at once.",),
            assumed=assumptions,
        )
    answer = volley_answer(shooters, target, _aim(question, context), context, chances.reacts)
    return replace(
        answer,
        headline=f"{headline}. {answer.headline}",
        tone=Tone.PLAIN,
        steps=(*steps, *answer.steps),
        charts=(*charts, *answer.charts),
        notes=(*answer.notes, "The test does not use up the unit’s own attempt."),
        assumed=(*assumptions, *volley_assumed(replace(shooters, markers=0), target, question.distance)),
    )


def in_brief(question: ReactionTest, context: SolveContext) -> Brief:
    """The chance to react."""
    check_strength(question.unit)
    refused = _not_eligible(question)
    if refused is not None:
        return Brief(refused.headline, tone=Tone.BAD, refused=True)
    chances = _chances(question.unit, context.house)
    words = f"{percent(chances.reacts)} chance to {'charge' if question.melee_only else 'fire'}"
    return Brief(f"{words}, {percent(chances.flees)} to flee", percent(chances.reacts), (chances.reacts,))


_REACTS = 1
"""How much more a reaction is worth than none."""


def _results(question: ReactionTest, own: Side, opposing: Side | None, context: SolveContext) -> tuple[Result, ...]:
    """The unit fires, with each loss of its target, or charges; or it does nothing, or flees."""
    if _not_eligible(question) is not None:
        return ()
    changes, now, chances = firing_changes(own, FireMode.REACTION), current(own), _chances(question.unit, context.house)
    results: list[Result] = []
    if chances.reacts and question.melee_only:
        results.append(Result("Charges", changes, tone=Tone.GOOD, chance=chances.reacts, worth=_REACTS))
    elif chances.reacts:
        aim = _aim(question, context)
        volley = consequences(_firing(question), aim, context)
        fires = volley_results(volley, question.target, own, opposing, changes, context.house, "Fires: ")
        results += [if_likely(each, chances.reacts, _REACTS) for each in fires]
    if chances.nothing:
        results.append(Result("Does nothing", changes, chance=chances.nothing))
    if chances.flees:
        results.append(Result("Flees", changes + stand_up(now), tone=Tone.BAD, chance=chances.flees, worth=-1))
    return tuple(results)


def _roll(
    question: ReactionTest, own: Side, opposing: Side | None, context: SolveContext, roller: Roller
) -> tuple[Result, ...]:
    """The test, then the fire of a unit that passes it."""
    house, unit = context.house, question.unit
    value = modified(unit.cv, command_modifiers(unit, CommandTest.REACTION, house))
    (score,) = roller.roll(1, DIE, f"To react, {plain(value)} or less")
    passed = passes(score, value, CommandTest.REACTION, house)
    if passed and not question.melee_only:
        volley = consequences(_firing(question), _aim(question, context), context)
        rolled, changes = rolled_volley(volley, roller, house), firing_changes(own, FireMode.REACTION)
        return volley_results(rolled, question.target, own, opposing, changes, house, "Fires: ")
    worth = _REACTS if passed else -1 if flees(score, unit.cv, value, house) else 0
    return tuple(each for each in _results(question, own, opposing, context) if not each.part and each.worth == worth)


def _reaction_prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    fire, now = firing_prefill(own, opposing), current(own)
    fields = fire | {"unit": encode(state_of(own)), "melee_only": not now.stats.ranged}
    if now.in_game and now.stance is Stance.HIDING:
        fields["shooters"]["stance"] = now.stance.value
    if now.state.key(COVERING):
        fields["covering"] = True
    return fields | ({"tested": True} if now.did(REACTED) or now.did(COVERED) else {})


CALCULATOR = Calculator(
    "reaction-test",
    "Reaction test",
    "A unit fires at, or flees from, an enemy that moves near it.",
    ReactionTest,
    react,
    _reaction_prefill,
    unsuited=partial(at_vehicle, mode=FireMode.REACTION),
    results=_results,
    brief=in_brief,
    distance="distance",
    steps=NEAR_STEPS,
    roll=_roll,
)
