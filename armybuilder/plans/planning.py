"""The plan of a game at the table as its panel shows it: who engages whom now, and why; browsers run this too."""

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode

from armybuilder.matches.asking.engagement import context_for, name_for, sent_distance
from armybuilder.matches.log.device_match import AnyMatch, armies_for
from armybuilder.matches.log.wording import group_name_for
from armybuilder.plans.situation import IN_SIGHT, Situation
from rulesets.core.assignments import Assignment
from rulesets.core.calculators import decimal, percent
from rulesets.core.engagements import side_of
from rulesets.core.plans import Goal, Plan, PlanLine, Planner, Wishes
from rulesets.core.play.blanks import Viewer
from rulesets.core.play.matches import SIDES
from rulesets.core.play.states import Side
from rulesets.core.wording import count_of

FIRST_SECONDS, SECONDS = 0.4, 2.2
"""How long a plan is looked for before its panel shows one, and for how long again while it is shown."""
LITTLE: Final = Fraction(1, 20)
"""What a unit gains that is shown as nothing."""
MIN_TIMES: Final = Fraction(21, 20)
"""How many times as much a plan has to gain that it says so."""
NOT_KNOWN: Final = "The plan does not count movement, later covering fire or your own losses."


@dataclass(frozen=True, slots=True)
class Found:
    """The best plan found for a question: who engages each target, and whether none is better.

    One that ``is_done`` was looked for as long as a plan is, so that whoever asks again gets the same one.
    """

    best: Assignment
    is_exact: bool
    is_done: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the plan: what is said of it, and queries to engage, to leave the unit out and to keep its target.

    ``part`` says what is done in its part of the turn, where a plan is for several.
    """

    part: str
    unit: str
    target: str
    figures: str
    reason: str
    assumed: str
    engage: str
    leave_out: str
    keep: str
    is_kept: bool


class PlanPanel:
    """A plan for the ``acting`` side of a game, from what its player may know; ``search`` looks for it."""

    def __init__(self, loaded: AnyMatch, viewer: Viewer, acting: int, data: Mapping[str, str]) -> None:
        """Find who may act, and what the player wants."""
        self.loaded, self.viewer, self.acting, self.data = loaded, viewer, acting, data
        ruleset = loaded.ruleset
        deployed = viewer.deployed(loaded.state, acting)
        known = {unit.id for _, unit in deployed.force.units()} if deployed else set()
        self.left_out = tuple(each for each in data.get("out", "").split(",") if each in known)
        self.pinned = dict(each.split(":", 1) for each in data.get("pin", "").split(",") if ":" in each)
        self.goal = next((each for each in Goal if each.value == data.get("goal")), Goal.LOSSES)
        self.house = (loaded.armies[acting] or loaded.armies[0]).context.house
        self.planner = Planner(
            loaded.setup,
            loaded.state,
            acting,
            ruleset.calculator,
            context_for(loaded, viewer, acting),
            deployed=viewer.deployed,
            by_group=ruleset.group_card is not None,
            distance=sent_distance(data),
            wishes=Wishes(self.goal, data.get("target", ""), frozenset(self.left_out), self.pinned),
        )
        self.distance = self.planner.distance
        self.plan, self.found = Plan(), Found({}, is_exact=False, is_done=False)
        self.lost = self._words_of_losses()
        self._steps, self._seconds = self.planner.run(), 0.0

    def search(self, seconds: float, limit: float, found: Found | None = None) -> float | None:
        """Look for a better plan for some seconds, and return how much is done.

        It is ``None`` once all is done, or the search took as long as its ``limit`` of seconds in all. What was
        ``found`` for the same question before is never made worse.
        """
        started, share, search = time.monotonic(), None, self.planner.search
        if found is not None and found.is_done:
            search.settle(found.best, is_exact=found.is_exact)
        else:
            share = next((share for share in self._steps if time.monotonic() > started + seconds), None)
            if found is not None:
                search.compare(found.best)
        self.plan = self.planner.plan()
        self._seconds += time.monotonic() - started
        is_over = share is None or self._seconds >= limit
        # On a busy machine the time may be over before the search has got beyond its start.
        self.found = Found(search.best, self.plan.is_exact, is_over and share != 0.0)
        return None if share is None or is_over else max(share, self._seconds / limit)

    def _words_of_losses(self) -> str:
        play = self.loaded.setup.play
        if play.planning is not None and play.planning.words:
            return play.planning.words
        return f"{play.harm.words} lost" if play.harm else "lost"

    def name(self, side: int, unit: str) -> str:
        """A unit, or the group that acts as one, as the viewer knows it; its place only where others have its name."""
        found = side_of(self.viewer.deployed(self.loaded.state, side), unit)
        if self.loaded.ruleset.group_card is not None:
            return group_name_for(self.loaded, self.viewer, side, found.group)
        title = self._title(side, found)
        if self._titles[side][title] > 1:
            return name_for(self.loaded, self.viewer, side, found)
        return title

    def _title(self, side: int, unit: Side) -> str:
        army = armies_for(self.loaded, self.viewer)[side]
        return self.loaded.ruleset.title_of(unit.unit, unit.group, army.context) if army else ""

    @cached_property
    def _titles(self) -> list[Counter[str]]:
        """How many units of each side that the viewer knows have a name."""
        titles = []
        for side in SIDES:
            deployed = self.viewer.deployed(self.loaded.state, side)
            units = deployed.force.units() if deployed else ()
            titles.append(Counter(self._title(side, Side(deployed.force, *each)) for each in units if deployed))
        return titles

    def rows(self, situation: Situation) -> Iterator[Row]:
        """The lines of the plan, with what they assume."""
        for line in self.plan.lines:
            fields = {"own": line.unit, "opposing": line.target, "side": self.acting, "distance": self.distance}
            pins = {**self.pinned, line.unit: line.target}
            is_kept = self.pinned.get(line.unit) == line.target
            if is_kept:
                del pins[line.unit]
            yield Row(
                situation.part_of(line.unit),
                self.name(self.acting, line.unit),
                self.name(1 - self.acting, line.target),
                self._figures(line),
                self._reason(line),
                situation.assumed_of(line.unit),
                urlencode({name: value for name, value in fields.items() if value is not None}),
                self.query(out=",".join((*self.left_out, line.unit))),
                self.query(pin=",".join(f"{unit}:{target}" for unit, target in pins.items())),
                is_kept,
            )

    def _figures(self, line: PlanLine) -> str:
        """What the unit adds, and the chance that its target is out of play then, without a chance that is none."""
        figures = f"On average {decimal(line.lost, 1)} {self.lost}"
        return f"{figures}, {percent(line.gone)} chance to put it out of play" if line.gone else figures

    def _reason(self, line: PlanLine) -> str:
        """Why this unit engages this target, in a sentence."""
        following = (each.unit for each in self.plan.lines if each.target == line.target and line.unit in each.before)
        if line.lost < LITTLE and (follower := next(following, "")):
            return f"It weakens the target for your {self.name(self.acting, follower)}."
        if line.alone:
            there = [each for each in self.plan.lines if each.target == line.alone]
            best = self.name(1 - self.acting, line.alone)
            if not there:
                return f"Together the units gain more here than at {best}."
            names = [self.name(self.acting, each.unit) for each in there]
            others = f" and {count_of(len(names) - 1, 'other unit')}" if len(names) > 1 else ""
            return f"Its own best target, {best}, is left to your {names[0]}{others}."
        if line.gone_before >= LITTLE and line.gone - line.gone_before >= LITTLE:
            return f"It raises that chance from {percent(line.gone_before)} to {percent(line.gone)}."
        if line.before:
            return f"It adds to what your {self.name(self.acting, line.before[-1])} begins."
        if not line.second:
            return "It can do nothing to a target of another kind."
        second = f"the enemy {self.name(1 - self.acting, line.second)}"
        if (line.second_lost, line.second_gone) == (line.lost, line.gone):
            return f"At {second} it would do as much."
        gains = f"{decimal(line.second_lost, 1)} {self.lost}"
        if self.goal is not Goal.LOSSES:
            gains = f"{percent(line.second_gone)} chance to put it out of play"
        return f"Next best is {second}: {gains}."

    def totals(self) -> str:
        """What the whole plan gains, and how that compares, in two sentences."""
        plan = self.plan
        if not plan.lines:
            return "No unit that may still act can gain anything now."
        whole = f"Expected: {decimal(plan.lost, 1)} {self.lost}, {decimal(plan.out, 1)} units out of play."
        usual = f"{decimal(plan.usual_lost, 1)} and {decimal(plan.usual_out, 1)}"
        times = plan.lost / plan.usual_lost if plan.usual_lost > 0 else Fraction(0)
        more = f" The plan gains {decimal(times, 1)} times as much." if times > MIN_TIMES else ""
        return f"{whole} If each unit engaged the target where it does the most by itself, it would be {usual}.{more}"

    def notes(self) -> list[str]:
        """What the plan does not know."""
        planning = self.loaded.setup.play.planning
        hidden = self.viewer.blanks(self.loaded.state, 1 - self.acting)
        return [
            "No other plan gains more." if self.plan.is_exact else "There may be a better plan: not all were compared.",
            NOT_KNOWN,
            *(["Hidden units are not part of the plan."] if hidden else []),
            *(planning.notes(self.house) if planning else ()),
        ]

    def query(self, **changed: str) -> str:
        """The query of this plan, with some values changed. Empty values and ``more`` are left out."""
        values = {name: self.data.get(name, "") for name in ("distance", "goal", "target", "out", "pin")}
        return urlencode({"side": self.acting, **{n: v for n, v in {**values, **changed}.items() if v}})


def plan_context(panel: PlanPanel, path: str, engage: str, progress: float | None) -> dict[str, Any]:
    """The context of ``plans/plan.html``; ``path`` is its address, ``engage`` that of engagements.

    Where there is a ``progress`` the panel asks for the plan that the search finds next.
    """
    acting, situation = panel.acting, Situation(panel.planner, panel.plan)
    targets = [(unit, panel.name(1 - acting, unit)) for unit in panel.planner.candidates]
    return {
        "path": path,
        "engage": engage,
        "acting": acting,
        "panel": panel,
        "progress": progress,
        "more": panel.query(more="1"),
        "rows": list(panel.rows(situation)),
        "situation": situation,
        "unplanned": list(situation.unplanned(lambda unit: panel.name(acting, unit))),
        "are_many": len(panel.plan.idle) + len(panel.planner.unplanned) > IN_SIGHT,
        "goals": list(Goal),
        "targets": targets,
        "needs_target": panel.goal is Goal.TARGET,
        "left_out": [
            (panel.name(acting, unit), panel.query(out=",".join(each for each in panel.left_out if each != unit)))
            for unit in panel.left_out
        ],
    }
