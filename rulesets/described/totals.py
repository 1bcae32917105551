"""What the units of a group or an army cost and count together, with what is charged beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

from rulesets.core.forces.force import Group

from .document import Charged, Scope, Surcharge
from .formulas import Formula, Values
from .model import Context, Model, sums


@dataclass(frozen=True, slots=True)
class _Tally:
    name: str
    formula: Formula
    where: Formula


class Totals:
    """The costs and tallies of a document's units together, for its limits and the summary of an army."""

    def __init__(self, model: Model) -> None:
        """Read the formulas of tallies and surcharges; one that is not understood is a problem at its place."""
        self.model = model
        self.tallies = tuple(self._tallies())
        self.surcharges = tuple(self._surcharges())

    def _tallies(self) -> Iterator[_Tally]:
        read, names = self.model.formula, self.model.unit_names
        for number, each in enumerate(self.model.game.tallies):
            path = ("tallies", number)
            yield _Tally(
                each.name, read(each.formula, names, (*path, "formula")), read(each.where, names, (*path, "where"))
            )

    def _surcharges(self) -> Iterator[tuple[Surcharge, Formula]]:
        for number, each in enumerate(self.model.game.surcharges):
            path = ("surcharges", number)
            cost = each.cost or next(iter(self.model.costs), "")
            if cost not in self.model.costs:
                self.model.problems.add((*path, "cost"), "choose one of the game’s costs")
                continue
            names = self.model.bound_names[Scope(each.per.value)]
            yield replace(each, cost=cost), self.model.formula(each.formula, names, (*path, "formula"))

    def of_units(self, units: list[Values], named: Collection[str]) -> dict[str, Any]:
        """The costs of units together, and their tallies, as far as they are named."""
        costs = {name: sum((values[name] for values in units), 0) for name in self.model.costs if name in named}
        tallies = [tally for tally in self.tallies if tally.name in named]
        return costs | {tally.name: sums(units, tally.formula, tally.where) for tally in tallies}

    def beside_units(self, group: Group[Any, Any], context: Context) -> Counter[str]:
        """What a group costs besides its units, by the name of the cost."""
        return _by_cost(context.of_group(self._of_group, group))

    def beside_all_units(self, context: Context) -> Counter[str]:
        """What the army and its groups cost besides the units, by the name of the cost."""
        return _by_cost(self.charged(context))

    def charged(self, context: Context) -> list[tuple[Surcharge, Any]]:
        """The surcharges that come to something, each with its number for the army or for all groups together."""
        groups = [dict(context.of_group(self._of_group, group)) for group in context.force.groups]
        parts = [*groups, dict(context.of_force(self._of_army))]
        numbers = [(each, sum(part.get(each, 0) for part in parts)) for each, _ in self.surcharges]
        return [(each, number) for each, number in numbers if number]

    def _of_group(self, group: Group[Any, Any], context: Context) -> list[tuple[Surcharge, Any]]:
        units = context.of_group(self.model.values_in, group)
        return self._of(Charged.GROUP, units, self.model.group_values(group, context))

    def _of_army(self, context: Context) -> list[tuple[Surcharge, Any]]:
        units = [values for group in context.force.groups for values in context.of_group(self.model.values_in, group)]
        return self._of(Charged.ARMY, units, self.model.army_values(context.force, context))

    def _of(self, per: Charged, units: list[Values], settings: Values) -> list[tuple[Surcharge, Any]]:
        return [
            (surcharge, formula.value({**settings, **self.of_units(units, formula.names)}))
            for surcharge, formula in self.surcharges
            if surcharge.per is per
        ]


def _by_cost(charged: Collection[tuple[Surcharge, Any]]) -> Counter[str]:
    numbers = Counter[str]()
    for surcharge, number in charged:
        numbers[surcharge.cost] += number
    return numbers
