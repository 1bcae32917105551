"""The data of the builder's page for its templates."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, Protocol

from django.urls import reverse

from armybuilder.armies.collected import Collected
from armybuilder.armies.comparison import group_name, place_name, unit_name
from armybuilder.armies.inspector import (
    ARMY,
    HOUSE_RULES,
    SPEC,
    ChosenPart,
    HouseRulesForm,
    PartForm,
    fields_key,
    first_form,
    house_rules_form,
    part_form,
)
from armybuilder.armies.loaded_army import MARKS, WORDS, GroupItem, LoadedArmy, Mark
from armybuilder.armies.own_entries import find_copy
from armybuilder.schema_forms.forms import as_sentence
from armybuilder.schema_forms.layouts import layout_of, layouts_of
from armybuilder.schema_forms.plain import inner
from armybuilder.site.played_readings import readings_query
from rulesets.core.calculators import Calculator
from rulesets.core.cards import Symbol
from rulesets.core.codes import codes_shown
from rulesets.core.collection import EntryId, models_needed
from rulesets.core.declarations.catalogue import Catalogue, Entry, EntryKind, Source
from rulesets.core.forces.findings import Finding, Severity
from rulesets.core.reference import Code, Line
from rulesets.core.ruleset import AnyRuleset, Template, Words
from rulesets.core.suggestions.completing import is_complete
from rulesets.core.wording import count_of

MAX_FINDINGS = 100
"""How many findings the panel lists; after them it says how many more there are."""

MAX_UNFOLDED_ROWS: Final = 60
"""Rows of an army or a game up to which its groups are unfolded at first."""

TIMES = (1, 2, 3, 4, 5, 6, 8, 10, 12)
"""How many units of an entry one may add with one tap."""


@dataclass(frozen=True, slots=True)
class FindingItem:
    """A finding with its number among all, its place in words, and the part and the element that it is about."""

    number: int
    finding: Finding
    place: str
    at: str
    anchor: str

    @property
    def mark(self) -> Mark:
        """Details, with its shape."""
        return Mark(MARKS[self.finding.severity], self.finding.message)


@dataclass(frozen=True, slots=True)
class FindingsOf:
    """The findings of one severity: how many there are, and those that are listed."""

    mark: Mark
    visible: tuple[FindingItem, ...]
    hidden: int


@dataclass(frozen=True, slots=True)
class Stock:
    """How many models of an entry the visitor has, and how many of them the army leaves.

    ``needed`` are those that the army needs; other armies that are counted, too, may need more.
    """

    entry: EntryId
    name: str
    count: int
    left: int
    needed: int

    @property
    def id(self) -> str:
        """The id of the words in the page, which scripts can select whatever signs the key has."""
        return f"left-{'/'.join(self.entry).encode().hex()}"

    @property
    def text(self) -> str:
        """What is left."""
        return f"{max(0, self.left)} of {self.count} left"


@dataclass(frozen=True, slots=True)
class EntryItem:
    """A catalogue entry that one tap adds: its name, its most important facts, and what the visitor has of it."""

    value: str
    name: str
    facts: str
    stock: Stock | None = None


@dataclass(frozen=True, slots=True)
class ReadyGroup:
    """A ready group, and how many of its models are not left in the visitor's collection."""

    template: Template[Any, Any]
    missing: int


@dataclass(frozen=True, slots=True)
class KindItem:
    """A kind of catalogue entry with its entries."""

    title: str
    entries: tuple[EntryItem, ...]


@dataclass(frozen=True, slots=True)
class OwnEntryItem:
    """An own entry of the visitor; ``in_force``: the force has a copy, ``older``: that copy is an older version."""

    entry: EntryItem
    in_force: bool
    older: bool


@dataclass(frozen=True, slots=True)
class OwnKindItem:
    """A kind of entry that players can write, with the visitor's entries; ``enlists``: adding one creates units."""

    kind: EntryKind[Any]
    enlists: bool
    entries: tuple[OwnEntryItem, ...]


def _facts(kind: EntryKind[Any], entry: Entry[Any]) -> str:
    """The most important facts of an entry in one line; numbers keep their heading, and nothing is said twice."""
    facts = []
    for heading, text in kind.facts(entry.spec):
        if text == "yes":
            facts.append(heading)
        elif text not in ("", "no", "–"):
            facts.append(f"{heading} {text}" if text.lstrip("-")[:1].isdigit() else text)
    return " · ".join(
        fact for place, fact in enumerate(facts, 1) if not any(fact in later.split(", ") for later in facts[place:])
    )


