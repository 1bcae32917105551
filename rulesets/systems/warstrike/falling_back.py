"""What a unit that failed its check must do: snap-fire, fall back, rout or be removed (WS-FB, WS-FM, WS-RT)."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Annotated, Any

from rulesets.core.asks import Ask, Choice
from rulesets.core.calculators import Answer, Calculator, QuestionError, Setting, Side, Step, percent
from rulesets.core.houserules import House
from rulesets.core.reference import Cell, Table, Tone, table
from rulesets.systems.warstrike.suppression import UNIT
from rulesets.systems.warstrike.tables import COHERENCY, DESTROYED_BELOW, DOUBLE, FREE_CHOICE_ABOVE, RETREAT_REMOVES
from rulesets.systems.warstrike.units import INCHES, REMARK, WarUnit, at_least_nought

EXACT_HALF = "exact_half"
ROUT_REMOVES = "rout_removes_marker"
MEASURE = "fallback_measure"
STOP = "stop_at_cover"
ROUT_MAX = "rout_max"
COHERENCY_SWITCH = "coherency_in"
TARGET = "snapshots_need_target"
AT_ONCE = "destroy_at_once"


class Class(enum.Enum):
    """What the surviving share of a unit lets it do when its check has failed."""

    CHOICE = "choice"
    FORCED = "forced"
    DESTROYED = "destroyed"


CLASS_WORDS = {
    Class.CHOICE: "Snap Shots without moving, or a Fall Back Move, as you like",
    Class.FORCED: "a Fall Back Move",
    Class.DESTROYED: "destroyed; take its models off",
}
CLASS_RULES = {Class.CHOICE: "WS-FB-2", Class.FORCED: "WS-FB-3", Class.DESTROYED: "WS-FB-4"}


def fall_back_class(starting: int, left: int, exact_half: str) -> Class:
    """The class of a unit with ``left`` of ``starting`` models (WS-FB-2 to WS-FB-5)."""
    if left < DESTROYED_BELOW * starting:
        return Class.DESTROYED
    half = FREE_CHOICE_ABOVE * starting
    return Class.CHOICE if left > half or (left == half and exact_half == "choice") else Class.FORCED


def class_step(starting: int, left: int, found: Class, label: str) -> Step:
    """What a unit of that class must do, with the rule that says so."""
    rule = "WS-FB-5" if left == FREE_CHOICE_ABOVE * starting else CLASS_RULES[found]
    return Step(rule, label, CLASS_WORDS[found], f"{left} of {starting} models are left.")


@dataclass(frozen=True, slots=True)
class Limits:
    """Models left at which a unit's class changes: choice from ``choice`` up, destroyed at ``destroyed`` or less."""

    starting: int
    choice: int
    destroyed: int

    @property
    def forced(self) -> str:
        """The models left with which it must fall back; a dash where there is no such number."""
        return _span(self.destroyed + 1, self.choice - 1)

    @property
    def gone(self) -> str:
        """The models left with which it is destroyed; a dash where there is no such number."""
        return _span(1, self.destroyed)


def _span(least: int, most: int) -> str:
    return "–" if least > most else str(least) if least == most else f"{least}–{most}"


def limits(starting: int, house: House) -> Limits:
    """Where a unit of so many starting models changes its class."""

    def under(exact_half: str) -> Limits:
        classes = [fall_back_class(starting, left, exact_half) for left in range(1, starting + 1)]
        return Limits(starting, starting + 1 - classes.count(Class.CHOICE), classes.count(Class.DESTROYED))

    return house.settle(under, EXACT_HALF)


def share_words(house: House) -> tuple[str, str, str]:
    """The shares of its models with which a unit that fails its check chooses, falls back, is destroyed."""
    half, quarter = percent(FREE_CHOICE_ABOVE), percent(DESTROYED_BELOW)
    between = f"{quarter.removesuffix(' %')}–{half}"
    shares = {"forced": (f"Over {half}", between), "choice": (f"{half} or more", f"{quarter} or more")}
    return (*house.settle(lambda reading: shares[reading], EXACT_HALF), f"Under {quarter}")


