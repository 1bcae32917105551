"""One army against another: every unit of one against every unit of the other, by the figure that decides."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from rulesets.core.calculators import Brief, Calculator, SolveContext
from rulesets.core.declarations.fields import Ask, Field, Kind, values_in
from rulesets.core.engagements import Targets, in_brief, with_field
from rulesets.core.play.definition import Engagement, units_on_table
from rulesets.core.play.matches import Match
from rulesets.core.play.states import AnyDeployed, Side
from rulesets.core.tables import Tone

MAX_CONDITIONS: Final = 6
"""The most fields that a reader sets for all pairs."""
NEVER: Final = "It can never engage this one"
SIGNS: Final = {Tone.GOOD: "▲", Tone.FAIR: "=", Tone.BAD: "▼"}
"""What tones look like without colours."""


@dataclass(frozen=True, slots=True)
class GridUnit:
    """Equal units of a side, by one of them; ``units`` are the ids of all."""

    title: str
    units: tuple[str, ...]
    side: Side


@dataclass(frozen=True, slots=True)
class GridCell:
    """What a unit can do to another: the engagement, its answer in brief, or ``why`` it cannot.

    ``fields`` are those of the question that the grid has set, by path.
    """

    engagement: Engagement | None = None
    brief: Brief | None = None
    why: str = ""
    fields: tuple[tuple[str, Any], ...] = ()

    @property
    def worth(self) -> tuple[Fraction, ...]:
        """What cells are sorted by; less than any figure where there is none."""
        return self.brief.worth if self.brief is not None and not self.why else ()

    @property
    def sign(self) -> str:
        """The sign of its tone; empty where there is no figure."""
        return SIGNS.get(self.brief.tone, "") if self.brief is not None and not self.why else ""


@dataclass(frozen=True, slots=True)
class Condition:
    """A field of the questions that a reader sets for all pairs, with its usual value in one of them."""

    path: str
    field: Field
    usual: Any
    question: Any

    def takes(self, value: Any) -> bool:
        """Whether the field can have that plain value."""
        return with_field(self.question, self.path, value) is not None


class ArmyGrid:
    """The units of the ``acting`` side in rows, those of the other in columns, equal ones once.

    ``distance`` is that of all pairs that have one, asked for by ``ask``, with ``steps`` to choose from and the
    ``longest`` that it may be; by default that of the first question of the unit that reaches furthest. ``conditions``
    are the fields that most pairs have.
    """

    def __init__(
        self,
        match: Match,
        deployed: tuple[AnyDeployed, AnyDeployed],
        acting: int,
        calculator: Callable[[str], Calculator[Any]],
        context: SolveContext,
        name: Callable[[Side], str],
        *,
        by_group: bool = False,
        at_table: bool = True,
        distance: int | None = None,
        chosen: Mapping[str, Any] | None = None,
        maximum: int | None = None,
    ) -> None:
        """``name`` names units, ``chosen`` are plain values of conditions by path.

        ``by_group``: a group acts as one, by its first unit. ``calculator`` finds one by its slug. Unless the armies
        are ``at_table``, they are compared as before a game. Of each side at most a ``maximum`` of different units is
        compared.
        """
        self.match, self.calculator, self.context = match, calculator, context
        self.chosen, self._answers = dict(chosen or {}), dict[tuple[str, Any], Brief]()
        self.own, self.opposing = (
            _units(match, deployed[side], name, by_group=by_group, at_table=at_table)[:maximum]
            for side in (acting, 1 - acting)
        )
        self.distance, self.longest, self.steps = distance, 0, tuple[int, ...]()
        self.measure = ""
        self.ask: Ask | None = None
        self.conditions = self._settle()
        known = {each.path: each for each in self.conditions}
        fits = ((path, value) for path, value in self.chosen.items() if path in known and known[path].takes(value))
        self.chosen = dict(fits)

    def lines(self, end: int | None = None) -> Iterator["Line"]:
        """Each unit, or the first few, with its cells in the order of ``opposing``."""
        for own in self.own[:end]:
            asks = self._targets(own)
            yield own, tuple(self._cell(asks, other.side) for other in self.opposing)

    def _targets(self, own: GridUnit) -> Targets:
        asks = Targets(self.match, self.calculator, own.side, self.context, self.distance)
        asks.measure = self.measure
        return asks

    def _settle(self) -> tuple[Condition, ...]:
        """Agree on the distance of the unit that reaches furthest, and find the conditions that readers set."""
        others = [each.side for each in self.opposing]
        compared = [self._targets(own) for own in self.own]
        for asks in compared:
            asks.compare(others)
        furthest = max(compared, key=lambda asks: asks.longest, default=None)
        if furthest is not None and furthest.measure:
            self.measure, self.ask = furthest.measure, furthest.ask
            self.distance, self.longest = furthest.distance, furthest.longest
            steps = (asks.steps for asks in compared if asks.measure == self.measure)
            self.steps = max(steps, key=lambda steps: steps[-1:])
        asked = Counter[str]()
        fields = dict[str, Condition]()
        for own in self.own:
            asks = self._targets(own)
            for other in others:
                ways = self.match.play.engagements(own.side, other)
                asked.update(ways[0].conditions if ways else ())
                for way in ways[:1]:
                    if not fields.keys() >= set(way.conditions) and (found := asks.asked(other)) and found[1]:
                        fields |= _conditions(found[1], way.conditions, fields)
        return tuple(fields[path] for path, _ in asked.most_common() if path in fields)[:MAX_CONDITIONS]

    def _cell(self, asks: Targets, other: Side) -> GridCell:
        asked = asks.asked(other)
        if asked is None:
            return GridCell(why=NEVER)
        engagement, question, why = asked
        if question is None:
            return GridCell(engagement, None, why)
        fields = dict[str, Any]()
        if engagement.measure == self.measure != "":
            fields[engagement.distance] = self.distance
        for condition in self.conditions:
            if condition.path in self.chosen and condition.path in engagement.conditions:
                changed = with_field(question, condition.path, self.chosen[condition.path])
                if changed is not None:
                    question, fields[condition.path] = changed, self.chosen[condition.path]
        calculator = self.calculator(engagement.calculator)
        key = calculator.slug, question
        if key not in self._answers:
            self._answers[key] = in_brief(calculator, question, self.context)
        brief = self._answers[key]
        return GridCell(engagement, brief, why or brief.words * brief.refused, tuple(fields.items()))


Line = tuple[GridUnit, tuple[GridCell, ...]]
"""A unit with its cells."""


def merged(lines: Sequence[Line], columns: Sequence[GridUnit]) -> tuple[list[Line], list[GridUnit]]:
    """The lines and columns of a whole grid with those together that say the same of units of one name."""
    turned = [(column, tuple(cells[place] for _, cells in lines)) for place, column in enumerate(columns)]
    kept_columns = _together(turned)
    firsts = [column.units[0] for column in columns]
    places = [firsts.index(unit.units[0]) for unit, _ in kept_columns]
    kept = [(unit, tuple(cells[place] for place in places)) for unit, cells in lines]
    return _together(kept), [unit for unit, _ in kept_columns]


def _together(lines: Sequence[Line]) -> list[Line]:
    equal = dict[tuple[str, tuple[GridCell, ...]], GridUnit]()
    for unit, cells in lines:
        known = equal.get((unit.title, cells))
        equal[unit.title, cells] = unit if known is None else replace(known, units=(*known.units, *unit.units))
    return [(unit, cells) for (_, cells), unit in equal.items()]


def toned(lines: Sequence[Line]) -> list[Line]:
    """The lines with a tone for figures whose game gives them none: by the best figure against the same unit."""
    if not lines:
        return []
    best = [max(cells[place].worth for _, cells in lines) for place in range(len(lines[0][1]))]
    return [(unit, tuple(_toned(cell, best[place]) for place, cell in enumerate(cells))) for unit, cells in lines]


def _toned(cell: GridCell, best: tuple[Fraction, ...]) -> GridCell:
    brief = cell.brief
    if brief is None or cell.why or brief.tone is not Tone.PLAIN or not brief.worth or not brief.is_figure:
        return cell
    share = brief.worth[0] / best[0] if best[0] > 0 else Fraction(0)
    tone = Tone.GOOD if 2 * share > 1 else Tone.FAIR if share > 0 else Tone.BAD
    return replace(cell, brief=replace(brief, tone=tone))


def _conditions(question: Any, paths: tuple[str, ...], known: Mapping[str, Condition]) -> dict[str, Condition]:
    kinds = (Kind.BOOL, Kind.CHOICE, Kind.INT)
    return {
        path: Condition(path, field, value, question)
        for path, field, value in values_in(question)
        if path in paths and path not in known and field.kind in kinds and value is not None
    }


def _units(
    match: Match, deployed: AnyDeployed, name: Callable[[Side], str], *, by_group: bool, at_table: bool
) -> tuple[GridUnit, ...]:
    """The units of a side that can be engaged, equal ones together."""
    equal = dict[Any, GridUnit]()
    for present in units_on_table(match.play, deployed, by_group=by_group):
        side, group = present if at_table else replace(present, deployed=None), present.group
        # What a unit can do may depend on what else is in its group.
        specs = frozenset(unit.spec for unit in group.units)
        states = tuple(deployed.states.get(each.id) for each in group.units) if by_group else side.state
        title, kinds = name(side), tuple(each.spec for each in group.units) if by_group else side.unit.spec
        key = title, kinds, group.spec, specs, states, side.hidden
        known = equal.get(key, GridUnit(title, (), side))
        equal[key] = replace(known, units=(*known.units, side.unit.id))
    return tuple(equal.values())
