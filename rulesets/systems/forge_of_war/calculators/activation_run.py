"""The run of activations of a whole force, unit after unit until one fails (§8-11)."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import Answer, Calculator, SolveContext, Step, amounts, decimal, percent
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Ask, Choice, clamp
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution, mean, successes, sum_of
from rulesets.core.play.states import AnyDeployed, Side
from rulesets.core.tables import Table, Tone, table
from rulesets.core.wording import count_of, phrases

from ..catalogue import context_of, name_of_side
from ..command.command_value import CommandTest, command_modifiers, state_of, success
from ..modifiers import modified
from ..tables import DIE, MAX_MARKERS
from ..tracks import ACTED, CurrentUnit, current

MAX_UNITS = 40


@dataclass(frozen=True, slots=True)
class Attempt:
    """A unit that will try to activate."""

    name: Annotated[str, Ask("Unit")] = ""
    cv: Annotated[int, Ask("CV", "Command Value.", min=-20, max=20)] = 7
    markers: Annotated[int, Ask("D-markers", min=0, max=MAX_MARKERS)] = 0
    modifier: Annotated[
        int, Ask("Other modifiers", "Add up the modifiers for commander, cover and enemies.", min=-9, max=9)
    ] = 0
    place: Annotated[int | None, Ask("Place in the order", "Leave blank to follow the list.", min=1, max=MAX_UNITS)] = (
        None
    )


class ActivationOrder(Choice):
    """The order in which units try."""

    LISTED = "listed", "As listed"
    BEST = "best", "Best first"
    WORST = "worst", "Worst first"


@dataclass(frozen=True, slots=True)
class ActivationRun:
    """How many units activate before the initiative passes?"""

    units: Annotated[tuple[Attempt, ...], Ask("Units in order", min=1, max=MAX_UNITS, one="Unit")] = (
        Attempt("First", 9),
        Attempt("Second", 8),
        Attempt("Third", 7),
    )
    order: Annotated[ActivationOrder, Ask("Order")] = ActivationOrder.LISTED
    stop_after: Annotated[
        int,
        Ask(
            "Pass the initiative after",
            "Enter the number of activations if your table plays this, or 0 for never.",
            min=0,
            max=MAX_UNITS,
        ),
    ] = 0
    opposing: Annotated[tuple[Attempt, ...], Ask("Opposing units", max=MAX_UNITS, one="Opposing unit")] = ()


def chance_of(attempt: Attempt, house: HouseRules) -> Fraction:
    """The chance of an attempt to succeed."""
    return success(attempt.cv - attempt.markers + attempt.modifier, CommandTest.ACTIVATION, house)


def run_length(chances: Iterable[Fraction]) -> Distribution[int]:
    """The number of successes in a row before the first failure or the end (§8)."""
    weights: dict[int, Fraction] = {}
    reaching = Fraction(1)
    count = 0
    for count, chance in enumerate(chances, 1):
        weights[count - 1] = reaching * (1 - chance)
        reaching *= chance
    weights[count] = weights.get(count, Fraction(0)) + reaching
    # All chances are tenths, so these weights are whole.
    common = DIE**count
    return Distribution((length, int(weight * common)) for length, weight in weights.items())


def successes_in_a_turn(chances: Iterable[Fraction]) -> Distribution[int]:
    """The number of units that succeed in a game turn; the order does not matter, since each tries once (§8)."""
    return sum_of(successes(1, chance) for chance in chances)


def handovers(own: tuple[Fraction, ...], opposing: tuple[Fraction, ...], stop_after: int = 0) -> Distribution[int]:
    """The number of times the initiative passes in a game turn when ``own`` begins, each side trying in order (§8).

    It passes at a failure while the other side has units left, and when a side has tried all its units;
    ``stop_after`` lets your side hand over after so many successes in a row (0: never).
    """
    sides = (tuple(int(chance * DIE) for chance in own), tuple(int(chance * DIE) for chance in opposing))
    # A step for each attempt: ways to the same place with as many handovers count as one, so their number stays small.
    states: dict[tuple[int, int, int, int, int], int] = {(0, 0, 0, 0, 0): 1}
    for _ in range(len(own) + len(opposing)):
        after: dict[tuple[int, int, int, int, int], int] = defaultdict(int)
        for (mine, theirs, side, run, times), weight in states.items():
            tries = (mine + 1, theirs) if side == 0 else (mine, theirs + 1)
            good = sides[side][(mine, theirs)[side]]
            remaining = [len(sides[0]) - tries[0], len(sides[1]) - tries[1]]
            for succeeded, part in ((True, good), (False, DIE - good)):
                length = run + 1 if succeeded and side == 0 else 0
                ends = not succeeded or remaining[side] == 0 or (side == 0 and 0 < stop_after <= length)
                gives = ends and remaining[1 - side] > 0
                after[(*tries, 1 - side if gives else side, 0 if gives else length, times + gives)] += weight * part
        states = {state: weight for state, weight in after.items() if weight}
    return Distribution((times, weight) for (*_, times), weight in states.items())


def in_place(attempts: tuple[Attempt, ...]) -> tuple[Attempt, ...]:
    """The attempts as listed, except those with a place of their own."""
    result = [attempt for attempt in attempts if attempt.place is None]
    with_place = [(attempt.place, attempt) for attempt in attempts if attempt.place is not None]
    for place, attempt in sorted(with_place, key=lambda pair: pair[0]):
        result.insert(place - 1, attempt)
    return tuple(result)


def _in_order(question: ActivationRun, house: HouseRules) -> tuple[tuple[Attempt, Fraction], ...]:
    pairs = tuple((attempt, chance_of(attempt, house)) for attempt in in_place(question.units))
    if question.order is ActivationOrder.LISTED:
        return pairs
    return tuple(sorted(pairs, key=lambda pair: pair[1], reverse=question.order is ActivationOrder.BEST))


def run(question: ActivationRun, context: SolveContext) -> Answer:
    """The run of activations before the initiative passes, for units in a given order."""
    house = context.house
    attempts = _in_order(question, house)
    chances = tuple(chance for _, chance in attempts)
    stop = question.stop_after
    if stop >= len(chances) or (stop and not house.on("voluntary_pass")):
        stop = 0
    length = run_length(chances[:stop] if stop else chances)
    turn = successes_in_a_turn(chances)
    best = run_length(sorted(chances, reverse=True)[: stop or None])
    charts = [
        amounts("Activations in a row", length, lambda n: Tone.GOOD if n == len(chances) else Tone.PLAIN),
        amounts("Activated in the whole turn", turn),
    ]
    if question.opposing:
        against = tuple(chance_of(attempt, house) for attempt in in_place(question.opposing))
        charts.append(amounts("Times the initiative passes in the turn", handovers(chances, against, stop)))
    everyone = length.chance(len(chances)) if not stop else Fraction(0)
    in_turn = "the chances that each unit and all before it activate, added up"
    steps = (
        Step("§8", "Average streak in this order", decimal(mean(length)), in_turn),
        Step("§8", "Average streak, surest first", decimal(mean(best)), "the longest of any order"),
        Step("§8", "Activated in the whole turn", decimal(mean(turn)), "in any order: each unit tries once"),
        Step("§8", "All in one streak", percent(everyone)),
    )
    notes = ("The streak is longest if you try the surest units first.",) if mean(best) > mean(length) else ()
    activating = f"{count_of(len(chances), 'unit')} activate{'s' * (len(chances) == 1)}"
    return Answer(
        f"{decimal(mean(length), 1)} of {activating} before the initiative passes",
        Tone.PLAIN,
        steps,
        tuple(charts),
        (_in_this_order(attempts),),
        notes,
        assumed=phrases(
            f"{question.order.label.lower()}", f"handing over after {count_of(stop, 'activation')}" * bool(stop)
        ),
    )


def _in_this_order(attempts: tuple[tuple[Attempt, Fraction], ...]) -> Table:
    reaching = Fraction(1)
    rows: list[tuple[object, ...]] = []
    for number, (attempt, chance) in enumerate(attempts, 1):
        reaching *= chance
        rows.append((number, attempt.name or f"Unit {number}", percent(chance), percent(reaching)))
    return table("In this order", "> # | **Unit | >Activates | >All so far", rows)


def attempts_of(own: AnyDeployed) -> list[dict[str, Any]]:
    """The units of a force that may still try this turn, or all if none may; at most ``MAX_UNITS`` of them."""
    sides = [Side(own.force, group, unit, own) for group, unit in own.force.units()]
    remaining = [(side, now) for side in sides if not (now := current(side)).is_gone]
    ready = [(side, now) for side, now in remaining if not now.did(ACTED)]
    return [encode(_attempt(side, now)) for side, now in (ready or remaining)[:MAX_UNITS]]


def _attempt(side: Side, now: CurrentUnit) -> Attempt:
    strength = replace(state_of(side), markers=0)
    changes = command_modifiers(strength, CommandTest.ACTIVATION, context_of(side.force).house)
    return Attempt(
        name_of_side(side), **clamp(Attempt, cv=now.stats.cv, markers=now.markers, modifier=modified(0, changes))
    )


def _run_prefill(own: AnyDeployed, opposing: AnyDeployed | None) -> dict[str, Any]:
    attempts = attempts_of(own)
    fields: dict[str, Any] = {"units": attempts} if attempts else {}
    if opposing is not None:
        fields["opposing"] = attempts_of(opposing)
    return fields


CALCULATOR = Calculator(
    "activation-run",
    "Activation streak",
    "How many units activate before the initiative passes, for a whole force in a chosen order.",
    ActivationRun,
    run,
    from_forces=_run_prefill,
)
