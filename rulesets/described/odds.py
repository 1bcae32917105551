"""The odds of a document as calculators: exact chances, results at the table, rolled dice, all from one outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any, TypeVar

from rulesets.core.calculators import (
    Answer,
    Brief,
    Calculator,
    CalculatorGroup,
    Chart,
    OneOutcome,
    Outcome,
    QuestionError,
    Result,
    SolveContext,
    Step,
    amounts,
    decimal,
    percent,
)
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.codec import Path
from rulesets.core.declarations.fields import clamp
from rulesets.core.dice import Distribution, certain, die, mean
from rulesets.core.play.rolls import Roller
from rulesets.core.play.states import Change, Side

from .chances import DieStage, Pool, TooMuch, after_stages, chance_of, damage_done, damage_of, difference, rolled_stages
from .document import Chain, FieldType, Keep, Odds, Roll, Source, Stage, Table
from .formulas import Formula, Names, Values
from .model import Model, key_of_box
from .texts import amount
from .vocabulary import constants, names_of, values_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Found:
    """The outcome of a question: the working, and the chances of a number, which is at most ``maximum``.

    Where a table decides, ``endings`` are the chances of its rows by their places, and ``harms`` what each does.
    """

    steps: tuple[Step, ...]
    number: Distribution[int]
    maximum: int
    endings: Distribution[int] | None = None
    harms: tuple[int, ...] = ()


_NOT_ASKED: Mapping[FieldType, Any] = {
    FieldType.NUMBER: 0,
    FieldType.YES: False,
    FieldType.TEXT: "",
    FieldType.ENTRY: "",
    FieldType.LIST: [],
}
"""What a question has of a field that its unit is not asked for; of a choice it keeps the usual one."""

Solver = Callable[[dict[str, Any], SolveContext], Found]


def calculators_of(model: Model) -> tuple[Calculator[Any], ...]:
    """The calculators of all odds, in order."""
    return tuple(_Odds(model, odds, ("odds", number)).calculator() for number, odds in enumerate(model.game.odds))


def groups_of(model: Model) -> tuple[CalculatorGroup, ...]:
    """The groups of the calculators; each calculator has to be in one of them, if there are any."""
    slugs = [odds.slug for odds in model.game.odds]
    grouped = [slug for group in model.game.odds_groups for slug in group.odds]
    if grouped and sorted(grouped) != sorted(slugs):
        model.problems.add(("odds_groups",), f"name each calculator once: {', '.join(slugs)}")
    return tuple(CalculatorGroup(group.title, group.odds) for group in model.game.odds_groups)


class _Odds:
    """One calculator: its question, and how it is solved."""

    def __init__(self, model: Model, odds: Odds, path: Path) -> None:
        self.model, self.odds, self.path = model, odds, path
        self.fields = odds.fields
        self.names: Names = {**model.common, **names_of(self.fields, model.game)}
        self.used = set[str]().union(*(each.formula.names | each.when.names for each in model.upgrades))
        self.question = model.declared(odds.slug, self.fields, model.catalogue, (*path, "fields"))
        self.assumed = tuple(model.text(text, self.names, (*path, "assumed", n)) for n, text in enumerate(odds.assumed))
        self.used |= set[str]().union(*(each.names for each in self.assumed))
        ways = [odds.chain is not None, odds.table is not None, bool(odds.certain)]
        if sum(ways) != 1:
            model.problems.add(
                path, "choose one: rolls one after the other, one roll and a table of results, or a number without dice"
            )
        self.solver = self._solver()
        numbers = [each.name for each in self.fields if each.type is FieldType.NUMBER]
        self.counting = (numbers or [self.fields[0].name])[0]
        self.harm = next((each for each in model.game.tracks if each.slug == odds.harm), None)
        self.acted = next((each for each in model.game.tracks if each.slug == odds.acted), None)
        self._check_tracks()

    def _check_tracks(self) -> None:
        for name, track in (("harm", self.harm), ("acted", self.acted)):
            if getattr(self.odds, name) and track is None:
                self.model.problems.add((*self.path, name), "there is no such track")
        if self.harm is not None and self.harm.names:
            self.model.problems.add((*self.path, "harm"), "name a track that is counted")
        if self.odds.saved_by_hand and not self.odds.harm:
            self.model.problems.add((*self.path, "harm"), "name the track that the players decide")
        if self.acted is not None and not self.acted.names:
            self.model.problems.add((*self.path, "acted"), "name a track whose boxes have names")
        for number, each in enumerate(self.fields):
            if each.source is Source.NONE:
                continue
            taken = next((field for field in self.model.game.unit if field.name == (each.taken or each.name)), None)
            path = (*self.path, "fields", number)
            if taken is None:
                self.model.problems.add((*path, "taken"), "a unit has no such field")
            elif (taken.type, taken.kind, taken.decimals) != (each.type, each.kind, each.decimals):
                self.model.problems.add((*path, "type"), f"ask for what the field “{taken.label}” of a unit holds")
            elif {each.value for each in taken.options} - {each.value for each in each.options}:
                self.model.problems.add(
                    (*path, "options"), f"offer every option of the field “{taken.label}” of a unit"
                )
            if each.less and each.type is not FieldType.NUMBER:
                self.model.problems.add((*path, "less"), "leave this blank, since the field is not a number")

    def calculator(self) -> Calculator[Any]:
        """The calculator."""
        one = OneOutcome(self.outcome, self.answer, self.results)
        exact = not self.odds.saved_by_hand
        return Calculator(
            self.odds.slug,
            self.odds.title,
            self.odds.about,
            self.question,
            one.solve,
            self.filled_in,
            results=one.results,
            one_sided=not any(each.source is Source.OPPOSING for each in self.fields),
            brief=one.brief(self.brief),
            roll=one.roll if exact and not self.odds.certain else None,
        )

    # --- the question -----------------------------------------------------------------------------------------

    def filled_in(self, own: Side, opposing: Side | None) -> dict[str, Any]:
        """The question's fields from units of an army."""
        sources = {each.source for each in self.fields}
        sides = {
            source: side
            for source, side in ((Source.OWN, own), (Source.OPPOSING, opposing))
            if source in sources and side is not None
        }
        not_asked = {source: self.model.not_asked(side) for source, side in sides.items()}
        given = {}
        for each in self.fields:
            side = sides.get(each.source)
            if side is None:
                continue
            name = each.taken or each.name
            value = getattr(side.unit.spec, name)
            if name in not_asked[each.source]:
                if each.type is not FieldType.CHOICE:
                    given[each.name] = _NOT_ASKED[each.type]
                continue
            if each.type is FieldType.LIST:
                value = list(value)
            elif each.type is FieldType.CHOICE:
                value = value.value
            if each.less:
                value = max(1, value - side.state.count(each.less))
            given[each.name] = value
        numbers = {each.name for each in self.fields if each.type is FieldType.NUMBER}
        given |= clamp(self.question, **{name: value for name, value in given.items() if name in numbers})
        return given

    def values(self, question: Any, catalogue: Catalogue) -> dict[str, Any]:
        """The values of the question for formulas; raises ``QuestionError`` for an unknown entry."""
        for each in self.fields:
            keys = getattr(question, each.name)
            for key in (keys,) if each.type is FieldType.ENTRY else keys if each.type is FieldType.LIST else ():
                if catalogue.get(each.kind, key) is None:
                    raise QuestionError(each.name, catalogue.unknown(each.kind, key))
        return {**constants(self.model.game), **values_of(question, self.fields, self.model.rows, catalogue)}

    def played(self, values: dict[str, Any], context: SolveContext, compute: Callable[[Values], T]) -> T:
        """What ``compute`` gives under the house rules; the answer depends on those that change it."""
        # Each other reading of a switch is tried: only of those that a formula names, since no other matters.
        switches = [each.switch for each in self.model.game.rulings if each.switch in self.used]

        def under(*readings: str) -> T:
            known = values | dict(zip(switches, readings, strict=True))
            for source in (Source.OWN, Source.OPPOSING):
                known = self.model.upgraded(known, self._called(source))
            return compute(known)

        return context.house.resolve(under, *switches)

    def _called(self, source: Source) -> Mapping[str, str]:
        """What the fields of a unit are called in the question."""
        return {each.taken or each.name: each.name for each in self.fields if each.source is source}

    # --- the outcome ------------------------------------------------------------------------------------------

    def outcome(self, question: Any, context: SolveContext) -> Found | Answer:
        """The outcome of the question, with all chances or as the dice are rolled; raises ``QuestionError``."""
        try:
            return self.solver(self.values(question, context.catalogue), context)
        except TooMuch as refused:
            raise QuestionError(self.counting, str(refused)) from None

    def _solver(self) -> Solver:
        if self.odds.chain is not None:
            return self._chain(self.odds.chain, (*self.path, "chain"))
        if self.odds.table is not None:
            return self._table(self.odds.table, (*self.path, "table"))
        number = self._formula(self.odds.certain or "0", (*self.path, "certain"))

        def solve(values: dict[str, Any], context: SolveContext) -> Found:
            found = max(0, self.played(values, context, number.number))
            return Found((Step(self.odds.cite, self.odds.what.capitalize(), str(found)),), certain(found), found)

        return solve

    def _formula(self, text: str, path: Path) -> Formula:
        formula = self.model.formula(text, self.names, path)
        self.used |= formula.names
        return formula

    def _optional(self, text: str, path: Path) -> Formula | None:
        return self._formula(text, path) if text else None

    def _chain(self, chain: Chain, path: Path) -> Solver:
        dice, damage = (self._formula(getattr(chain, name), (*path, name)) for name in ("dice", "damage"))
        hits, models = (self._optional(getattr(chain, name), (*path, name)) for name in ("hits", "models"))
        if (hits is None) is not (models is None):
            self.model.problems.add((*path, "hits"), "give both the hit points of a model and the models, or neither")
        stages = [self._stage(stage, (*path, "stages", n)) for n, stage in enumerate(chain.stages)]

        def read(values: Values) -> tuple[int, tuple[DieStage, ...], int, int, int]:
            return (
                max(0, dice.number(values)),
                tuple(stage(values) for stage in stages),
                max(0, damage.number(values)),
                max(1, hits.number(values)) if hits is not None else 0,
                max(1, models.number(values)) if models is not None else 0,
            )

        def solve(values: dict[str, Any], context: SolveContext) -> Found:
            count, read_stages, each, points, models = self.played(values, context, read)
            steps = [Step("", chain.dice_title, str(count))] if chain.dice_title else []
            steps += [step for stage in read_stages for step in self._steps(stage)]
            through = count * prod(stage.max_through for stage in read_stages)
            maximum = models if points else through * (each + chain.damage_faces)
            if context.roller is not None:
                hits = rolled_stages(count, read_stages, context.roller)
                scores = context.roller.roll(hits, chain.damage_faces, "Damage") if chain.damage_faces else (0,) * hits
                number = certain(damage_done([each + score for score in scores], points, models))
            else:
                one = die(chain.damage_faces).map(lambda score: each + score) if chain.damage_faces else certain(each)
                number = damage_of(after_stages(count, read_stages), one, points, models)
            return Found(tuple(steps), number, maximum)

        return solve

    def _stage(self, stage: Stage, path: Path) -> Callable[[Values], DieStage]:
        at_least = self._formula(stage.at_least, (*path, "at_least"))
        never, always, twice, explodes = (
            self._optional(getattr(stage, name), (*path, name))
            for name in ("never_below", "always", "twice", "explodes")
        )
        for name in ("twice", "explodes") if stage.stops else ():
            if getattr(stage, name):
                self.model.problems.add((*path, name), "leave this blank, since the roll stops what passes")

        def read(values: Values) -> DieStage:
            lowest = at_least.number(values)
            if never is not None:
                lowest = max(lowest, never.number(values))
            passing = min(lowest, always.number(values)) if always is not None else lowest
            counts_twice = twice.number(values) if twice is not None else stage.faces + 1
            extra = _explosions(explodes, stage, values)
            return DieStage(stage.title, stage.faces, passing, stage.stops, stage.reroll, counts_twice, lowest, *extra)

        return read

    def _steps(self, stage: DieStage) -> Iterator[Step]:
        yield Step(self.odds.cite, stage.title, f"{stage.written}+", percent(chance_of(stage)))
        if stage.explosions:
            yield Step(self.odds.cite, f"{stage.title}, extra dice", *_extra(stage.explodes, stage.explosions))

    def _table(self, lookup: Table, path: Path) -> Solver:
        own = self._roll(lookup.roll, (*path, "roll"))
        against = self._roll(lookup.against, (*path, "against")) if lookup.against is not None else None
        endings = [
            tuple(self._formula(getattr(each, name), (*path, "endings", n, name)) for name in ("at_least", "harm"))
            for n, each in enumerate(lookup.endings)
        ]

        def read(values: Values) -> tuple[Pool, Pool | None, tuple[tuple[int, int], ...]]:
            return (
                own(values),
                against(values) if against is not None else None,
                tuple((low.number(values), max(0, harm.number(values))) for low, harm in endings),
            )

        def solve(values: dict[str, Any], context: SolveContext) -> Found:
            mine, theirs, rows = self.played(values, context, read)
            total = _thrown(mine, self.odds.title, context.roller)
            steps = [*self._steps_of_roll("Roll", mine)]
            if theirs is not None:
                total = difference(total, _thrown(theirs, "Against it", context.roller))
                steps += self._steps_of_roll("Against", theirs)
            # The last ending that a total reaches; the first one for all that are lower.
            reached = total.map(lambda n: max((place for place, row in enumerate(rows) if n >= row[0]), default=0))
            harms = tuple(harm for _, harm in rows)
            return Found(tuple(steps), reached.map(harms.__getitem__), max(harms), reached, harms)

        return solve

    def _roll(self, roll: Roll, path: Path) -> Callable[[Values], Pool]:
        dice, bonus = (self._formula(getattr(roll, name), (*path, name)) for name in ("dice", "bonus"))
        explodes = self._optional(roll.explodes, (*path, "explodes"))

        def read(values: Values) -> Pool:
            extra = _explosions(explodes, roll, values)
            return Pool(max(0, dice.number(values)), roll.faces, roll.keep, bonus.number(values), *extra)

        return read

    def _steps_of_roll(self, title: str, pool: Pool) -> Iterator[Step]:
        yield Step(self.odds.cite, title, _words(pool))
        if pool.explosions:
            yield Step(self.odds.cite, f"{title}, extra dice", *_extra(pool.explodes, pool.explosions))

    # --- what it means ----------------------------------------------------------------------------------------

    def answer(self, question: Any, found: Found, context: SolveContext) -> Answer:
        """The answer, with its working and its chart."""
        values = self.values(question, context.catalogue)
        assumed = self.played(values, context, lambda known: tuple(filter(None, (t.said(known) for t in self.assumed))))
        if found.endings is not None and self.odds.table is not None:
            likeliest, chance = max(found.endings.sorted_items(), key=lambda pair: pair[1])
            labels = [each.label for each in self.odds.table.endings]
            outcomes = tuple(Outcome(label, found.endings.chance(n)) for n, label in enumerate(labels))
            chart = Chart(self.odds.chart or self.odds.title, outcomes)
            return Answer(
                f"{labels[likeliest]}: {percent(chance)}", steps=found.steps, charts=(chart,), assumed=assumed
            )
        chart = amounts(self.odds.chart or self.odds.what.capitalize(), found.number)
        if self.odds.certain:
            return Answer(amount(found.maximum, self.odds.what), steps=found.steps, assumed=assumed)
        headline = f"{decimal(mean(found.number), 2)} {self.odds.what} on average"
        return Answer(headline, steps=found.steps, charts=(chart,), assumed=assumed)

    def brief(self, question: Any, found: Found, context: SolveContext) -> Brief:
        """The figure by which targets are compared: the number on average, or the chance of the last ending."""
        if found.endings is not None and self.odds.table is not None and not self.odds.harm:
            last = len(self.odds.table.endings) - 1
            chance = found.endings.chance(last)
            return Brief(f"{percent(chance)} {self.odds.table.endings[last].label}", percent(chance), (chance,))
        number = mean(found.number)
        return Brief(f"{decimal(number, 1)} {self.odds.what}", decimal(number, 1), (number,))

    def results(
        self, question: Any, found: Found, own: Side, opposing: Side | None, context: SolveContext
    ) -> tuple[Result, ...]:
        """The results that the table offers: what each does to the two units, with its chance where dice decide."""
        acted = (Change(self.acted.slug, box=key_of_box(self.acted.names[0])),) if self.acted is not None else ()
        harmed = own if self.odds.alone else opposing
        if harmed is None:
            return (Result(f"Has {self.acted.names[0].lower()}" if self.acted else "Done", acted),)
        if found.endings is not None and self.odds.table is not None:
            return tuple(
                self._result(self.odds.table.endings[n].label, acted, found.harms[n], harmed, chance)
                for n, chance in found.endings.sorted_items()
            )
        remaining = self._remaining(harmed, found.maximum)
        if self.odds.saved_by_hand:
            return tuple(
                self._result(self._lost(n), acted, n, harmed) for n in range(min(remaining, found.maximum) + 1)
            )
        lost = found.number.map(lambda n: min(n, remaining))
        return tuple(self._result(self._lost(n), acted, n, harmed, chance) for n, chance in lost.sorted_items())

    def _lost(self, number: int) -> str:
        """A number of boxes in the words of the table."""
        word = self.harm.title.lower() if self.harm is not None else self.odds.what
        if number:
            return amount(number, word)
        return "No loss" if self.harm is not None else f"No {word}"

    def _remaining(self, harmed: Side, maximum: int) -> int:
        """How many boxes of the track are left to tick on a unit."""
        track = harmed.state.track(self.harm.slug) if self.harm is not None else None
        if track is None and self.harm is not None:
            track = self.model.track_at_first(self.harm, harmed)
        return track.boxes - len(track.ticks) if track is not None else maximum

    def _result(
        self, label: str, acted: tuple[Change, ...], harm: int, harmed: Side, chance: Fraction | None = None
    ) -> Result:
        """A result that ticks so many boxes of the harmed unit, as far as there are any."""
        harm = min(harm, self._remaining(harmed, harm))
        changes = (Change(self.harm.slug, harm),) if self.harm is not None and harm else ()
        worth = harm if chance is not None else 0
        if self.odds.alone:
            return Result(label, (*acted, *changes), chance=chance, worth=-worth)
        return Result(label, acted, changes, chance=chance, worth=worth)


def _thrown(pool: Pool, what: str, roller: Roller | None) -> Distribution[int]:
    """What counts of the dice: all chances, or what the roller rolls."""
    return pool.totals if roller is None else certain(pool.rolled(what, roller))


def _explosions(explodes: Formula | None, of: Stage | Roll, values: Values) -> tuple[int, int]:
    """The score that a die explodes from, and the most extra dice for it."""
    lowest = explodes.number(values) if explodes is not None else of.faces + 1
    return lowest, of.explosions if lowest <= of.faces else 0


def _extra(explodes: int, explosions: int) -> tuple[str, str]:
    """The score that a die explodes from, and the most extra dice, in words."""
    return f"{explodes}+", f"at most {explosions} for each die"


def _words(pool: Pool) -> str:
    """A roll as players write it: ``2d6 + 1``, ``3d10, the highest``."""
    kept_word = "" if pool.keep is Keep.SUM else f", {pool.keep.label.lower()}"
    added = f" {'+' if pool.bonus > 0 else '−'} {abs(pool.bonus)}" if pool.bonus else ""
    return f"{pool.dice}d{pool.faces}{kept_word}{added}"
