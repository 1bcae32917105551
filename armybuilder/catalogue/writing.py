"""Storing players' own entries: one name and one key a kind, and only so many in all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.http import HttpRequest
from django.utils.text import slugify

from armybuilder.catalogue.access import own_entries
from armybuilder.catalogue.models import EntryRow
from armybuilder.claims import Claim, author_of
from armybuilder.schema_forms.names import free_name
from rulesets.core.catalogue import EntryKind, Source
from rulesets.core.codec import encode
from rulesets.core.declarations import NAME_LENGTH
from rulesets.core.ruleset import AnyRuleset

MOST_ENTRIES = 500
"""How many entries one user or browser may keep, of all games."""


class TooMany(ValueError):
    """More entries than are kept; the message is for the player."""


def check_room(request: HttpRequest, new: int) -> None:
    """Raise ``TooMany`` when the player may not have so many more entries."""
    kept = own_entries(request).count()
    if kept + new > MOST_ENTRIES:
        raise TooMany(
            f"You have {kept} entries of your own and {MOST_ENTRIES} are kept; {new} more do not fit. "
            "Delete some that you no longer use. Nothing was saved."
        )


@dataclass
class Shelf:
    """One player's own entries of one kind; ``reserved`` are the keys of the game's entries, which none may hide."""

    reserved: frozenset[str] = frozenset()
    by_name: dict[str, EntryRow] = field(default_factory=dict)
    keys: set[str] = field(default_factory=set)

    def put(self, row: EntryRow) -> None:
        """Know the row by its name and key."""
        self.by_name[row.name.casefold()] = row
        self.keys.add(row.key)

    def named(self, name: str) -> EntryRow | None:
        """The entry of that name, in capitals or not."""
        return self.by_name.get(name.casefold())

    def free_name(self, wanted: str) -> str:
        """The name wanted, numbered when an entry has it already."""
        return free_name(wanted, self.by_name, NAME_LENGTH)

    def free_key(self, wanted: str) -> str:
        """A key made of the text, numbered when an entry has it already."""
        return free_name(slugify(wanted) or "entry", self.keys | self.reserved, NAME_LENGTH, "-{}")


def shelf_of(request: HttpRequest, ruleset: AnyRuleset, kind: EntryKind[Any]) -> Shelf:
    """The visitor's own entries of a kind."""
    shelf = Shelf(frozenset(entry.key for entry in ruleset.catalogue.of_kind(kind.slug)))
    for row in own_entries(request).filter(ruleset=ruleset.slug, kind=kind.slug):
        shelf.put(row)
    return shelf


@transaction.atomic
def store(
    request: HttpRequest, claim: Claim, ruleset: AnyRuleset, kind: EntryKind[Any], profiles: Mapping[str, Any]
) -> list[EntryRow]:
    """Store profiles by their names: a known name changes its entry, a new one makes one. Raises ``TooMany``."""
    shelf = shelf_of(request, ruleset, kind)
    check_room(request, sum(shelf.named(name) is None for name in profiles))
    author = author_of(request, claim)
    rows = []
    for name, profile in profiles.items():
        row = shelf.named(name) or EntryRow(
            ruleset=ruleset.slug,
            kind=kind.slug,
            key=shelf.free_key(name),
            source=Source.OWN.value,
            **author.columns,
        )
        row.name, row.spec = name, encode(profile)
        row.save()
        shelf.put(row)
        rows.append(row)
    return rows


def stamp(row: EntryRow) -> str:
    """A short text that changes whenever the entry does."""
    content = json.dumps([row.name, row.spec], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()[:16]
