"""What a unit that failed its check must do, with the cover and the enemies around it (WS-FB, WS-FM, WS-RT)."""

from dataclasses import dataclass, replace
from typing import Annotated, Any

from rulesets.core.calculators import Answer, Calculator, QuestionError, Result, SolveContext, Step
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.states import Side
from rulesets.core.tables import Cell, Table, Tone, table
from rulesets.core.wording import count_of

from ..falling_back import (
    Enemy,
    FallBackClass,
    Position,
    class_step,
    coherency_words,
    fall_back_class,
    markers_after_move,
    rout_words,
)
from ..tables import DOUBLE
from ..tracks import MARKERS, models_left
from ..units import INCHES, REMARK, WarUnit, at_least_zero, title_of
from .unit_fields import (
    DESTROYED,
    activated,
    losses,
    set_markers,
    size_prefill,
)


@dataclass(frozen=True, slots=True)
class FallBackQuestion:
    """A unit that failed its check, the positions around it and the enemies near it."""

    starting: Annotated[int, Ask("Starting models", min=1, max=999)] = 10
    left: Annotated[int, Ask("Models left", min=1, max=999)] = 5
    mv: Annotated[int, Ask("Mv", "Movement.", unit=INCHES, min=0, max=99)] = 6
    markers: Annotated[int, Ask("Markers", min=0, max=20)] = 2
    covers: Annotated[tuple[Position, ...], Ask("Positions", max=8, one="Position")] = (
        Position("Ruin"),
        Position("Hedge", from_enemy=6),
    )
    enemies: Annotated[tuple[Enemy, ...], Ask("Enemies", max=8, one="Enemy")] = (Enemy("Rifles"),)
    edge: Annotated[
        int | None,
        Ask(
            "Table edge behind it",
            "Measure directly away from the enemy. Leave blank if the edge is far off.",
            unit=INCHES,
            min=0,
            max=199,
        ),
    ] = None
    coherency: Annotated[
        int | None, Ask("Coherency", f"Leave blank to follow the house rules. {REMARK}", unit=INCHES, min=0, max=99)
    ] = None


@dataclass(frozen=True, slots=True)
class Goal:
    """The position to run for: its index in ``covers``, its distance, and how far the leader moves."""

    place: int
    distance: int
    minimum: int
    maximum: int
    reached: bool


def goal_of(question: FallBackQuestion, measure: str, stop: str) -> Goal | None:
    """The goal of the Fall Back Move and the leader's distance; ``None`` where the unit routs (WS-FM-1 to WS-FM-3)."""
    goals = [(cover.distance(measure), place) for place, cover in enumerate(question.covers) if cover.is_goal(measure)]
    if not goals:
        return None
    minimum, maximum = question.mv, DOUBLE * question.mv
    nearest = min(goals)
    if stop == "another":
        nearest = min((goal for goal in goals if question.covers[goal[1]].from_leader >= minimum), default=nearest)
    place = nearest[1]
    distance = question.covers[place].from_leader
    if distance >= minimum or stop == "overshoot":
        return Goal(place, distance, minimum, maximum, minimum <= distance <= maximum)
    return Goal(place, distance, distance, distance, True)


def _name_or_number(name: str, word: str, place: int) -> str:
    return name or f"{word} {place + 1}"


def _inches(minimum: int, maximum: int) -> str:
    return f"{maximum}{INCHES}" if minimum == maximum else f"{minimum}–{maximum}{INCHES}"


def _cover_table(question: FallBackQuestion, distances: tuple[int, ...], goal: Goal | None) -> Table:
    rows: list[tuple[object, ...]] = []
    for place, (cover, distance) in enumerate(zip(question.covers, distances, strict=True)):
        is_goal, counts = goal is not None and goal.place == place, distance < cover.from_enemy
        far = "as near to the enemy" if distance == cover.from_enemy else "nearer to the enemy"
        verdict = "run here" if is_goal else "counts" if counts else far
        rows.append(
            (
                Cell(_name_or_number(cover.name, "Position", place), Tone.STRONG if is_goal else Tone.PLAIN),
                cover.kind.label,
                f"{distance}{INCHES}",
                f"{cover.from_enemy}{INCHES}",
                Cell(verdict, Tone.GOOD if counts else Tone.BAD),
            )
        )
    return table("Positions", "*Position | It is | >From the unit | >From an enemy | Verdict", rows)


