"""What accounts own of collections."""

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import QuerySet

from armybuilder.armies.visits import unvisited_rows
from armybuilder.collection.models import CollectionRow
from armybuilder.site.owned import OwnedModel, Row


def _export(row: CollectionRow) -> Row:
    return {
        "ruleset": row.ruleset,
        "kind": row.kind,
        "key": row.key,
        "count": row.count,
        "painted": row.painted,
        "note": row.note,
    }


def _hand_over(rows: QuerySet[CollectionRow], user: AbstractBaseUser) -> None:
    """Keep the larger number where the account has the entry too: it may well be the same shelf."""
    theirs = {(row.ruleset, row.kind, row.key): row for row in CollectionRow.objects.filter(owner_id=user.pk)}
    for row in rows:
        same = theirs.get((row.ruleset, row.kind, row.key))
        if same is None:
            row.owner_id, row.claim_hash = user.pk, ""
            row.save()
        else:
            same.count = max(same.count, row.count)
            same.painted = max(same.painted, row.painted)
            same.note = same.note or row.note
            same.save()
            row.delete()


OWNED = (
    OwnedModel(
        "collection",
        CollectionRow.objects.all(),
        _export,
        hand_over=_hand_over,
        unvisited=lambda: unvisited_rows(CollectionRow.objects.all()),
    ),
)
