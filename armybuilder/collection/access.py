"""A visitor's collection of a game."""

from collections.abc import Mapping

from django.db.models import QuerySet
from django.dispatch import receiver
from django.http import HttpRequest

from armybuilder.armies.collected import collection_requested
from armybuilder.collection.models import CollectionRow
from armybuilder.site.claims import owned_by
from rulesets.core.collection import EntryId
from rulesets.core.ruleset import AnyRuleset


def rows_of(request: HttpRequest, ruleset: AnyRuleset) -> QuerySet[CollectionRow]:
    """The visitor's rows for a game."""
    return CollectionRow.objects.filter(owned_by(request), ruleset=ruleset.slug)


@receiver(collection_requested)
def models_of(request: HttpRequest, ruleset: AnyRuleset, **kwargs: object) -> Mapping[EntryId, int]:
    """How many models the visitor has of each entry; a browser's are added to those of the user's account."""
    counts: dict[EntryId, int] = {}
    for kind, key, count in rows_of(request, ruleset).values_list("kind", "key", "count"):
        counts[kind, key] = counts.get((kind, key), 0) + count
    return counts
