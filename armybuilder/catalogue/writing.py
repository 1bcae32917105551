"""Store players' own entries, with unique names and keys within a kind and a limit on their number."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest
from django.utils.text import slugify

from armybuilder.catalogue.access import own_entries
from armybuilder.catalogue.models import EntryRow
from armybuilder.schema_forms.names import free_name
from armybuilder.site.claims import Claim, author_of
from armybuilder.site.quotas import quota_transaction
from rulesets.core.declarations.catalogue import EntryKind, Source
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.names import name_key
from rulesets.core.ruleset import AnyRuleset

MAX_ENTRIES = 500
"""Most entries of one user or browser, of all games."""


class TooMany(ValueError):
    """The player would have too many entries; the message is for the player."""


def check_room(request: HttpRequest, new: int) -> None:
    """Raise ``TooMany`` if the player may not have so many more entries."""
    count = own_entries(request).count()
    if count + new > MAX_ENTRIES:
        raise TooMany(
            f"You can have {MAX_ENTRIES} custom entries. You have {count}, and these are {new} more. "
            "Delete some that you no longer use. Nothing was saved."
        )


@dataclass
class NameIndex:
    """One player's own entries of one kind by name and key; ``reserved`` are the keys of the game's entries."""

    reserved: frozenset[str] = frozenset()
    by_name: dict[str, EntryRow] = field(default_factory=dict)
    keys: set[str] = field(default_factory=set)

    def add(self, row: EntryRow) -> None:
        """Add the row by its name and key."""
        self.by_name[name_key(row.name)] = row
        self.keys.add(row.key)

    def named(self, name: str) -> EntryRow | None:
        """The entry of this name."""
        return self.by_name.get(name_key(name))

    def free_name(self, name: str) -> str:
        """The name, numbered if an entry has it already."""
        return free_name(name, self.by_name, NAME_LENGTH)

    def free_key(self, text: str) -> str:
        """A key made from the text, numbered if an entry has it already."""
        return free_name(slugify(text) or "entry", self.keys | self.reserved, NAME_LENGTH, "-{}")


def name_index_of(request: HttpRequest, ruleset: AnyRuleset, kind: EntryKind[Any]) -> NameIndex:
    """The index of the visitor's own entries of a kind."""
    index = NameIndex(frozenset(entry.key for entry in ruleset.catalogue.of_kind(kind.slug)))
    for row in own_entries(request).filter(ruleset=ruleset.slug, kind=kind.slug):
        index.add(row)
    return index


def store(
    request: HttpRequest, claim: Claim, ruleset: AnyRuleset, kind: EntryKind[Any], profiles: Mapping[str, Any]
) -> list[EntryRow]:
    """Store profiles by name, changing existing entries and adding new ones; raises ``TooMany``."""
    author = author_of(request, claim)
    with quota_transaction("entries", author.key):
        index = name_index_of(request, ruleset, kind)
        check_room(request, sum(index.named(name) is None for name in profiles))
        rows = []
        for name, profile in profiles.items():
            row = index.named(name) or EntryRow(
                ruleset=ruleset.slug,
                kind=kind.slug,
                key=index.free_key(name),
                source=Source.OWN.value,
                **author.columns,
            )
            row.name, row.spec = name, encode(profile)
            row.save()
            index.add(row)
            rows.append(row)
    return rows


def stamp(row: EntryRow) -> str:
    """A short text that changes whenever the entry does."""
    content = json.dumps([row.name, row.spec], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()[:16]
