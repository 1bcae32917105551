"""What a unit that failed its check must do: snap-fire, fall back, rout or be removed (WS-FB, WS-FM, WS-RT)."""

import enum
from dataclasses import dataclass
from typing import Annotated

from rulesets.core.calculators import Step, percent
from rulesets.core.declarations.fields import Ask, Choice
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.wording import count_of

from .house_rules import WORDS
from .tables import DESTROYED_BELOW, FREE_CHOICE_ABOVE, RETREAT_REMOVES
from .units import INCHES


class FallBackClass(enum.Enum):
    """What a unit may do after a failed check, by the share of its models left."""

    CHOICE = "choice"
    FORCED = "forced"
    DESTROYED = "destroyed"


_CLASSES = WORDS.sentences("classes")
CLASS_RULES = {FallBackClass.CHOICE: "WS-FB-2", FallBackClass.FORCED: "WS-FB-3", FallBackClass.DESTROYED: "WS-FB-4"}


def fall_back_class(starting: int, left: int, exact_half: str) -> FallBackClass:
    """The class of a unit with ``left`` of ``starting`` models (WS-FB-2 to WS-FB-5)."""
    if left < DESTROYED_BELOW * starting:
        return FallBackClass.DESTROYED
    half = FREE_CHOICE_ABOVE * starting
    return FallBackClass.CHOICE if left > half or (left == half and exact_half == "choice") else FallBackClass.FORCED


def class_rule(starting: int, left: int, size_class: FallBackClass) -> str:
    """The rule that puts a unit into its class."""
    return "WS-FB-5" if left == FREE_CHOICE_ABOVE * starting else CLASS_RULES[size_class]


def class_step(starting: int, left: int, size_class: FallBackClass, label: str, house: HouseRules) -> Step:
    """The step for a unit of that class, with its rule."""
    rule, words = class_rule(starting, left, size_class), _CLASSES[size_class.value](house)
    few, half = percent(DESTROYED_BELOW), percent(FREE_CHOICE_ABOVE)
    if left == FREE_CHOICE_ABOVE * starting:
        forced = size_class is FallBackClass.FORCED
        who = "Only a unit with more than half may stay" if forced else "Your house rules let such a unit stay"
        share = f"exactly half. {who}"
    elif size_class is FallBackClass.FORCED:
        share = f"from {few} to under {half}"
    else:
        share = f"under {few}" if size_class is FallBackClass.DESTROYED else f"over {half}"
    return Step(rule, label, words, f"{left} of {count_of(starting, 'model')} left. That is {share}.")


@dataclass(frozen=True, slots=True)
class SizeLimits:
    """Models left at which a unit's class changes: choice from ``choice`` up, destroyed at ``destroyed`` or less."""

    starting: int
    choice: int
    destroyed: int

    @property
    def forced_span(self) -> str:
        """The numbers of models left with which it must fall back, or a dash."""
        return _span(self.destroyed + 1, self.choice - 1)

    @property
    def destroyed_span(self) -> str:
        """The numbers of models left with which it is destroyed, or a dash."""
        return _span(1, self.destroyed)


def _span(minimum: int, maximum: int) -> str:
    return "–" if minimum > maximum else str(minimum) if minimum == maximum else f"{minimum}–{maximum}"


def limits(starting: int, house: HouseRules) -> SizeLimits:
    """The size limits of a unit with so many starting models."""

    def under(exact_half: str) -> SizeLimits:
        classes = [fall_back_class(starting, left, exact_half) for left in range(1, starting + 1)]
        return SizeLimits(
            starting, starting + 1 - classes.count(FallBackClass.CHOICE), classes.count(FallBackClass.DESTROYED)
        )

    return house.resolve(under, "exact_half")


many_words = WORDS.sentence("many")
"""The share of its models with which a unit that fails its check may stay."""

may_stay = WORDS.sentence("may_stay", "many", "shots")
"""With which share it may stay, for how many Snap Shots."""

destroyed_words = WORDS.sentence("destroyed")
"""When a unit under a quarter of its models is destroyed."""


class PositionKind(Choice):
    """The kinds of safer position."""

    HIDDEN = "hidden", "Hidden"
    CONCEALED = "concealed", "Concealed"
    OBSCURED = "obscured", "Obscured"


@dataclass(frozen=True, slots=True)
class Position:
    """A position to run for; which one counts is for the players to judge."""

    name: Annotated[str, Ask("Position", max_length=40)] = ""
    kind: Annotated[PositionKind, Ask("It is", "The players judge this for any enemy that sees the unit now.")] = (
        PositionKind.CONCEALED
    )
    from_leader: Annotated[int, Ask("From the leader", unit=INCHES, min=0, max=199)] = 8
    from_nearest: Annotated[
        int | None,
        Ask("From the nearest model", "Leave blank to use the distance from the leader.", unit=INCHES, min=0, max=199),
    ] = None
    from_enemy: Annotated[
        int,
        Ask("From the nearest enemy unit", "Count that unit whether it is seen or not.", unit=INCHES, min=0, max=199),
    ] = 18

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


coherency_words = WORDS.sentence("coherency")
"""How near each model must end its move to one that has moved."""


rout_words = WORDS.sentence("rout", "run")
"""How far routing models run, at least ``run``."""


def markers_after_move(markers: int, routed: bool, removes: str) -> int:
    """Markers after a Fall Back Move or, under the reading, a Rout Move (WS-FB-6, WS-RT-5)."""
    return markers if routed and removes == "off" else max(0, markers - RETREAT_REMOVES)