def destroyed_words(house: House) -> str:
    """When a unit under a quarter of its models is destroyed."""
    words = {"off": "destroyed", "on": "destroyed at once"}
    return house.settle(lambda reading: words[reading], AT_ONCE)


def stays_words(house: House) -> str:
    """What a unit needs that stays for Snap Shots; empty where it needs nothing."""
    words = {"off": "", "on": " at a target in sight"}
    return house.settle(lambda reading: words[reading], TARGET)


class CoverKind(Choice):
    """What makes a position safer."""

    HIDDEN = "hidden", "Hidden"
    CONCEALED = "concealed", "Concealed"
    OBSCURED = "obscured", "Obscured"


@dataclass(frozen=True, slots=True)
class Cover:
    """A position to run for; which one counts is for the players to judge."""

    name: Annotated[str, Ask("Position", max_length=40)] = ""
    kind: Annotated[CoverKind, Ask("It is", "To any enemy that sees the unit now; players judge.")] = (
        CoverKind.CONCEALED
    )
    from_leader: Annotated[int, Ask("From the leader", unit=INCHES, min=0, max=199)] = 8
    from_nearest: Annotated[
        int | None,
        Ask("From the nearest model", "Empty: as far as from the leader.", unit=INCHES, min=0, max=199, advanced=True),
    ] = None
    from_enemy: Annotated[int, Ask("From the nearest enemy unit", "Seen or not.", unit=INCHES, min=0, max=199)] = 18

    def distance(self, measure: str) -> int:
        """Inches from the leader, or from the nearest model."""
        if measure == "leader" or self.from_nearest is None:
            return self.from_leader
        return self.from_nearest

    def is_goal(self, measure: str) -> bool:
        """Whether it is closer to the unit than to an enemy unit (WS-FM-1)."""
        return self.distance(measure) < self.from_enemy


@dataclass(frozen=True, slots=True)
class Enemy:
    """An enemy unit as the falling-back unit sees it."""

    name: Annotated[str, Ask("Enemy", max_length=40)] = ""
    distance: Annotated[int, Ask("Distance", unit=INCHES, min=0, max=199)] = 16
    seen: Annotated[bool, Ask("In sight")] = True


@dataclass(frozen=True, slots=True)
class FallBackQuestion:
    """A unit that failed its check, the positions around it and the enemies near it."""

    starting: Annotated[int, Ask("Starting models", min=1, max=999, section=UNIT)] = 10
    left: Annotated[int, Ask("Models left", min=1, max=999, section=UNIT)] = 5
    mv: Annotated[int, Ask("Mv", unit=INCHES, min=0, max=99, section=UNIT)] = 6
    markers: Annotated[int, Ask("Markers", min=0, max=20, section=UNIT)] = 2
    covers: Annotated[tuple[Cover, ...], Ask("Positions", max=8)] = (Cover("Ruin"), Cover("Hedge", from_enemy=6))
    enemies: Annotated[tuple[Enemy, ...], Ask("Enemies", max=8)] = (Enemy("Rifles"),)
    edge: Annotated[
        int | None,
        Ask("Table edge behind it", "Straight away from the enemy; empty: far off.", unit=INCHES, min=0, max=199),
    ] = None
    coherency: Annotated[
        int | None,
        Ask("Coherency", f"Empty: as the house rules say. {REMARK}", unit=INCHES, min=0, max=99, advanced=True),
    ] = None


@dataclass(frozen=True, slots=True)
class Goal:
    """The position to run for: where it stands among the covers, its distance, and how far the leader goes."""

    place: int
    distance: int
    least: int
    most: int
    reached: bool


