"""The definition of a game for the site."""

import enum
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Generic, TypeVar

from rulesets.core.battlefields import Surveyor
from rulesets.core.calculators import Calculator, CalculatorGroup
from rulesets.core.cards import Card, Label, Standing, Token, UnitRow
from rulesets.core.declarations.catalogue import Catalogue, EntryKind
from rulesets.core.declarations.house_rules import HouseRules, Ruling, SwitchExample
from rulesets.core.desk import Desk
from rulesets.core.forces.findings import Finding
from rulesets.core.forces.force import Force, Group, Unit
from rulesets.core.forces.rules import (
    CORE_RULES,
    Breach,
    CheckContext,
    PlayRule,
    Rule,
    check_force,
    check_unit,
    unit_breaches,
)
from rulesets.core.play.definition import Play
from rulesets.core.play.states import AnyDeployed, Side
from rulesets.core.reference import NO_OVERVIEW, Code, GuideStep, Line, Overview, Section

F = TypeVar("F")
G = TypeVar("G")
U = TypeVar("U")


class Accent(enum.StrEnum):
    """The colours a game may choose from; each has a light, a dark and a printed shade."""

    OLIVE = "olive"
    RUST = "rust"
    COBALT = "cobalt"
    PLUM = "plum"
    TEAL = "teal"
    OCHRE = "ochre"


@dataclass(frozen=True, slots=True)
class Words:
    """The game's words for the parts of an army, in lower case, singular and plural."""

    force: str
    forces: str
    group: str
    groups: str
    unit: str
    units: str


@dataclass(frozen=True, slots=True)
class Asks:
    """What a unit is asked for, given its other choices: not the fields ``without``, and only entries that ``fit``.

    ``fit`` has the keys of the entries that may be chosen, by field. Fields that are not in it may have all entries.
    ``blank`` says what a choice that is left blank stands for, by field.
    """

    without: frozenset[str] = frozenset()
    fit: Mapping[str, frozenset[str]] = field(default_factory=dict)
    blank: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Template(Generic[G, U]):
    """A ready group to start from: a name, the group's settings and the specs of its units with their names."""

    slug: str
    title: str
    summary: str
    group: G
    units: tuple[tuple[str, U], ...]

    def build(self, name: str) -> Group[G, U]:
        """A group with that name from the template, without ids."""
        return Group("", name, self.group, tuple(Unit("", spec, title) for title, spec in self.units))


