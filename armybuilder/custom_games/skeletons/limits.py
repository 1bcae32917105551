"""The minimum and maximum constraints of data files as limits of a described game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rulesets.described.document import Field, FieldType, Limit, Option, Scope, Weight
from rulesets.described.vocabulary import MAX_LISTED

from .choices import Choices, selections, whole
from .data_files import DataFiles, Node
from .kinds import CostType
from .names import Taken
from .remarks import Remarks
from .unit_kind import UnitKind
from .units import UnitEntry

MAX_LIMITS: Final = 60
MAX_FORCES: Final = 30
"""Kinds of force of which a group's field offers the choice."""

_BOUNDS: Final = ("min", "max")


class Limits:
    """The limits of a game's units, categories and forces; what they do not say is named with the rest."""

    def __init__(
        self,
        files: DataFiles,
        choices: Choices,
        costs: Sequence[CostType],
        categories: Mapping[str, str],
        remarks: Remarks,
    ) -> None:
        """Read the kinds of force."""
        self.choices, self.costs, self.categories, self.remarks = choices, costs, categories, remarks
        self.entries = [node for file in files.files for node in file.root.all("categoryEntry")]
        found = [node for file in files.files for node in file.root.every() if node.tag == "forceEntry"]
        self.forces = dict.fromkeys(found, "")
        if 1 < len(found) <= MAX_FORCES:
            slugs = Taken()
            self.forces = {node: slugs.slug(node.name) for node in found}
        elif len(found) > MAX_FORCES:
            remarks.leave_out(
                "Forces", f"A choice can have {MAX_FORCES} options, so the {len(found)} kinds of force are left out."
            )
            self.forces = {}
        self.made: list[Limit] = []

    @property
    def group(self) -> tuple[Field, ...]:
        """The field by which a group says which kind of force it is."""
        options = tuple(Option(slug, node.name or "Force") for node, slug in self.forces.items() if slug)
        return (Field("force", "Kind of force", FieldType.CHOICE, options=options),) if options else ()

    def limited(self) -> list[str]:
        """The ids of categories that have constraints."""
        linked = [(each.get("targetId"), each) for force in self.forces for each in force.all("categoryLink")]
        own = [(each.get("id"), each) for each in self.entries]
        return list(
            dict.fromkeys(
                key for key, node in (*own, *linked) if key in self.categories and any(node.all("constraint"))
            )
        )

    def read(self, units: Sequence[UnitEntry], kind: UnitKind, option_maximum: str = "") -> tuple[Limit, ...]:
        """The limits of these units; ``option_maximum`` is the column that says how often a unit has an option."""
        self.kind, self.option_maximum = kind, option_maximum
        if self.costs:
            self._add_points()
        self._add_models()
        for scope, name in kind.max_units.items():
            self._add_max_units(scope, name)
        self._add_needed(units)
        for entry in self.entries:
            self._add_of_category(entry, entry.get("id"), None)
        for force in self.forces:
            for link in force.all("categoryLink"):
                self._add_of_category(link, link.get("targetId"), force)
            self._add_of_force(force)
        self._add_options()
        return tuple(self.made)

    def _add(self, scope: Scope, sentence: str, message: str, bounds: Mapping[str, str], **rest: Any) -> None:
        """Add a limit with a minimum, a maximum or both."""
        if len(self.made) == MAX_LIMITS:
            self.remarks.leave_out("Limits", f"A game can have {MAX_LIMITS} limits. Left out: {sentence}")
            return
        limit = Limit(f"L-{len(self.made) + 1}", scope, sentence[:300], message[:300], **bounds)  # type: ignore[arg-type]
        self.made.append(replace(limit, **rest))

    def _add_points(self) -> None:
        title = self.costs[0].title
        self._add(
            Scope.ARMY,
            f"An army has at most as many {title} as agreed.",
            f"The army has {{count}} {title}, {{over}} too many.",
            {"max": "points_limit"},
            counted=self.costs[0].name,
            when="points_limit > 0",
            field="points_limit",
        )

    def _add_models(self) -> None:
        if not self.kind.models:
            return
        self._add(
            Scope.UNIT,
            "A unit has at least as many models as its type needs. Enter 0 for the fewest.",
            "The unit has {count} models but needs {min}.",
            {"min": f"unit.{self.kind.models}"},
            counted="models",
            when="models > 0",
            field="models",
        )
        self._add(
            Scope.UNIT,
            "A unit has at most as many models as its type can have.",
            "The unit has {count} models, {over} too many.",
            {"max": f"unit.{self.kind.max_models}"},
            counted="models",
            when=f"unit.{self.kind.max_models} > 0",
            field="models",
        )

    def _add_options(self) -> None:
        """The limits of what a unit takes of each option and of each group of options."""
        if self.option_maximum:
            self._add(
                Scope.UNIT,
                "A unit can take an option no more times than the option allows.",
                "{entry} is there {count} times, but the unit may have at most {max}.",
                {"max": f"entry.{self.option_maximum} if entry.{self.option_maximum} else {MAX_LISTED}"},
                each="options",
                field="options",
            )
        if not self.kind.groups:
            return
        times = f" * (max(models, unit.{self.kind.models}) if entry.for_each_model else 1)" if self.kind.models else ""
        counted = "count(options in entry.options)"
        each = f"unit.{self.kind.groups}"
        self._add(
            Scope.UNIT,
            "A unit has at most as many options of a group as it allows.",
            "“{entry}” allows at most {max} of its options, not {count}.",
            {"max": f"entry.most{times}"},
            counted=f"{counted} if entry.most else 0",
            each=each,
            field="options",
        )
        self._add(
            Scope.UNIT,
            "A unit has at least as many options of a group as it needs.",
            "“{entry}” needs at least {min} of its options, not {count}.",
            {"min": "entry.least"},
            counted=counted,
            each=each,
            field="options",
            weight=Weight.WARNING,
        )

    def _add_max_units(self, scope: str, name: str) -> None:
        """A limit for each number of units of a type that an army or a force may have."""
        at = next(n for n, each in enumerate(self.kind.kind.fields) if each.name == name)
        at_scope, owner = (Scope.ARMY, "army") if scope == "roster" else (Scope.GROUP, "force")
        for value in sorted({int(row.values[at]) for row in self.kind.kind.entries} - {0}):
            self._add(
                at_scope,
                f"{_a(owner)} has at most {value} of each type of unit that is limited to {value}.",
                f"The {owner} has {{count}} of “{{entry}}”, but it may have at most {value}.",
                {"max": str(value)},
                where=f"unit.{name} == {value}",
                each="unit",
            )

    def _add_needed(self, units: Sequence[UnitEntry]) -> None:
        """The units that every army of a single list needs."""
        if len({title for unit in units for title in unit.lists}) != 1:
            return
        for unit in units:
            for each in unit.choice.all("constraint"):
                value = selections(each)
                if each.get("type") != "min" or not value or each.get("scope") not in ("roster", "force", "parent"):
                    continue
                scope, owner = (Scope.ARMY, "army") if each.get("scope") == "roster" else (Scope.GROUP, "force")
                self.choices.used.add(each)
                self._add(
                    scope,
                    f"{_a(owner)} has at least {value} of “{unit.name}”.",
                    f"The {owner} has {{count}} of “{unit.name}” but needs {{min}}.",
                    {"min": str(value)},
                    where=f"unit == '{unit.key}'",
                )

    def _add_of_category(self, node: Node, category: str, force: Node | None) -> None:
        """The limits of the units of a category, in a kind of force or in all."""
        where = self.kind.flags.get(category)
        if where is None:
            return
        for scope, names in ((Scope.ARMY, ("roster",)), (Scope.GROUP, ("force", "parent"))):
            bounds = {}
            for each in node.all("constraint"):
                value = selections(each)
                if each.get("scope") in names and each.get("type") in _BOUNDS and value is not None and value > 0:
                    bounds[each.get("type")] = str(value)
                    self.choices.used.add(each)
            if bounds:
                what = f"of “{self.categories[category]}”"
                self._add_bounds(scope, bounds, what, force if scope is Scope.GROUP else None, where=where)

    def _add_of_force(self, force: Node) -> None:
        """The limits of what a force costs."""
        for cost in self.costs:
            bounds = {}
            for each in force.all("constraint"):
                value = whole(each.get("value"))
                of_cost = each.get("field") == cost.id and each.get("percentValue") != "true"
                if of_cost and each.get("type") in _BOUNDS and value is not None and value > 0:
                    bounds[each.get("type")] = str(value)
                    self.choices.used.add(each)
            if bounds:
                self._add_bounds(Scope.GROUP, bounds, cost.title, force, counted=cost.name)

    def _add_bounds(self, scope: Scope, bounds: Mapping[str, str], what: str, force: Node | None, **rest: str) -> None:
        """Add a limit on what units of an army, of any force or of a kind of force are counted by."""
        slug = self.forces.get(force, "") if force is not None else ""
        owner = "army" if scope is Scope.ARMY else "force"
        begins = f"“{force.name}”" if slug and force is not None else _a(owner)
        low, high = bounds.get("min"), bounds.get("max")
        allowed = f"{low} to {high}" if low and high else f"at least {low}" if low else f"at most {high}"
        self._add(
            scope,
            f"{begins} has {allowed} {what}.",
            f"The {owner} has {{count}} {what}, but it {'needs' if low else 'may have'} {allowed}.",
            bounds,
            **rest,
            **({"when": f"force == '{slug}'"} if slug else {}),
        )


def _a(owner: str) -> str:
    return "An army" if owner == "army" else "A force"
