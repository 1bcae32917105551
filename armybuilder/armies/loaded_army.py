"""An army loaded from a revision: its force, with the findings of its game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Final

from rulesets.core.cards import Card, Standing, Symbol, UnitRow
from rulesets.core.codes import codes_shown
from rulesets.core.collection import EntryId, models_needed
from rulesets.core.forces.findings import Finding, Severity, is_legal
from rulesets.core.forces.force import AnyForce, AnyGroup, AnyUnit, Group, Unit, for_opponent, without_notes
from rulesets.core.forces.rules import CheckContext, Rule, check_force
from rulesets.core.reference import Code
from rulesets.core.ruleset import AnyRuleset, settings_of
from rulesets.core.wording import count_of

AnyCheckContext = CheckContext[Any, Any, Any]

MAX_BYTES = 2 * 1024 * 1024
"""The longest document of one army before compression."""

MIN_RUN: Final = 3
"""Equal units that follow one another from which they have one row together."""
MARKS = {Severity.ERROR: "bad", Severity.WARNING: "warn", Severity.NOTE: "note"}
GRAVEST: Final = (Severity.ERROR, Severity.WARNING, Severity.NOTE)
WORDS = {
    Severity.ERROR: ("error", "errors"),
    Severity.WARNING: ("warning", "warnings"),
    Severity.NOTE: ("note", "notes"),
}


@dataclass(frozen=True, slots=True)
class Mark:
    """A status with a text and a shape: ``kind`` is ok, warn, bad or note."""

    kind: str
    text: str


def status(units: int, errors: int, warnings: int, ruleset: AnyRuleset | None) -> tuple[Mark, ...]:
    """The state of an army in one or two marks; one without units is not a problem, but says how to start.

    The ``ruleset`` is ``None`` for a game that is gone.
    """
    if not units:
        return (Mark("note", f"Empty: add a {ruleset.words.group} to begin" if ruleset else "Empty"),)
    marks = [Mark("bad", count_of(errors, *WORDS[Severity.ERROR])) if errors else Mark("ok", "Legal")]
    if warnings:
        marks.append(Mark("warn", count_of(warnings, *WORDS[Severity.WARNING])))
    return tuple(marks)


def _mark_of(severity: Severity | None) -> Mark | None:
    return None if severity is None else Mark(MARKS[severity], WORDS[severity][0].capitalize())


@dataclass(frozen=True, slots=True)
class UnitItem:
    """A unit as the builder's list shows it."""

    id: str
    row: UnitRow
    standing: Standing
    unit: AnyUnit
    findings: tuple[Mark, ...]

    def equals(self, other: UnitItem) -> bool:
        """Whether the other differs in its place alone."""
        return (self.row, self.findings) == (other.row, other.findings) and self.unit == replace(other.unit, id=self.id)


@dataclass(frozen=True, slots=True)
class Run:
    """Equal units that follow one another in a group, as one row that unfolds."""

    units: tuple[UnitItem, ...]

    @property
    def numbers(self) -> str:
        """The numbers of the first and the last."""
        return f"{self.units[0].standing.short} – {self.units[-1].standing.short}"

    def __str__(self) -> str:
        """Number and name: ``1·2 – 1·7 6 × Challenger 2``."""
        first, count = self.units[0], len(self.units)
        return " ".join(
            [self.numbers, f"{count} ×", first.row.title] if count > 1 else [first.standing.short, first.row.title]
        )


