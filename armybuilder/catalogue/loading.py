"""Load the games' entries into the database."""

from dataclasses import dataclass

from django.db import transaction

from armybuilder.catalogue.models import EntryRow, row_of
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets, is_provided

CHANGING = ("name", "spec", "cite", "source", "position")
"""The columns that are compared and updated."""


@dataclass(frozen=True, slots=True)
class CatalogueCounts:
    """How many entries were added, changed, removed and unchanged."""

    added: int
    changed: int
    removed: int
    unchanged: int


@transaction.atomic
def load_catalogue() -> CatalogueCounts:
    """Synchronise the stored entries of the games with the listed games; running it again changes nothing."""
    rows = EntryRow.objects.filter(owner=None, claim_hash="")
    existing = {(row.ruleset, row.kind, row.key): row for row in rows if not is_provided(row.ruleset)}
    added, changed = [], []
    unchanged = 0
    for ruleset in all_rulesets():
        for position, entry in enumerate(ruleset.catalogue):
            current = row_of(ruleset.slug, entry, position)
            row = existing.pop((current.ruleset, current.kind, current.key), None)
            if row is None:
                added.append(current)
            elif any(getattr(row, name) != getattr(current, name) for name in CHANGING):
                current.pk = row.pk
                changed.append(current)
            else:
                unchanged += 1
    EntryRow.objects.bulk_create(added, batch_size=500)
    EntryRow.objects.bulk_update(changed, CHANGING, batch_size=200)
    EntryRow.objects.filter(pk__in=[row.pk for row in existing.values()]).delete()
    return CatalogueCounts(len(added), len(changed), len(existing), unchanged)


def store_catalogue(ruleset: AnyRuleset) -> None:
    """Store the entries of a game that has none stored, such as a new version that never changes."""
    rows = [row_of(ruleset.slug, entry, position) for position, entry in enumerate(ruleset.catalogue)]
    EntryRow.objects.bulk_create(rows, batch_size=500)
