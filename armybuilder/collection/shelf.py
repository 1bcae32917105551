"""What a visitor has of each entry of a game, and how it is saved."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from armybuilder.catalogue.access import visible_entries
from armybuilder.catalogue.models import EntryRow
from armybuilder.collection.models import CollectionRow
from armybuilder.site.claims import Author, owned_by
from armybuilder.site.quotas import quota_transaction
from rulesets.core.collection import EntryId
from rulesets.core.ruleset import AnyRuleset

MAX_ROWS: Final = 2000
"""The most entries of a game that one user or browser may have models of."""
WITH_PHOTO_FIRST: Final = F("photo").desc(nulls_last=True)
"""An order of rows: of two for one entry, a browser's and an account's, the first is kept."""
FULL: Final = "Your collection has reached its limit of entries."


class TooManyRows(Exception):
    """Somebody would have models of more entries than ``MAX_ROWS``."""


@dataclass(frozen=True, slots=True)
class Models:
    """The models that somebody has of an entry: how many, how many of them are painted, and a note."""

    count: int = 0
    painted: int = 0
    note: str = ""

    @property
    def text(self) -> str:
        """What a form sends back to show which saved state it is based on."""
        return f"{self.count}/{self.painted}/{self.note}"


NOTHING: Final = Models()


def rows_of(request: HttpRequest, ruleset: AnyRuleset) -> QuerySet[CollectionRow]:
    """The visitor's rows for a game."""
    return CollectionRow.objects.filter(owned_by(request), ruleset=ruleset.slug)


def shelf_of(request: HttpRequest, ruleset: AnyRuleset) -> dict[EntryId, Models]:
    """The visitor's models by entry; where both this browser and the account have some, the larger numbers."""
    shelf: dict[EntryId, Models] = {}
    for row in rows_of(request, ruleset):
        before = shelf.get((row.kind, row.key), NOTHING)
        count, painted = max(before.count, row.count), max(before.painted, row.painted)
        shelf[row.kind, row.key] = Models(count, painted, before.note or row.note)
    return shelf


def units_of(request: HttpRequest, ruleset: AnyRuleset) -> dict[EntryId, EntryRow]:
    """The entries that are units, those that the visitor wrote before the game's, in the order of the catalogue."""
    kinds = [kind.slug for kind in ruleset.kinds if kind.is_unit]
    found: dict[EntryId, EntryRow] = {}
    for row in visible_entries(request, ruleset).filter(kind__in=kinds):
        found.setdefault((row.kind, row.key), row)
    return dict(sorted(found.items(), key=lambda item: kinds.index(item[0][0])))


def save_models(
    request: HttpRequest, ruleset: AnyRuleset, author: Author, changed: Mapping[EntryId, tuple[str, Models]]
) -> list[EntryId]:
    """Save models by entry, each with the text of the state that it is based on.

    Returns the entries that were saved elsewhere in the meantime, which stay as they are. Raises ``TooManyRows``.
    """
    with quota_transaction(f"collection of {ruleset.slug}", author.key):
        shelf = shelf_of(request, ruleset)
        rows_before = rows_of(request, ruleset).count()
        late = [
            entry
            for entry, (seen, models) in changed.items()
            if shelf.get(entry, NOTHING).text not in (seen, models.text)
        ]
        saved = {entry: models for entry, (_, models) in changed.items() if entry not in late}
        _replace(request, ruleset, author, saved)
        if rows_of(request, ruleset).count() > max(MAX_ROWS, rows_before):
            raise TooManyRows
    return late


def _replace(request: HttpRequest, ruleset: AnyRuleset, author: Author, saved: Mapping[EntryId, Models]) -> None:
    """Store these models in one row for each entry, which keeps its photo; an entry without models or note has none."""
    kept: dict[EntryId, CollectionRow] = {}
    gone = []
    for row in rows_of(request, ruleset).order_by(WITH_PHOTO_FIRST):
        entry = row.kind, row.key
        if entry in kept or saved.get(entry) == NOTHING:
            gone.append(row.pk)
        elif entry in saved:
            kept[entry] = row
    CollectionRow.objects.filter(pk__in=gone).delete()
    new: list[CollectionRow] = []
    for (kind, key), models in saved.items():
        row = kept.get((kind, key)) or CollectionRow(ruleset=ruleset.slug, kind=kind, key=key)
        row.count, row.painted, row.note, row.updated = models.count, models.painted, models.note, timezone.now()
        row.owner_id, row.claim_hash = author.columns["owner_id"], author.columns["claim_hash"]
        if row.pk is None and models != NOTHING:
            new.append(row)
    CollectionRow.objects.bulk_update(kept.values(), ["count", "painted", "note", "updated", "owner", "claim_hash"])
    CollectionRow.objects.bulk_create(new)