def goal_of(asked: FallBackQuestion, measure: str, stop: str) -> Goal | None:
    """The goal of the Fall Back Move and the leader's distance; ``None`` where the unit routs (WS-FM-1 to WS-FM-3)."""
    goals = [(cover.distance(measure), place) for place, cover in enumerate(asked.covers) if cover.is_goal(measure)]
    if not goals:
        return None
    least, most = asked.mv, DOUBLE * asked.mv
    nearest = min(goals)
    if stop == "another":
        nearest = min((goal for goal in goals if asked.covers[goal[1]].from_leader >= least), default=nearest)
    place = nearest[1]
    distance = asked.covers[place].from_leader
    if distance >= least or stop == "overshoot":
        return Goal(place, distance, least, most, distance <= most)
    return Goal(place, distance, distance, distance, True)


def coherency_words(house: House) -> str:
    """How near each model must end to one that has moved."""
    words = {
        "open": "as near as your table agreed",
        "ld": "within Ld in inches",
        "double_ld": f"within {DOUBLE} × Ld in inches of the leader",
        "four": f"within {COHERENCY}{INCHES}",
    }
    return house.settle(lambda reading: words[reading], COHERENCY_SWITCH)


def _named(name: str, word: str, place: int) -> str:
    return name or f"{word} {place + 1}"


def _cover_table(asked: FallBackQuestion, counting: tuple[bool, ...], goal: Goal | None) -> Table:
    rows: list[tuple[object, ...]] = []
    for place, (cover, counts) in enumerate(zip(asked.covers, counting, strict=True)):
        chosen = goal is not None and goal.place == place
        verdict = "run here" if chosen else "counts" if counts else "nearer to the enemy"
        rows.append(
            (
                Cell(_named(cover.name, "Position", place), Tone.STRONG if chosen else Tone.PLAIN),
                cover.kind.label,
                f"{cover.from_leader}{INCHES}",
                f"{cover.from_enemy}{INCHES}",
                Cell(verdict, Tone.GOOD if counts else Tone.BAD),
            )
        )
    return table("Positions", "*Position | It is | >From the leader | >From an enemy | Verdict", rows)


def _fall_back_steps(asked: FallBackQuestion, goal: Goal) -> tuple[Step, ...]:
    cover = asked.covers[goal.place]
    name = _named(cover.name, "Position", goal.place)
    steps = [Step("WS-FM-2", "Goal", name, f"The nearest that counts, {goal.distance}{INCHES} away.")]
    if goal.reached and goal.least == goal.most:
        steps.append(Step("WS-FM-3", "Leader moves", f"{goal.most}{INCHES}", "Up to the goal, and stops there."))
    else:
        arrival = "gets there" if goal.reached else "ends on the way"
        reason = f"Mv at least and twice Mv at most, toward the goal; {arrival}."
        steps.append(Step("WS-FM-3", "Leader moves", f"{goal.least}–{goal.most}{INCHES}", reason))
    return tuple(steps)


def rout_words(run: str, house: House) -> str:
    """How far routing models run, who owe at least ``run``."""
    far = {"exact": run, "unlimited": f"{run} or more"}
    return house.settle(lambda reading: far[reading], ROUT_MAX)


def _rout_steps(asked: FallBackQuestion, house: House) -> tuple[Step, ...]:
    run = DOUBLE * asked.mv
    distance = rout_words(f"{run}{INCHES}", house)
    seen = [enemy for enemy in asked.enemies if enemy.seen]
    if not seen:
        way = "No enemy is in sight: toward your own table edge."
    elif len(seen) == 1:
        way = "Straight away from the one enemy in sight."
    else:
        way = "Any way that ends no nearer to any enemy in sight."
    steps = [Step("WS-RT-1", "Each model runs", distance, way, Tone.BAD)]
    if asked.edge is not None and asked.edge < run:
        reason = f"The edge is {asked.edge}{INCHES} away: a model that cannot turn aside is a casualty."
        steps.append(Step("WS-RT-3", "Table edge", "too near", reason, Tone.BAD))
    return tuple(steps)


def _enemy_table(asked: FallBackQuestion) -> Table:
    rows: list[tuple[object, ...]] = [
        (
            _named(enemy.name, "Enemy", place),
            f"{enemy.distance}{INCHES}",
            f"{enemy.distance}{INCHES} or more" if enemy.seen else "any",
        )
        for place, enemy in enumerate(asked.enemies)
    ]
    return table("Enemies", "*Enemy | >Now | >After a Rout Move", rows)