def _fall_back_steps(question: FallBackQuestion, goal: Goal) -> tuple[Step, ...]:
    cover = question.covers[goal.place]
    name = _name_or_number(cover.name, "Position", goal.place)
    steps = (Step("WS-FM-2", "Goal", name, f"It is the nearest position that counts, {goal.distance}{INCHES} away."),)
    if goal.reached and goal.minimum == goal.maximum:
        reason = "The leader moves to the goal and stops there."
    elif goal.distance < goal.minimum:
        reason = f"The leader must move at least Mv, {question.mv}{INCHES}, and so runs past the goal."
    elif not question.mv:
        reason = "Mv is 0, so the leader cannot move and does not get there."
    else:
        arrival = "can get there" if goal.reached else "stops short of it"
        reason = f"The leader moves at least Mv and at most twice Mv towards the goal, and {arrival}."
    return (*steps, Step("WS-FM-3", "Leader moves", _inches(goal.minimum, goal.maximum), reason))


def _fall_back_headline(question: FallBackQuestion, goal: Goal) -> str:
    name = _name_or_number(question.covers[goal.place].name, "Position", goal.place)
    far = _inches(goal.minimum, goal.maximum)
    if goal.reached:
        return f"Fall Back Move to {name}: {far}."
    if goal.distance < goal.minimum:
        return f"Fall Back Move past {name}: {far}."
    return f"Fall Back Move towards {name}: {far}. The leader does not get there."


def _rout_steps(question: FallBackQuestion, house: HouseRules) -> tuple[Step, ...]:
    run = DOUBLE * question.mv
    distance, twice = rout_words(house, run=f"{run}{INCHES}"), rout_words(house, run="twice its Mv")
    in_sight = [enemy for enemy in question.enemies if enemy.seen]
    if not in_sight:
        direction = f"No enemy is in sight, so it runs {twice} towards your table edge."
    elif len(in_sight) == 1:
        direction = f"It runs {twice} directly away from the one enemy in sight."
    else:
        direction = f"It runs {twice} in any direction that ends no nearer to any enemy in sight."
    why = "No position is nearer to the unit than to an enemy" if question.covers else "There is no position to run for"
    steps = [
        Step("WS-FM-2", "Goal", "none", f"{why}, so the move is a Rout Move.", Tone.BAD),
        Step("WS-RT-1", "Each model runs", distance, direction, Tone.BAD),
    ]
    if question.edge is not None and question.edge < run:
        reason = f"The edge is {question.edge}{INCHES} away. A model that cannot turn aside is a casualty."
        steps.append(Step("WS-RT-3", "Table edge", "too near", reason, Tone.BAD))
    return tuple(steps)


def _enemy_table(question: FallBackQuestion) -> Table:
    rows: list[tuple[object, ...]] = [
        (
            _name_or_number(enemy.name, "Enemy", place),
            f"{enemy.distance}{INCHES}",
            f"{enemy.distance}{INCHES} or more" if enemy.seen else "any distance",
        )
        for place, enemy in enumerate(question.enemies)
    ]
    return table("Enemies", "*Enemy | >Now | >After a Rout Move", rows)


def _markers_after(question: FallBackQuestion, goal: Goal | None, house: HouseRules) -> int:
    return house.resolve(
        lambda removes: markers_after_move(question.markers, goal is None, removes), "rout_removes_marker"
    )


def _class_of(question: FallBackQuestion, house: HouseRules) -> FallBackClass:
    return house.resolve(lambda half: fall_back_class(question.starting, question.left, half), "exact_half")


def _goal(question: FallBackQuestion, house: HouseRules) -> tuple[Goal | None, tuple[int, ...]]:
    """The goal to run for, and how far each position is from the unit."""

    def under(measure: str, stop: str) -> tuple[Goal | None, tuple[int, ...]]:
        return goal_of(question, measure, stop), tuple(cover.distance(measure) for cover in question.covers)

    return house.resolve(under, "fallback_measure", "stop_at_cover")


def _may_stay(question: FallBackQuestion, house: HouseRules) -> bool:
    """Whether a unit that may choose has a target for Snap Shots, or needs none."""
    in_sight = any(enemy.seen for enemy in question.enemies)
    return house.resolve(lambda needs: in_sight or needs == "off", "snapshots_need_target")