@dataclass(frozen=True, slots=True)
class GroupItem:
    """A group as the builder's list shows it; equal ones look the same."""

    id: str
    name: str
    notes: str
    findings: tuple[Mark, ...]
    units: tuple[UnitItem, ...]

    @property
    def size(self) -> int:
        """How many units the rows stand for."""
        return sum(unit.row.count for unit in self.units)

    @property
    def runs(self) -> Iterator[Run]:
        """The units in order, equal ones together where there are enough for a row of their own."""
        run: list[UnitItem] = []
        for unit in (*self.units, None):
            if run and (unit is None or not run[0].equals(unit)):
                yield from [Run(tuple(run))] if len(run) >= MIN_RUN else (Run((each,)) for each in run)
                run = []
            if unit is not None:
                run.append(unit)

    def equals_of(self, unit_id: str) -> tuple[UnitItem, ...]:
        """The units in the same row as that one, itself included."""
        return next((run.units for run in self.runs if any(each.id == unit_id for each in run.units)), ())

    def _count(self, severity: Severity) -> int:
        findings = (self.findings, *(unit.findings for unit in self.units))
        return sum(mark.kind == MARKS[severity] for marks in findings for mark in marks)

    @property
    def mark(self) -> Mark:
        """The status of the group and its units: the number of errors, or else of warnings."""
        errors, warnings = self._count(Severity.ERROR), self._count(Severity.WARNING)
        return Mark("bad", str(errors)) if errors else Mark("warn", str(warnings)) if warnings else Mark("ok", "")


@lru_cache(maxsize=100)
def _rows_by(ruleset: AnyRuleset, settings: AnyForce) -> Callable[[Any, str, Any], UnitRow]:
    """The row of a unit by its group's settings, its name and its own settings, made once for equal units."""
    context = ruleset.context(settings)

    @lru_cache(maxsize=1000)
    def row(group: Any, name: str, unit: Any) -> UnitRow:
        return ruleset.row(Unit("", unit, name), Group("", "", group), context)

    return row