def markers_after_move(markers: int, routed: bool, removes: str) -> int:
    """Markers after a Fall Back Move or, under the reading, a Rout Move (WS-FB-6, WS-RT-5)."""
    return markers if routed and removes == "off" else max(0, markers - RETREAT_REMOVES)


def _move_steps(asked: FallBackQuestion, goal: Goal | None, house: House) -> tuple[Step, ...]:
    steps = _rout_steps(asked, house) if goal is None else _fall_back_steps(asked, goal)
    others = f"{asked.mv}–{DOUBLE * asked.mv}{INCHES}" if goal is not None else "as the first"
    close = coherency_words(house) if asked.coherency is None else f"within {asked.coherency}{INCHES}"
    lost = "; who cannot is a casualty" if goal is None else ""
    reason = f"Each ends in coherency with one that has moved: {close}{lost}."
    steps += (Step("WS-RT-3" if goal is None else "WS-FM-4", "The others", others, reason),)
    after = house.settle(lambda removes: markers_after_move(asked.markers, goal is None, removes), ROUT_REMOVES)
    return (*steps, Step("WS-RT-5" if goal is None else "WS-FB-6", "Markers after it", str(after)))


def advise(asked: FallBackQuestion, setting: Setting) -> Answer:
    """Which move the rules demand of a unit that failed its check."""
    if asked.left > asked.starting:
        raise QuestionError("left", f"The unit started with {asked.starting} models; no more can be left.")
    house = setting.house
    found = house.settle(lambda half: fall_back_class(asked.starting, asked.left, half), EXACT_HALF)
    first = class_step(asked.starting, asked.left, found, "It must")
    if found is Class.DESTROYED:
        return Answer("The unit is destroyed.", Tone.BAD, (first,))

    def run_for(measure: str, stop: str) -> tuple[Goal | None, tuple[bool, ...]]:
        return goal_of(asked, measure, stop), tuple(cover.is_goal(measure) for cover in asked.covers)

    goal, counting = house.settle(run_for, MEASURE, STOP)
    move = _move_steps(asked, goal, house)
    if goal is None:
        run = rout_words(f"{DOUBLE * asked.mv}{INCHES}", house)
        headline = f"Rout Move: {run} away from every enemy in sight."
        tone = Tone.BAD
    else:
        name = _named(asked.covers[goal.place].name, "Position", goal.place)
        span = f"{goal.most}{INCHES}" if goal.least == goal.most else f"{goal.least}–{goal.most}{INCHES}"
        headline = f"Fall Back Move to {name}: {span}."
        tone = Tone.FAIR
    notes = ["Falling back is the unit’s activation."]
    if found is Class.CHOICE:
        seen = any(enemy.seen for enemy in asked.enemies)
        may_stay = house.settle(lambda needs: seen or needs == "off", TARGET)
        if may_stay:
            headline = f"Snap Shots where it stands, or {headline}"
            tone = Tone.FAIR
            notes.append("Snap Shots take no marker off.")
        else:
            notes.append("No enemy is in sight, so Snap Shots are not open to it.")
    tables = tuple(
        drawn
        for drawn in (_cover_table(asked, counting, goal), _enemy_table(asked) if goal is None else None)
        if drawn is not None and drawn.rows
    )
    return Answer(headline, tone, (first, *move), (), tables, tuple(notes))


def size_prefill(spec: WarUnit) -> dict[str, Any]:
    """Starting models, all of them left; nothing for a unit without models."""
    return {"starting": spec.starting, "left": spec.starting} if spec.starting else {}


def _prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    spec: WarUnit = own.unit.spec
    return {**size_prefill(spec), **({} if spec.mv is None else {"mv": at_least_nought(spec.mv)})}


FALL_BACK = Calculator(
    "fall-back",
    "Fall-back adviser",
    "Which move the rules demand of a unit that failed its check.",
    FallBackQuestion,
    advise,
    _prefill,
)