def _entry_item(kind: EntryKind[Any], entry: Entry[Any], stocks: Mapping[EntryId, Stock]) -> EntryItem:
    stock = stocks.get((kind.slug, entry.key))
    stock = stock if stock and stock.count else None
    return EntryItem(f"{kind.slug}/{entry.key}", entry.name, _facts(kind, entry), stock)


class StoredArmy(Protocol):
    """How an army is stored, as far as the page shows it."""

    @property
    def pk(self) -> str:
        """Its address among the armies."""

    @property
    def head(self) -> int:
        """The revision that its forms change."""

    @property
    def example(self) -> bool:
        """Whether everybody may look at it."""

    def get_absolute_url(self) -> str:
        """The army's place in the builder."""
        ...


class RevisionStep(Protocol):
    """A revision that undo reverts or redo restores."""

    @property
    def summary(self) -> str:
        """What was done."""


class Steps(Protocol):
    """Where an army stands among its revisions, as ``armybuilder.revisions.store.Position``."""

    @property
    def head(self) -> RevisionStep:
        """The revision that undo reverts."""

    @property
    def previous(self) -> int | None:
        """The number that undo leads to."""

    @property
    def following(self) -> RevisionStep | None:
        """The revision that redo leads to."""

    @property
    def aside(self) -> tuple[Any, ...]:
        """Versions that were saved too late."""