@dataclass(frozen=True)
class LoadedArmy:
    """A force with its game; ``context`` and ``findings`` are computed on first use."""

    ruleset: AnyRuleset
    force: AnyForce
    encoded_groups: tuple[bytes, ...] | None = field(default=None, init=False, repr=False, compare=False)
    """The groups as JSON, once they were written."""

    @cached_property
    def context(self) -> AnyCheckContext:
        """The force with its catalogue and the readings it plays by."""
        return self.ruleset.context(self.force)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """All findings for the force."""
        return check_force(self.ruleset.all_rules, self.context)

    @cached_property
    def models_needed(self) -> Mapping[EntryId, int]:
        """How many models the force needs of each catalogue entry."""
        return models_needed(self.ruleset, self.force)

    @cached_property
    def for_opponent(self) -> LoadedArmy:
        """The army without what its opponent may not see before a game: notes, locks, and secret fields."""
        return LoadedArmy(self.ruleset, for_opponent(self.force))

    @cached_property
    def without_notes(self) -> LoadedArmy:
        """The army without its notes."""
        return LoadedArmy(self.ruleset, without_notes(self.force))

    @property
    def title(self) -> str:
        """What the force is called."""
        return self.ruleset.name_of(self.force)

    @property
    def grave(self) -> list[Finding]:
        """The errors and warnings among the findings; an army without units is not told of any."""
        return [each for each in self.findings if each.severity is not Severity.NOTE] if self.unit_count else []

    @cached_property
    def checked(self) -> tuple[tuple[Rule, Mark | None], ...]:
        """Every rule of the game with the gravest of its findings, or ``None`` where it is kept."""
        found: dict[str, Severity] = {}
        for finding in self.findings:
            found[finding.rule] = min(finding.severity, found.get(finding.rule, finding.severity), key=GRAVEST.index)
        return tuple((rule, _mark_of(found.get(rule.id))) for rule in self.ruleset.all_rules)

    @property
    def kept(self) -> str:
        """How many rules the army keeps and how many findings of each kind it has: ``19 rules kept, 1 note``."""
        grave = {finding.rule for finding in self.grave}
        rules = len(self.ruleset.all_rules)
        counts = {severity: sum(each.severity is severity for each in self.findings) for severity in Severity}
        found = [count_of(number, *WORDS[severity]) for severity, number in counts.items() if number]
        kept = f"{rules - len(grave)} of {rules}" if grave else f"{rules}"
        return ", ".join([f"{kept} rules kept", *found])

    @property
    def legality(self) -> str:
        """Whether the army is legal, for its opponent: legal or not in a word, or that it is empty."""
        if not self.unit_count:
            return "Empty"
        return "Legal" if is_legal(self.findings) else "Not legal"

    @cached_property
    def codes(self) -> tuple[Code, ...]:
        """What explains the codes that the army's summary and the rows of its units show."""
        return codes_shown(self.ruleset.codes, self._shown())

    @cached_property
    def codes_with_numbers(self) -> tuple[Code, ...]:
        """The same for lists that show the units' numbers, too."""
        numbers = {unit.standing.short for group in self.groups for unit in group.units}
        return codes_shown(self.ruleset.codes, self._shown() | numbers)

    def card_of(self, part: str) -> Card:
        """The card of a unit, or of a group in games with such; raises ``NoSuchPart``."""
        game = self.ruleset
        if game.group_card is not None and any(group.id == part for group in self.force.groups):
            return game.group_card(self.force.group(part), self.context)
        group, unit = self.force.unit(part)
        return game.card(unit, group, self.context)

    def _shown(self) -> set[str]:
        texts = {line.text for line in self.ruleset.summary(self.context)}
        for row in {unit.row for group in self.groups for unit in group.units}:
            texts |= {row.title, row.subtitle, *(chip.text for chip in row.chips)}
        return texts

    @cached_property
    def groups(self) -> tuple[GroupItem, ...]:
        """The groups as the builder's list shows them, each finding where it belongs."""
        row = _rows_by(self.ruleset, settings_of(self.force))
        marks: dict[str, list[Mark]] = {}
        for finding in self.findings:
            mark = Mark(MARKS[finding.severity], finding.message)
            marks.setdefault(finding.where.unit or finding.where.group, []).append(mark)
        return tuple(
            GroupItem(
                group.id,
                self.ruleset.name_of_group(group, self.context),
                group.notes,
                tuple(marks.get(group.id, ())),
                tuple(
                    UnitItem(
                        unit.id,
                        row(group.spec, unit.name, unit.spec),
                        self.ruleset.standing(unit, group, self.context),
                        unit,
                        tuple(marks.get(unit.id, ())),
                    )
                    for unit in group.units
                ),
            )
            for group in self.force.groups
        )

    def group_item(self, group_id: str) -> GroupItem:
        """The group of that id as the list shows it."""
        return next(group for group in self.groups if group.id == group_id)

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        """The symbols of the rows, each once."""
        symbols = (unit.row.symbol for group in self.groups for unit in group.units)
        return tuple(dict.fromkeys(symbol for symbol in symbols if symbol))

    @cached_property
    def unit_count(self) -> int:
        """How many units the force has; a row may stand for several."""
        return self.ruleset.count_units(self.force.groups, self.context)

    def count_in(self, group: AnyGroup) -> int:
        """How many units that group has."""
        return self.ruleset.count_units([group], self.context)

    @property
    def row_count(self) -> int:
        """How many rows of units the force has."""
        return sum(len(group.units) for group in self.force.groups)

    @property
    def weight(self) -> int:
        """What it weighs in memory, in units; an empty force counts as one."""
        return 1 + self.row_count

    def count(self, severity: Severity) -> int:
        """How many findings weigh that much."""
        return sum(finding.severity is severity for finding in self.findings)

    @property
    def status(self) -> tuple[Mark, ...]:
        """The status of the force: empty, legal or the number of errors, and the number of warnings."""
        errors, warnings = self.count(Severity.ERROR), self.count(Severity.WARNING)
        return status(self.unit_count, errors, warnings, self.ruleset)


@dataclass(frozen=True, slots=True)
class ArmyChoice:
    """An army to choose for a side: ``key`` is how an address names it."""

    key: str
    name: str
    sort: str = ""

    def __str__(self) -> str:
        """The name, followed by the sort of army if it is not the visitor's own."""
        return f"{self.name} ({self.sort})" if self.sort else self.name


@dataclass(frozen=True, slots=True)
class SideArmy:
    """An army on a side: its name in addresses, the slug of its game, and what the visitor may see of it."""

    key: str
    ruleset: str
    loaded: LoadedArmy

    @property
    def name(self) -> str:
        """What the army is called."""
        return self.loaded.title
