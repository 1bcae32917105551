"""The games' own entries brought into the database."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from armybuilder.catalogue.models import EntryRow, row_of
from rulesets.registry import all_rulesets

CHANGING = ("name", "spec", "cite", "source", "position")
"""What may differ between a stored entry and the game's."""


@dataclass(frozen=True, slots=True)
class CatalogueCounts:
    """How many entries were added, changed, removed and left as they were."""

    added: int
    changed: int
    removed: int
    kept: int


@transaction.atomic
def load_catalogue() -> CatalogueCounts:
    """Make the stored entries that are no player's those of the registered games; doing it again changes nothing."""
    stored = {(row.ruleset, row.kind, row.key): row for row in EntryRow.objects.filter(owner=None, claim_hash="")}
    added, changed = [], []
    kept = 0
    for ruleset in all_rulesets():
        for position, entry in enumerate(ruleset.catalogue):
            wanted = row_of(ruleset.slug, entry, position)
            row = stored.pop((wanted.ruleset, wanted.kind, wanted.key), None)
            if row is None:
                added.append(wanted)
            elif any(getattr(row, name) != getattr(wanted, name) for name in CHANGING):
                wanted.pk = row.pk
                changed.append(wanted)
            else:
                kept += 1
    EntryRow.objects.bulk_create(added, batch_size=500)
    EntryRow.objects.bulk_update(changed, CHANGING, batch_size=200)
    EntryRow.objects.filter(pk__in=[row.pk for row in stored.values()]).delete()
    return CatalogueCounts(len(added), len(changed), len(stored), kept)