@dataclass(frozen=True)
class Builder:
    """An army on the builder's page.

    ``chosen`` is the part in the inspector, ``own`` whether the visitor may edit. ``bound_form`` is the form with the
    data that was sent, if it has errors or rows that are not stored yet, and ``message`` what the last edit did.
    ``changes_equals``: the form changes all units in the chosen unit's row.
    ``draws_cards``: the page shows the card of the chosen part.
    ``before`` is the state that the page already shows, of which only the changes are sent, and ``fields_before`` the
    key of the fields it shows. ``load_position`` loads the owner's place among the revisions, ``load_own`` the
    visitor's own entries, ``load_pictures`` the addresses of pictures by part and ``load_collection`` what the visitor
    has. ``asked`` are the ids of groups whose rows the visitor asks for.
    """

    army: StoredArmy
    loaded: LoadedArmy
    chosen: ChosenPart
    own: bool
    bound_form: PartForm | HouseRulesForm | None = None
    message: str = ""
    before: LoadedArmy | None = None
    fields_before: str = ""
    changes_equals: bool = False
    draws_cards: bool = False
    asked: frozenset[str] = frozenset()
    load_position: Callable[[], Steps | None] = lambda: None
    load_own: Callable[[], Catalogue] = Catalogue
    load_pictures: Callable[[], Mapping[str, str]] = dict
    load_collection: Callable[[], Collected] = Collected
    choices_of_times = TIMES

    @cached_property
    def edits(self) -> str:
        """The address of an edit without the edit's name."""
        return reverse("armies:edit", args=[self.army.pk, "x"]).removesuffix("x")

    @cached_property
    def position(self) -> Steps | None:
        """Where the army stands among its revisions."""
        return self.load_position()

    @property
    def said(self) -> str:
        """What the last edit did, after the first error of a group that had none before it took more units."""
        if self.before is None or not self.message:
            return self.message
        sizes = {group.id: len(group.units) for group in self.before.force.groups if group.units}
        grown = {group.id for group in self.loaded.force.groups if len(group.units) > sizes.get(group.id, math.inf)}
        broken = {each.where.group for each in self.before.findings if each.severity is Severity.ERROR}
        errors = (each for each in self.loaded.findings if each.severity is Severity.ERROR)
        error = next((each.message for each in errors if each.where.group in grown - broken), "")
        return f"{as_sentence(error)} {self.message}" if error else self.message

    @property
    def ruleset(self) -> AnyRuleset:
        """The army's game."""
        return self.loaded.ruleset

    @property
    def readings(self) -> str:
        """The query of the readings that the army plays, for the pages on the game's rules."""
        return readings_query(self.loaded.context.house)

    @property
    def words(self) -> Words:
        """What the game calls its units, groups and armies."""
        return self.loaded.ruleset.words

    @property
    def lookups(self) -> tuple[Calculator[Any], ...]:
        """The calculators that take the chosen unit, or for the army itself those that take whole armies."""
        of_unit, of_army = self.chosen.kind == "unit", self.chosen.at == ARMY and bool(self.loaded.force.groups)
        return tuple(
            calculator
            for calculator in self.ruleset.calculators
            if (of_unit and calculator.prefill) or (of_army and calculator.from_forces)
        )

    @property
    def calculator_key(self) -> str:
        """How a calculator's address names the chosen part."""
        return f"{self.army.pk}:{self.chosen.at}" if self.chosen.kind == "unit" else str(self.army.pk)

    @cached_property
    def status(self) -> tuple[Mark, ...]:
        """Empty, legal, or how many errors; and how many warnings."""
        return self.loaded.status

    @property
    def is_empty(self) -> bool:
        """Whether the army has no units yet: it then says how to begin instead of its problems."""
        return not self.loaded.unit_count

    @cached_property
    def summary(self) -> tuple[Line, ...]:
        """The game's lines on the whole army."""
        return self.loaded.ruleset.summary(self.loaded.context)

    @cached_property
    def groups(self) -> tuple[tuple[GroupItem, bool], ...]:
        """Every group, and whether the page lacks it or shows an older state of it."""
        previous = {group.id: group for group in self.before.groups} if self.before else {}
        return tuple((group, previous.get(group.id) != group) for group in self.loaded.groups)

    @property
    def has_groups(self) -> bool:
        """Whether the page already shows these groups in this order, if perhaps in an older state.

        In place of groups an empty army has the form that it begins with, whose values are sent again.
        """
        before = [group.id for group in self.before.groups] if self.before else []
        return before != [] and before == [group.id for group in self.loaded.groups]

    @property
    def changed_groups(self) -> tuple[GroupItem, ...]:
        """The groups that the page shows in an older state."""
        return tuple(group for group, is_changed in self.groups if is_changed)

    @cached_property
    def unfolded(self) -> bool:
        """Whether all groups are unfolded at first, instead of only the chosen part's group."""
        return self.loaded.row_count <= MAX_UNFOLDED_ROWS

    @cached_property
    def open_groups(self) -> frozenset[str]:
        """The ids of the groups that are unfolded at first: a page has the rows of these alone."""
        if self.unfolded:
            return frozenset(group.id for group in self.loaded.groups)
        return self.asked | ({self.chosen.group.id} if self.chosen.group else frozenset())

    @property
    def asked_groups(self) -> tuple[GroupItem, ...]:
        """The groups whose rows the visitor asks for."""
        return tuple(group for group in self.loaded.groups if group.id in self.asked)

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        """The symbols that the page lacks; its rows use them by set and code."""
        previous = set(self.before.symbols) if self.before else set()
        return tuple(symbol for symbol in self.loaded.symbols if symbol not in previous)

    @cached_property
    def into(self) -> str:
        """The id of the group that new units go to: the chosen one, or that of the chosen unit, or the last."""
        if self.chosen.group:
            return self.chosen.group.id
        return self.loaded.force.groups[-1].id if self.loaded.force.groups else ""

    @cached_property
    def form(self) -> PartForm | HouseRulesForm:
        """The form of the chosen part."""
        if self.bound_form:
            return self.bound_form
        if self.chosen.at == HOUSE_RULES:
            return house_rules_form(self.loaded)
        return part_form(self.loaded, self.chosen, with_marks=not self.has_fields)

    @property
    def first_form(self) -> PartForm:
        """The form that an army without groups begins with."""
        return first_form(self.loaded)

    @cached_property
    def fields_key(self) -> str:
        """The key of the chosen part's fields and links; empty for a bound form."""
        return "" if self.bound_form else fields_key(self.loaded, self.chosen)

    @property
    def has_fields(self) -> bool:
        """Whether the page already shows these fields and links."""
        return self.fields_before != "" and self.fields_before == self.fields_key

    @cached_property
    def chosen_findings(self) -> tuple[FindingItem, ...]:
        """The findings for the chosen part alone; an army without units has none of its own."""
        kind = self.chosen.kind
        if self.is_empty and self.chosen.at == ARMY:
            return ()
        items = []
        for number, finding in enumerate(self.loaded.findings):
            where = finding.where
            part = where.unit or where.group
            if part == (self.chosen.at if kind in ("unit", "group") else ""):
                items.append(FindingItem(number, finding, "", self.chosen.at, self._anchor(finding)))
        return tuple(items)

    @property
    def can_be_completed(self) -> bool:
        """Whether the chosen part is a group that lacks something."""
        group = self.chosen.part
        return self.chosen.kind == "group" and not is_complete(self.ruleset, group, self.loaded.findings)

    @property
    def can_be_fixed(self) -> bool:
        """Whether there is more than one error or warning, so that fixing all at once saves steps."""
        return len(self.loaded.grave) > 1 and not self.is_empty

    @cached_property
    def findings(self) -> tuple[FindingsOf, ...]:
        """The findings by severity, errors first, up to the panel's limit; none while there are no units."""
        if self.is_empty:
            return ()
        remaining = MAX_FINDINGS
        panels = []
        for severity in Severity:
            matching = [each for each in enumerate(self.loaded.findings) if each[1].severity is severity]
            if not matching:
                continue
            visible = tuple(self._finding_item(number, finding) for number, finding in matching[:remaining])
            remaining -= len(visible)
            panels.append(
                FindingsOf(
                    Mark(MARKS[severity], count_of(len(matching), *WORDS[severity])),
                    visible,
                    len(matching) - len(visible),
                )
            )
        return tuple(panels)

    @property
    def has_findings(self) -> bool:
        """Whether the page already shows these findings."""
        if self.before is None:
            return False
        shown = replace(self, loaded=self.before)
        same = (shown.is_empty, shown.findings) == (self.is_empty, self.findings)
        return same and self._beyond(self._stocks_before) == self.beyond_collection

    @property
    def has_checked(self) -> bool:
        """Whether the page already shows which rules are kept."""
        if self.before is None or self.is_empty:
            return False
        before, now = ((army.checked, army.kept, army.legality) for army in (self.before, self.loaded))
        return before == now

    def _finding_item(self, number: int, finding: Finding) -> FindingItem:
        part = finding.where.unit or finding.where.group
        return FindingItem(number, finding, place_name(self.loaded, finding.where), part, self._anchor(finding))

    @cached_property
    def kinds(self) -> tuple[KindItem, ...]:
        """What the catalogue offers to add."""
        catalogue = self.loaded.context.catalogue
        return tuple(
            KindItem(
                kind.plural,
                tuple(
                    _entry_item(kind, entry, self.stocks)
                    for entry in catalogue.of_kind(kind.slug)
                    if entry.source is not Source.OWN or self.own_catalogue.get(kind.slug, entry.key) is None
                ),
            )
            for kind in self.loaded.ruleset.kinds
            if kind.is_unit
        )

    @cached_property
    def collection(self) -> Collected:
        """What the visitor has of the game."""
        return self.load_collection()

    @cached_property
    def stocks(self) -> Mapping[EntryId, Stock]:
        """What this army leaves of each entry that the visitor has or that it needs."""
        return self._stocks_beside(self.loaded)

    @cached_property
    def _stocks_before(self) -> Mapping[EntryId, Stock]:
        """The same of the army that the page still shows."""
        return self._stocks_beside(self.before) if self.before else {}

    def _stocks_beside(self, loaded: LoadedArmy) -> dict[EntryId, Stock]:
        counts, elsewhere = self.collection.counts, self.collection.elsewhere
        if not counts:
            return {}
        own, all_entries = self.own_catalogue, loaded.context.catalogue
        stocks = {}
        for entry in dict.fromkeys((*loaded.models_needed, *counts)):
            found = all_entries.get(*entry) or own.get(*entry)
            if found is not None:
                count, needed = counts.get(entry, 0), loaded.models_needed.get(entry, 0)
                stocks[entry] = Stock(entry, found.name, count, count - needed - elsewhere.get(entry, 0), needed)
        return stocks

    @property
    def ready_groups(self) -> list[ReadyGroup]:
        """The game's ready groups."""
        return [ReadyGroup(template, self._missing_for(template)) for template in self.ruleset.templates]

    def _missing_for(self, template: Template[Any, Any]) -> int:
        if not self.collection.counts:
            return 0
        needed = models_needed(self.ruleset, replace(self.loaded.force, groups=(template.build(""),)))
        left = {entry: max(0, stock.left) for entry, stock in self.stocks.items() if entry in needed}
        return sum(max(0, number - left.get(entry, 0)) for entry, number in needed.items())

    @property
    def changed_stocks(self) -> list[Stock]:
        """Those that the page shows in an older state."""
        changed = (stock for entry, stock in self.stocks.items() if stock != self._stocks_before.get(entry))
        return [stock for stock in changed if stock.count]

    @property
    def beyond_collection(self) -> list[str]:
        """A sentence on each entry of which the army, or all that are counted, need more models than there are."""
        return self._beyond(self.stocks)

    def _beyond(self, stocks: Mapping[EntryId, Stock]) -> list[str]:
        sentences = []
        for stock in stocks.values():
            if stock.needed and stock.left < 0:
                used = f"This {self.words.force} has {stock.needed} × {stock.name}"
                others = stock.count - stock.left - stock.needed
                if others:
                    used += f" and your other {self.words.forces} have {others}"
                sentences.append(f"{used}. You have {stock.count}.")
        return sentences

    @cached_property
    def pictures(self) -> Mapping[str, str]:
        """The addresses of pictures by unit id; the army's own has the empty key."""
        return self.load_pictures()

    @property
    def chosen_picture(self) -> str:
        """The address of the chosen part's picture, empty without one."""
        return self.pictures.get("" if self.chosen.at == ARMY else self.chosen.at, "")

    @property
    def has_card(self) -> bool:
        """Whether the page shows a card of the chosen part."""
        of_group = self.chosen.kind == "group" and self.ruleset.group_card is not None
        return self.draws_cards and (self.chosen.kind == "unit" or of_group)

    @property
    def opens_units(self) -> bool:
        """Whether a row opens its unit: for the owner to change, in an example for everybody to read."""
        return self.own or self.draws_cards

    @property
    def card_codes(self) -> tuple[Code, ...]:
        """What explains the codes of the chosen part's card."""
        return codes_shown(self.ruleset.codes, self.loaded.card_of(self.chosen.at).texts)

    @property
    def takes_picture(self) -> bool:
        """Whether the chosen part can have one."""
        return self.chosen.kind in ("unit", ARMY)

    @cached_property
    def own_catalogue(self) -> Catalogue:
        """The visitor's own entries for this game."""
        return self.load_own()

    @cached_property
    def own_kinds(self) -> tuple[OwnKindItem, ...]:
        """The entries of the visitor's own catalogue, and whether the force has copies of them."""
        return tuple(
            OwnKindItem(
                kind,
                kind.is_unit,
                tuple(self._own_item(kind, entry) for entry in self.own_catalogue.of_kind(kind.slug)),
            )
            for kind in self.loaded.ruleset.kinds
            if kind.ownable
        )

    def _own_item(self, kind: EntryKind[Any], entry: Entry[Any]) -> OwnEntryItem:
        copy = find_copy(self.loaded.force, entry)
        return OwnEntryItem(_entry_item(kind, entry, self.stocks), copy is not None, copy not in (None, entry))

    @property
    def codes_differ(self) -> bool:
        """Whether the edit changed which codes the page shows."""
        return self.before is not None and self.before.codes_with_numbers != self.loaded.codes_with_numbers

    @property
    def own_entries_differ(self) -> bool:
        """Whether the edit changed the custom entries that the page shows."""
        return self.before is not None and self.before.force.entries != self.loaded.force.entries

    @property
    def chosen_name(self) -> str:
        """What the chosen part is called."""
        if self.chosen.kind == "unit" and self.chosen.group:
            return unit_name(self.loaded, self.chosen.group, self.chosen.part)
        if self.chosen.kind == "group":
            return group_name(self.loaded, self.chosen.part)
        return "House rules" if self.chosen.at == HOUSE_RULES else self.title

    @cached_property
    def chosen_equals(self) -> int:
        """How many units share the chosen unit's row, itself included."""
        if self.chosen.kind != "unit" or not self.chosen.group:
            return 0
        return len(self.loaded.group_item(self.chosen.group.id).equals_of(self.chosen.at))

    @property
    def chosen_group_name(self) -> str:
        """What the chosen unit's group is called."""
        return group_name(self.loaded, self.chosen.group) if self.chosen.group else ""

    @property
    def chosen_standing(self) -> str:
        """Where the chosen unit stands in the army; empty for other parts."""
        if self.chosen.kind == "unit" and self.chosen.group:
            return str(self.ruleset.standing(self.chosen.part, self.chosen.group, self.loaded.context))
        return ""

    @property
    def title(self) -> str:
        """What the army is called."""
        return self.loaded.title

    def _anchor(self, finding: Finding) -> str:
        """The id of what a finding is about."""
        where = finding.where
        if where.field:
            game = self.ruleset
            asked: type[Any] = game.unit if where.unit else game.group if where.group else game.force
            layout = layout_of(layouts_of(game), asked)
            return f"part_{inner(SPEC, layout.input_name(where.field))}"
        return f"unit-{where.unit}" if where.unit else f"group-{where.group}" if where.group else "inspector"
