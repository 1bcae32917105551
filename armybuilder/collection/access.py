"""A visitor's collection of a game."""

from collections.abc import Mapping

from django.db.models import QuerySet
from django.dispatch import receiver
from django.http import HttpRequest

from armybuilder.armies.collected import collection_requested
from armybuilder.catalogue.models import EntryRow
from armybuilder.catalogue.uses import entry_key_changed
from armybuilder.collection.models import CollectionRow
from armybuilder.site.claims import owned_by
from rulesets.core.collection import EntryId
from rulesets.core.ruleset import AnyRuleset


def rows_of(request: HttpRequest, ruleset: AnyRuleset) -> QuerySet[CollectionRow]:
    """The visitor's rows for a game."""
    return CollectionRow.objects.filter(owned_by(request), ruleset=ruleset.slug)


@receiver(collection_requested)
def models_of(request: HttpRequest, ruleset: AnyRuleset, **kwargs: object) -> Mapping[EntryId, int]:
    """How many models the visitor has of each entry, by browser or account the larger number."""
    counts: dict[EntryId, int] = {}
    for kind, key, count in rows_of(request, ruleset).exclude(count=0).values_list("kind", "key", "count"):
        counts[kind, key] = max(counts.get((kind, key), 0), count)
    return counts


@receiver(entry_key_changed)
def rename_key(row: EntryRow, key: str, **kwargs: object) -> None:
    """Keep a browser's models with their custom entry, which gets another key in an account.

    Models that the browser has under the new key stay as they are.
    """
    rows = CollectionRow.objects.filter(
        ruleset=row.ruleset, kind=row.kind, owner=None, claim_hash=row.claim_hash
    ).exclude(claim_hash="")
    if not rows.filter(key=key).exists():
        rows.filter(key=row.key).update(key=key)
