"""When a plan is for, what it assumes, and the units that it has nothing for, in words; browsers run this too."""

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import groupby
from typing import Final

from rulesets.core.plans import OUT_OF_PLAY, Plan, Planner

IN_SIGHT: Final = 3
"""Units without a line that are named in sight; more are folded."""
MEASURED: Final = "measured on the map"
IN_RANGE: Final = "Every target counts as in range."
CHOSEN: Final = "You chose the distance."
NOT_CHOSEN: Final = "You have not chosen the distance."


class Situation:
    """What the lines of a plan assume, in the game as it stands."""

    def __init__(self, planner: Planner, plan: Plan) -> None:
        """Ask the game about each line."""
        self.planner, self.plan, self.state = planner, plan, planner.state
        self._asked = {line.unit: planner.asked(line.unit, line.target) for line in plan.lines}
        self._places = {line.unit: planner.segment(line.unit, line.target) for line in plan.lines}
        phrases = [self._phrases(unit) for unit in self._asked]
        self._common = tuple(each for each in phrases[0] if all(each in one for one in phrases)) if phrases else ()

    @cached_property
    def is_now(self) -> bool:
        """Whether a line belongs to the current segment, and it is the side's go."""
        is_due = not self.plan.lines or self.state.segment in self._places.values()
        return is_due and not self.state.ended and self.planner.acting in self.planner.match.acting(self.state)

    def when(self) -> str:
        """The segment that the plan is for, and the one that it is now where that is another."""
        current = f"turn {self.state.turn}, “{self._title(self.state.segment)}”"
        places = sorted({each for each in self._places.values() if each is not None})
        if self.state.ended:
            return "The game is over. This plan is for the position at its end."
        if not places:
            return f"It is {current}."
        titles = " and ".join(dict.fromkeys(f"“{self._title(each)}”" for each in places))
        if self.is_now:
            return f"This plan is for turn {self.state.turn}, {titles}."
        if self.state.segment in places:
            return f"It is {current}, and the other side’s go. This plan is for your next go."
        turn = f" of turn {self.state.turn + 1}" if max(places) < self.state.segment else ""
        return f"It is {current}. This plan is for {titles}{turn}."

    def assumed(self) -> list[str]:
        """What all lines assume, in sentences."""
        if not self.plan.lines:
            return []
        said = [f"All lines assume: {', '.join(self._common)}."] if self._common else []
        if not self.planner.longest:
            return [*said, IN_RANGE]
        targets = [each for each in self._asked.values() if not each.measured and each.engagement]
        if any(each.engagement.distance for each in targets if each.engagement):
            said.append(NOT_CHOSEN if self.planner.distance is None else CHOSEN)
        return said

    @property
    def is_measured(self) -> bool:
        """Whether the distance of a line is from the map."""
        return any(each.measured for each in self._asked.values())

    def assumed_of(self, unit: str) -> str:
        """What the line of a unit assumes that not all of them do."""
        phrases = [each for each in self._phrases(unit) if each not in self._common]
        return f"Assumed: {', '.join(phrases)}." if phrases else ""

    def part_of(self, unit: str) -> str:
        """What is done in the segment of a unit's line, such as “Engage with OTF”; empty where all have the same."""
        place = self._places[unit]
        if place is None or len({*self._places.values()}) == 1:
            return ""
        segment = self.planner.match.segments[place]
        words = segment.task or segment.title
        return words[0].upper() + words[1:]

    def unplanned(self, name: Callable[[str], str]) -> Iterator[tuple[str, str]]:
        """The reasons why units have no line, each with their names; those that are out of play come last."""
        without = self.planner.without_line(self.plan)
        reasons = sorted(without, key=lambda each: (each[1] == OUT_OF_PLAY, each[1]))
        for why, units in groupby(reasons, lambda each: each[1]):
            yield why, ", ".join(name(unit) for unit, _ in units)

    def _phrases(self, unit: str) -> tuple[str, ...]:
        target = self._asked[unit]
        return (*target.assumed, *([MEASURED] if target.measured else []))

    def _title(self, place: int) -> str:
        return self.planner.match.segments[place].title