def _move_steps(question: FallBackQuestion, goal: Goal | None, house: HouseRules) -> tuple[Step, ...]:
    steps = _rout_steps(question, house) if goal is None else _fall_back_steps(question, goal)
    others = _inches(question.mv, DOUBLE * question.mv) if goal is not None else "the same"
    if question.left > 1:
        close = coherency_words(house) if question.coherency is None else f"within {question.coherency}{INCHES}"
        casualty = " A model that cannot is a casualty." if goal is None else ""
        reason = f"Each ends in coherency with a model that has moved, {close}.{casualty}"
        steps += (Step("WS-RT-3" if goal is None else "WS-FM-4", "The other models", others, reason),)
    after = _markers_after(question, goal, house)
    if not question.markers:
        return steps
    removes = "no marker" if after == question.markers else f"one of {count_of(question.markers, 'marker')}"
    if question.markers == 1 and not after:
        removes = "the marker"
    rule, move = ("WS-RT-5", "Rout Move") if goal is None else ("WS-FB-6", "Fall Back Move")
    return (*steps, Step(rule, "Markers after the move", str(after), f"A {move} removes {removes}."))


def advise(question: FallBackQuestion, context: SolveContext) -> Answer:
    """The move that the rules demand of a unit that failed its check."""
    if question.left > question.starting:
        raise QuestionError(
            "left", f"The unit started with {count_of(question.starting, 'model')}, so no more can be left."
        )
    house = context.house
    size_class = _class_of(question, house)
    first = class_step(question.starting, question.left, size_class, "A failed check means", house)
    if size_class is FallBackClass.DESTROYED:
        return Answer("The unit is destroyed.", Tone.BAD, (first,))
    stays = size_class is FallBackClass.CHOICE and _may_stay(question, house)
    if size_class is FallBackClass.CHOICE and not stays:
        forced = class_step(question.starting, question.left, FallBackClass.FORCED, first.label, house)
        first = replace(first, value=forced.value, reason=f"{first.reason} No enemy is in sight for Snap Shots.")
    goal, distances = _goal(question, house)
    move = _move_steps(question, goal, house)
    if goal is None:
        run = rout_words(house, run=f"{DOUBLE * question.mv}{INCHES}")
        seen = any(enemy.seen for enemy in question.enemies)
        where = "away from every enemy in sight" if seen else "towards your table edge"
        headline = f"Rout Move: each model runs {run} {where}."
        tone = Tone.BAD
    else:
        headline = _fall_back_headline(question, goal)
        tone = Tone.FAIR
    notes = ["Falling back uses up the unit’s activation."]
    if stays:
        headline = f"Snap Shots without moving, or {headline}"
        tone = Tone.FAIR
        if question.markers:
            notes.append("Snap Shots remove no marker.")
    tables = tuple(
        each
        for each in (_cover_table(question, distances, goal), _enemy_table(question) if goal is None else None)
        if each is not None and each.rows
    )
    remaining = f"{question.left} of {count_of(question.starting, 'model')} left"
    return Answer(headline, tone, (first, *move), (), tables, tuple(notes), assumed=(remaining, *_sight(question)))


def _sight(question: FallBackQuestion) -> tuple[str, ...]:
    in_sight = sum(enemy.seen for enemy in question.enemies)
    return (count_of(in_sight, "enemy", "enemies") + " in sight" if in_sight else "no enemy in sight",)


def _prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    spec: WarUnit = own.unit.spec
    fields = {**size_prefill(own), **({} if spec.mv is None else {"mv": at_least_zero(spec.mv)})}
    if own.deployed is not None:
        fields["markers"] = own.state.count(MARKERS)
        if opposing is not None:
            fields |= {"covers": [{}], "enemies": [{"name": title_of(opposing.unit)}]}
    return fields


def _results(question: FallBackQuestion, own: Side, opposing: Side | None, context: SolveContext) -> tuple[Result, ...]:
    """The possible results of a failed check; a rout may cost the unit any number of its models (WS-RT-3)."""
    house, size_class = context.house, _class_of(question, context.house)
    if size_class is FallBackClass.DESTROYED:
        return (Result("Destroyed", (DESTROYED,), tone=Tone.BAD),)
    stays = size_class is FallBackClass.CHOICE and _may_stay(question, house)
    results = [Result("Stays: Snap Shots", activated(own.state), tone=Tone.FAIR)] if stays else []
    goal, _ = _goal(question, house)
    changes = activated(own.state) + set_markers(own.unit.spec, own.state, _markers_after(question, goal, house))
    if goal is not None:
        return (*results, Result("Falls back", changes, tone=Tone.FAIR))
    remaining = min(question.left, models_left(own.unit.spec, own.state))
    for count in range(remaining + 1):
        title = f"Routs, {count or 'no'} model{'s' * (count != 1)} lost"
        results.append(Result(title, changes + losses(own, count), tone=Tone.BAD))
    return tuple(results)


CALCULATOR = Calculator(
    "fall-back",
    "Fall-back adviser",
    "Which move the rules demand of a unit that failed its check.",
    FallBackQuestion,
    advise,
    _prefill,
    results=_results,
    one_sided=True,
)
