"""What other apps ask and tell about a visitor's collection."""

from collections.abc import Mapping

from django.dispatch import receiver
from django.http import HttpRequest

from armybuilder.armies.collected import Collected, collection_requested
from armybuilder.armies.models import Army
from armybuilder.armies.proxies import owners_models_requested
from armybuilder.catalogue.models import EntryRow
from armybuilder.catalogue.uses import entry_key_changed
from armybuilder.collection.armies import counted_armies, counts_others
from armybuilder.collection.models import CollectionRow
from armybuilder.collection.shelf import shelf_of
from rulesets.core.collection import EntryId
from rulesets.core.ruleset import AnyRuleset


@receiver(collection_requested)
def models_of(request: HttpRequest, ruleset: AnyRuleset, army: str, **kwargs: object) -> Collected:
    """How many models the visitor has of each entry, none for an entry with a note alone, and what others need."""
    counts = {entry: models.count for entry, models in shelf_of(request, ruleset).items() if models.count}
    others = counted_armies(request, ruleset, but=army) if counts and counts_others(request) else None
    return Collected(counts, others)


@receiver(owners_models_requested)
def models_of_owner(army: Army, **kwargs: object) -> Mapping[EntryId, int]:
    """How many models the army's owner has of each entry; none for an example, which nobody owns."""
    if army.owner_id is None and not army.claim_hash:
        return {}
    rows = CollectionRow.objects.filter(ruleset=army.ruleset, count__gt=0, owner=army.owner_id)
    return {(row.kind, row.key): row.count for row in rows.filter(claim_hash=army.claim_hash)}


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
