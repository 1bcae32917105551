"""The types of unit as a kind: costs, numbers of models, categories, statlines, what they have and may take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rulesets.described.document import FieldType, Kind, KindField, Option
from rulesets.described.sizes import MAX_NAMED_ROWS

from .choices import SCALE, Content, selections
from .columns import Column, column
from .kinds import NO_LIMIT, ON_STATLINE, CostType, GroupKind, OptionRow, ProfileKinds, Table, cite, joined
from .names import Taken
from .remarks import Remarks, listed
from .units import UnitEntry, Units

SHARE_OF_UNITS: Final = 2
"""The part of the rows named in lists that units may name: one of so many."""
MAX_CATEGORIES: Final = 30
"""Categories of which a field offers the choice."""


@dataclass
class UnitKind:
    """The kind of units, with what its fields are called in formulas."""

    kind: Kind
    per_model: dict[str, str] = field(default_factory=dict)
    """What each further model costs, by the name of the cost."""
    models: str = ""
    max_models: str = ""
    options: str = ""
    groups: str = ""
    rules: str = ""
    has: str = ""
    keywords: str = ""
    flags: dict[str, str] = field(default_factory=dict)
    """Conditions of units of a category, by its id."""
    max_units: dict[str, str] = field(default_factory=dict)
    """How many of each type the army and a group may have: the field by scope."""


class UnitTable:
    """Builds the kind of units."""

    def __init__(
        self,
        units: Units,
        costs: Sequence[CostType],
        kinds: ProfileKinds,
        remarks: Remarks,
        options: Sequence[OptionRow] = (),
        groups: GroupKind | None = None,
    ) -> None:
        """Take the units, and what their values refer to: their options, and the groups of these."""
        self.options, self.groups = options, groups
        self.units, self.costs, self.kinds, self.remarks = units.all, costs, kinds, remarks
        self.choices, self.types = units.choices, units.types
        self.table = Table(len(self.units), remarks, "Unit type")
        self.names = [unit.name for unit in self.units]
        self.made = UnitKind(Kind("unit", "Unit type", "Unit types", ()))

    def build(self, categories: Mapping[str, str], limited: Iterable[str]) -> UnitKind:
        """The kind; ``categories`` are names by id, of which ``limited`` have rules of their own."""
        self._add_costs()
        self._add_models()
        self._add_max_units()
        self._add_statline()
        self._add_texts(categories)
        self._add_categories(categories, list(limited))
        rows = [(unit.name, unit.key, cite(unit.choice, self.choices.files)) for unit in self.units]
        self.made.kind = self.table.kind("unit", "Unit types", rows)
        return self.made

    def _add_costs(self) -> None:
        for each in self.costs:
            self.table.add_numbers(each.name, each.title, [unit.content.costs.get(each.id, 0) for unit in self.units])
        further = [self._further(unit) for unit in self.units]
        for each in self.costs:
            values = [costs.get(each.id, 0) for costs in further]
            if any(values):
                label = f"{each.title[:34]} for each further model"
                self.made.per_model[each.name] = self.table.add_numbers(f"{each.name}_model", label, values)

    def _further(self, unit: UnitEntry) -> dict[str, int]:
        """What each further model of a unit costs."""
        spare = unit.content.spare
        if any(each != spare[0] for each in spare):
            message = "Its models differ in cost, so each further model is free here."
            self.remarks.leave_out(unit.name, message)
            return {}
        return spare[0] if spare else {}

    def _add_models(self) -> None:
        """The numbers of models, where they are not always one."""
        minimum = [max(1, unit.content.models) for unit in self.units]
        maximum = [_max_models(unit.content) for unit in self.units]
        if all(number == 1 for number in (*minimum, *maximum)):
            return
        self.made.models = self.table.add_numbers("models", "Models", [number * SCALE for number in minimum])
        values = [number * SCALE for number in maximum]
        self.made.max_models = self.table.add_numbers("most_models", "Most models", values, NO_LIMIT)

    def _add_max_units(self) -> None:
        """How many of each type an army and a group may have."""
        for scope, name, label in (
            ("roster", "most_in_army", "Most in an army"),
            ("force", "most_in_group", "Most in a force"),
        ):
            values = [self._max_units(unit, scope) for unit in self.units]
            if any(values):
                self.made.max_units[scope] = self.table.add_numbers(
                    name, label, [each * SCALE for each in values], NO_LIMIT
                )

    def _max_units(self, unit: UnitEntry, scope: str) -> int:
        found = []
        for each in unit.choice.all("constraint"):
            value = selections(each)
            # The parent of what an army begins with is its force.
            at = "force" if each.get("scope") == "parent" else each.get("scope")
            if each.get("type") == "max" and at == scope and value is not None and value > 0:
                found.append(value)
                self.choices.used.add(each)
        return min(found, default=0)

    def _add_statline(self) -> None:
        lines = [self.types.cells(unit.statline) if unit.statline else {} for unit in self.units]
        headings = list(dict.fromkeys(heading for line in lines for heading in line))
        for heading in headings[:ON_STATLINE]:
            texts = [line.get(heading, "") for line in lines]
            if any(texts):
                self.table.add(column(heading, texts, self.table.names, on_statline=True), self.names)
        if len(headings) > ON_STATLINE:
            message = f"Left out, because a statline can have {ON_STATLINE} values: {listed(headings[ON_STATLINE:])}."
            self.remarks.leave_out("Unit type", message)

    def _add_texts(self, categories: Mapping[str, str]) -> None:
        said = [
            self.kinds.said(each for each in unit.content.profiles if each is not unit.statline) for unit in self.units
        ]
        self.made.has = self.table.add_texts("Has", [has for has, _ in said], self.names)
        rules = [joined([*unit.content.rules, *names]) for unit, (_, names) in zip(self.units, said, strict=True)]
        self.made.rules = self.table.add_texts("Rules", rules, self.names)
        self._add_options()
        others = [joined(categories[each] for each in unit.categories[1:] if each in categories) for unit in self.units]
        self.made.keywords = self.table.add_texts("Keywords", others, self.names)
        if len({each for unit in self.units for each in unit.lists}) > 1:
            self.table.add_texts("Army list", [joined(unit.lists) for unit in self.units], self.names)

    def _add_options(self) -> None:
        """What each unit may take, as rows of the options, or as names where a game has no room for so many."""
        known = {choice.key: row.key for row in self.options for choice in row.choices}
        own = [[known.get(each.key, "") for each in unit.content.options.values()] for unit in self.units]
        if self.groups is not None:
            own = [
                [key for key in keys if key not in inside] for keys, inside in zip(own, self.groups.inside, strict=True)
            ]
        of_units = self.groups.of_units if self.groups is not None else []
        listed_in_all = sum(len(keys) for keys in (*own, *of_units))
        if listed_in_all > MAX_NAMED_ROWS // SHARE_OF_UNITS:
            options = [joined(choice.name for choice in unit.content.options.values()) for unit in self.units]
            self.table.add_texts("Options", options, self.names)
            message = (
                "There is not enough room in the game to record which unit may take which option, "
                "so this is not checked."
            )
            self.remarks.leave_out("Options", message)
            return
        self.made.options = self.table.add_rows("options", "Options", "option", own, self.names)
        if of_units:
            self.made.groups = self.table.add_rows("groups", "Option groups", "group", of_units, self.names)

    def _add_categories(self, categories: Mapping[str, str], limited: Sequence[str]) -> None:
        """The category of each unit, and whether it is of others that have rules."""
        first = Counter(unit.category for unit in self.units if unit.category in categories)
        slugs, offered = Taken(), {"": Option("none", "None")}
        for each, _ in first.most_common(MAX_CATEGORIES - 1):
            offered[each] = Option(slugs.slug(categories[each]), categories[each])
        if len(offered) > 1 and not self.table.is_full:
            values = [offered.get(unit.category, offered[""]).value for unit in self.units]
            own = self.table.names.name("category")
            asked = KindField(own, "Category", FieldType.CHOICE, options=tuple(offered.values()), default="none")
            self.table.columns.append(Column(asked, tuple(values)))
        known = {each for unit in self.units for each in unit.categories}
        for each in [each for each in limited if each in known][:MAX_CATEGORIES]:
            having = [each in unit.categories for unit in self.units]
            alone = all(unit.category == each for unit in self.units if each in unit.categories)
            if alone and each in offered:
                self.made.flags[each] = f"unit.category == '{offered[each].value}'"
            elif not self.table.is_full:
                self.made.flags[each] = f"unit.{self.table.add_flags(categories[each], having)}"


def _max_models(content: Content) -> int:
    """The most models that something has, 0 without a limit; what has no models stands for one."""
    return 0 if content.max_models is None else max(1, content.models, content.max_models)
