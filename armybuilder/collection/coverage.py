"""What a visitor's models are enough for: the visitor's armies, the game's examples and its ready groups."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from django.urls import reverse

from armybuilder.armies.examples import example_address, rival_address
from armybuilder.armies.models import Army
from armybuilder.collection.shelf import NOTHING, Models
from rulesets.core.collection import EntryId, models_needed
from rulesets.core.ruleset import AnyRuleset

MAX_LISTED: Final = 12
"""How many are listed, those with the fewest missing models first."""

Needs = Mapping[EntryId, int]


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many models something needs, and how many of them are missing.

    ``kind`` says what it is, and ``address`` is its page, which a ready group does not have.
    """

    name: str
    kind: str
    address: str
    needed: int
    missing: int

    @property
    def sentence(self) -> str:
        """What the player has of it."""
        if not self.missing:
            return f"You have all {self.needed} models." if self.needed > 1 else "You have its only model."
        return f"{self.missing} of {self.needed} models {'is' if self.missing == 1 else 'are'} missing."


def coverage(
    ruleset: AnyRuleset, armies: Iterable[tuple[Army, Needs]], shelf: Mapping[EntryId, Models]
) -> list[Coverage]:
    """What could be fielded with the models of ``shelf``, those with the fewest missing models first.

    ``armies`` are the visitor's, each with its needs. What the visitor has no model of is left out.
    """
    words = ruleset.words
    own = ((str(army), f"your {words.force}", army.get_absolute_url(), needed) for army, needed in armies)
    covered = [
        Coverage(name, kind, address, sum(needed.values()), _missing(needed, shelf))
        for name, kind, address, needed in (*own, *_examples(ruleset), *_ready_groups(ruleset))
    ]
    begun = [each for each in covered if each.missing < each.needed]
    return sorted(begun, key=lambda each: each.missing)[:MAX_LISTED]


def _missing(needed: Needs, shelf: Mapping[EntryId, Models]) -> int:
    return sum(max(0, number - shelf.get(entry, NOTHING).count) for entry, number in needed.items())


def _examples(ruleset: AnyRuleset) -> Iterator[tuple[str, str, str, Needs]]:
    """The examples that everybody may look at and copy: name, kind, address and needs."""
    stored = set(Army.objects.filter(example=True, ruleset=ruleset.slug, deleted=None).values_list("pk", flat=True))
    for pk, name, needed in _needs_of_examples(ruleset):
        if pk in stored:
            yield name, f"example {ruleset.words.force}", reverse("armies:builder", args=[pk]), needed


@lru_cache(maxsize=32)
def _needs_of_examples(ruleset: AnyRuleset) -> tuple[tuple[str, str, Needs], ...]:
    forces = [(example_address(ruleset.slug), ruleset.demo())]
    if ruleset.rival is not None:
        forces.append((rival_address(ruleset.slug), ruleset.rival()))
    return tuple((pk, ruleset.name_of(force), models_needed(ruleset, force)) for pk, force in forces)


@lru_cache(maxsize=32)
def _ready_groups(ruleset: AnyRuleset) -> tuple[tuple[str, str, str, Needs], ...]:
    blank, kind = ruleset.new_force(), f"ready {ruleset.words.group}"
    forces = ((each.title, replace(blank, groups=(each.build(""),))) for each in ruleset.templates)
    return tuple((title, kind, "", models_needed(ruleset, force)) for title, force in forces)