@dataclass(frozen=True, eq=False)
class Ruleset(Generic[F, G, U]):
    """One game system: everything the site needs, as data and plain functions. Compared by identity.

    ``force``, ``group`` and ``unit`` are the declarations of a player's settings, with defaults for all fields.
    ``row``, ``card`` and ``labels`` display units, ``standing`` distinguishes identical ones; a row may use the unit
    and the settings of its group and its force, but no other units; ``unit_name`` returns a unit's name faster than
    ``row``, in games where a row takes long to make;
    ``tokens`` lists the markers that a force needs; ``sections`` are the quick reference under the house rules played:
    for one force, for the forces of several players who share it, or complete where none is given; it is printed on
    ``sheet_pages`` pages as long as it stays legible; ``summary`` lines (counts, limits) are for a roster's head and
    the builder. ``demo`` is a legal example force, ``rival`` another to compare it with. ``play_rules`` are the rules
    that answers cite but no army can break. ``surveyor`` makes battlefields, in games that roll for them;
    ``group_card`` draws one card for a whole group, in games that use them; ``group_lines`` are what players of a group
    have to know beside its units, for its record sheet, which also has the sections of the quick reference named in
    ``key_sections``, in that order; ``desk`` runs battles by written orders,
    in games with a game master. ``forms`` describes by declaration how a site may lay out its form, as plain data.
    ``play`` is how the game is played at the table; ``from_the_books`` explains step by step how to enter an army from
    the game's books. ``points`` returns a unit's points where players set their own. ``group_added`` returns the
    settings of a force that got another group, given how many it has now, in games whose settings depend on that.
    ``unit_size`` returns how many equal units one of the force stands for, in games where that may be several.
    ``asks`` returns what a unit is asked for, in games where that depends on its other choices.
    ``examples`` has a question for each switch that changes answers;
    ``calculator_groups`` has every calculator once, the usual ones first; ``page`` is the public address of the
    rulebook, as far as one is known; ``overview`` tells a stranger what game it is. ``card_size`` is the usual size
    of a unit's card, ``poker``, ``tarot`` or ``a7``; ``codes`` explain every abbreviation that rows of units and the
    catalogue may show.
    """

    slug: str
    title: str
    edition: str
    publisher: str
    about: str
    credit: str
    accent: Accent
    words: Words
    force: type[F]
    group: type[G]
    unit: type[U]
    kinds: tuple[EntryKind[Any], ...]
    catalogue: Catalogue
    rulings: tuple[Ruling, ...]
    rules: tuple[Rule, ...]
    calculators: tuple[Calculator[Any], ...]
    templates: tuple[Template[G, U], ...]
    row: Callable[[Unit[U], Group[G, U], CheckContext[F, G, U]], UnitRow]
    standing: Callable[[Unit[U], Group[G, U], CheckContext[F, G, U]], Standing]
    card: Callable[[Unit[U], Group[G, U], CheckContext[F, G, U]], Card]
    labels: Callable[[CheckContext[F, G, U]], tuple[Label, ...]]
    tokens: Callable[[CheckContext[F, G, U]], tuple[Token, ...]]
    sections: Callable[[HouseRules, tuple[CheckContext[F, G, U], ...]], tuple[Section, ...]]
    summary: Callable[[CheckContext[F, G, U]], tuple[Line, ...]]
    demo: Callable[[], Force[F, G, U]]
    play_rules: tuple[PlayRule, ...] = ()
    surveyor: Surveyor[Any] | None = None
    group_card: Callable[[Group[G, U], CheckContext[F, G, U]], Card] | None = None
    group_lines: Callable[[Group[G, U], CheckContext[F, G, U]], tuple[Line, ...]] | None = None
    desk: Desk[Any] | None = None
    sheet_pages: int = 2
    key_sections: tuple[str, ...] = ()
    forms: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, compare=False)
    unit_name: Callable[[Unit[U], Group[G, U], CheckContext[F, G, U]], str] | None = None
    play: Play[F, G, U] | None = None
    from_the_books: tuple[GuideStep, ...] = ()
    points: Callable[[Unit[U], CheckContext[F, G, U]], int] | None = None
    group_added: Callable[[F, int], F] | None = None
    unit_size: Callable[[Unit[U], CheckContext[F, G, U]], int] | None = None
    asks: Callable[[Unit[U], Group[G, U], CheckContext[F, G, U]], Asks] | None = None
    calculator_groups: tuple[CalculatorGroup, ...] = ()
    page: str = ""
    examples: Mapping[str, SwitchExample] = field(default_factory=dict)
    card_size: str = "poker"
    codes: tuple[Code, ...] = ()
    overview: Overview = NO_OVERVIEW
    rival: Callable[[], Force[F, G, U]] | None = None

    @cached_property
    def grouped_calculators(self) -> tuple[tuple[str, tuple[Calculator[Any], ...]], ...]:
        """The calculators by the titles of their groups; under an empty title in games without groups."""
        if not self.calculator_groups:
            return (("", self.calculators),)
        return tuple(
            (group.title, tuple(self.calculator(slug) for slug in group.calculators))
            for group in self.calculator_groups
        )

    @property
    def actor(self) -> str:
        """The word for what acts as one: a group in games with a card for a whole group, a unit in others."""
        return self.words.unit if self.group_card is None else self.words.group

    @property
    def actors(self) -> str:
        """The same word for several."""
        return self.words.units if self.group_card is None else self.words.groups

    def with_group_added(self, force: Force[F, G, U]) -> Force[F, G, U]:
        """A force that just got another group, with the settings that follow from it."""
        if self.group_added is None:
            return force
        return replace(force, spec=self.group_added(force.spec, len(force.groups)))

    def count_units(self, groups: Iterable[Group[G, U]], context: CheckContext[F, G, U]) -> int:
        """How many units players count in these groups."""
        units = [unit for group in groups for unit in group.units]
        return len(units) if self.unit_size is None else sum(self.unit_size(unit, context) for unit in units)

    def count_lost(
        self, groups: Iterable[Group[G, U]], deployed: AnyDeployed, out: Set[str], context: CheckContext[F, G, U]
    ) -> int:
        """How many units of these groups are ``out`` of play (by id), or lost by the boxes of their group."""
        lost = 0
        for group in groups:
            gone = tuple(unit for unit in group.units if unit.id in out)
            if self.play is not None and self.play.group_tracks is not None and len(gone) < len(group.units):
                tally = self.play.tally(Side(deployed.force, group, group.units[0], deployed))
                lost += tally.get(self.words.units, 0)
            elif gone:
                lost += self.count_units([replace(group, units=gone)], context)
        return lost

    @cached_property
    def all_rules(self) -> tuple[Rule, ...]:
        """The game's own rules and those of every game."""
        return self.rules + CORE_RULES

    @cached_property
    def rule_ids(self) -> tuple[str, ...]:
        """The ids of all rules, of armies and of play."""
        return tuple(rule.id for rule in self.all_rules) + tuple(rule.id for rule in self.play_rules)

    def rule(self, rule_id: str) -> Rule:
        """The rule with that id; raises ``KeyError``."""
        for rule in self.all_rules:
            if rule.id == rule_id:
                return rule
        raise KeyError(rule_id)

    def kind(self, slug: str) -> EntryKind[Any]:
        """The kind of entry of that slug; raises ``KeyError``."""
        for kind in self.kinds:
            if kind.slug == slug:
                return kind
        raise KeyError(slug)

    def calculator(self, slug: str) -> Calculator[Any]:
        """The calculator of that slug; raises ``KeyError``."""
        for calculator in self.calculators:
            if calculator.slug == slug:
                return calculator
        raise KeyError(slug)

    def new_force(self, name: str = "") -> Force[F, G, U]:
        """An empty force with the defaults of its declaration."""
        return Force(self.slug, name, self.force())

    def name_of(self, force: Force[F, G, U]) -> str:
        """The name of a force, or a default if its player gave it none."""
        return force.name or f"Unnamed {self.words.force}"

    def name_of_group(self, group: Group[G, U], context: CheckContext[F, G, U]) -> str:
        """The name of a group, or a default if its player gave it none."""
        return group.name or f"{self.words.group.capitalize()} {context.group_number(group)}"

    def context(self, force: Force[F, G, U]) -> CheckContext[F, G, U]:
        """The force with its catalogue (the player's own entries included) and the readings it plays by."""
        return replace(_of_settings(self, settings_of(force)), force=force)

    def title_of(self, unit: Unit[U], group: Group[G, U], context: CheckContext[F, G, U]) -> str:
        """The name of a unit, from its row."""
        return self.row(unit, group, context).title

    def check(self, force: Force[F, G, U]) -> tuple[Finding, ...]:
        """All findings for a force, in the order of its parts."""
        return check_force(self.all_rules, self.context(force))

    def check_unit(self, context: CheckContext[F, G, U], group: Group[G, U], unit: Unit[U]) -> tuple[Finding, ...]:
        """The findings of the unit rules for one unit, which need not be part of the force yet."""
        return check_unit(self.all_rules, context, group, unit)


AnyRuleset = Ruleset[Any, Any, Any]


def settings_of(force: Force[F, G, U]) -> Force[F, G, U]:
    """The force without its groups and texts, as a key for caching contexts."""
    return replace(force, name="", groups=(), notes="", serial=0)


@lru_cache(maxsize=100)
def _of_settings(ruleset: AnyRuleset, settings: Force[Any, Any, Any]) -> CheckContext[Any, Any, Any]:
    """The context of a force without groups; caches breaches of unit rules for all forces with these settings."""
    catalogue = ruleset.catalogue.with_entries(settings.entries)
    house, title = HouseRules(ruleset.rulings, settings.house_rules), ruleset.unit_name or ruleset.title_of

    @lru_cache(maxsize=2000)
    def cached_breaches(rules: tuple[Rule, ...], group: Any, unit: Any) -> tuple[tuple[Rule, Breach], ...]:
        context = CheckContext(settings, catalogue, house, title)
        return unit_breaches(rules, context, Group("", "", group), Unit("", unit))

    return CheckContext(settings, catalogue, house, title, cached_breaches)
