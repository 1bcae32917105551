"""A group put together by chance that keeps the game's rules."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rulesets.core.collection import NO_COLLECTION, EntryId
from rulesets.core.declarations.fields import Kind, fields_of
from rulesets.core.forces import force as parts
from rulesets.core.forces.findings import Severity
from rulesets.core.forces.force import AnyForce, AnyGroup, AnyUnit, Unit
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.seeded import SeededDice
from rulesets.core.suggestions.completing import likeness
from rulesets.core.suggestions.search import MAX_ADDED_UNITS, Judge, Spent, Suggestion, specs_in

STEPS: Final = 40
"""How many changes are tried on each ready group that a random one starts from."""

DRAWN: Final = 4
"""Of how many units drawn the one most similar takes the place of another, so that roles stay filled."""


def random_group(
    ruleset: AnyRuleset, force: AnyForce, seed: int, name: str, collection: Mapping[EntryId, int] = NO_COLLECTION
) -> Suggestion | None:
    """The force with a random group called ``name`` at its end; the same group for the same seed.

    The group adds no error and no warning to the force, and needs no more models than the ``collection`` has left.
    ``None`` if no such group was found.
    """
    dice = SeededDice(seed)
    before = Judge(ruleset, force, collection=collection)
    pool = specs_in(ruleset, before.context.catalogue)
    starts: list[tuple[Any, tuple[AnyUnit, ...]]] = [
        (template.group, tuple(Unit("", spec, title) for title, spec in template.units))
        for template in dice.shuffled(list(ruleset.templates))
    ]
    for spec, units in (*starts, (ruleset.group(), ())):
        walk = _Walk(before, ruleset.with_group_added(parts.add_group(force, name, spec)), pool, dice)
        if walk.leads_to_a_legal_group(units):
            return Suggestion(walk.force, 1)
    return None


class _Walk:
    """The last group of a force, which changes by chance and never breaks more rules than before."""

    def __init__(self, before: Judge, force: AnyForce, pool: Sequence[Any], dice: SeededDice) -> None:
        self.judge = before.beside(force)
        self.force = force
        self.pool = pool
        self.dice = dice

    def leads_to_a_legal_group(self, units: Sequence[AnyUnit]) -> bool:
        """Take as many of the units as the collection has models of, then change them ``STEPS`` times."""
        for unit in units[:MAX_ADDED_UNITS]:
            force = parts.add_units(self.force, self.group.id, (unit,))
            if not self.judge.missing_models(force):
                self.force = force
        weight = 1, 0, 0
        try:
            weight = self._weight(self.force)
            for _ in range(STEPS):
                force = self._changed()
                changed = self._weight(force)
                if force.groups[-1].units and changed <= weight:
                    self.force, weight = force, changed
        except Spent:
            pass
        return bool(self.group.units) and weight[:2] == (0, 0)

    @property
    def group(self) -> AnyGroup:
        """The group as it is now."""
        return self.force.groups[-1]

    def _weight(self, force: AnyForce) -> tuple[int, int, int]:
        """New errors, new warnings, and all problems: those of an army that was too small may be solved."""
        errors, warnings, findings = self.judge.verdict(force)
        return errors, warnings, sum(each.severity is not Severity.NOTE for each in findings)

    def _drawn(self, items: Sequence[Any]) -> Any:
        return items[self.dice.below(len(items))]

    def _changed(self) -> AnyForce:
        """The force with one sort of unit replaced, or with one unit more or less."""
        units, chance = self.group.units, self.dice.below(6)
        if not units or chance == 0:
            return self._with_more(Unit("", self._drawn(self.pool)))
        unit: AnyUnit = self._drawn(units)
        if chance == 1:
            return self._with_more(Unit("", unit.spec))
        if chance == 2:
            return parts.remove_unit(self.force, unit.id)
        spec = self._instead_of(unit.spec)
        changed = tuple(Unit(each.id, spec) if each.spec == unit.spec else each for each in units)
        return parts.change_group(self.force, self.group.id, units=changed)

    def _with_more(self, unit: AnyUnit) -> AnyForce:
        full = len(self.group.units) >= MAX_ADDED_UNITS
        return self.force if full else parts.add_units(self.force, self.group.id, (unit,))

    def _instead_of(self, old: Any) -> Any:
        """Another spec with the ticks of the old one, such as that of a headquarters."""
        ticks = {field.name: getattr(old, field.name) for field in fields_of(type(old)) if field.kind is Kind.BOOL}
        drawn = [self._drawn(self.pool) for _ in range(DRAWN)]
        return replace(max(drawn, key=lambda spec: likeness(spec, old)), **ticks)
