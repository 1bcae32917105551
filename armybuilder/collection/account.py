"""What accounts own of collections."""

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import QuerySet

from armybuilder.armies.visits import unvisited_rows
from armybuilder.collection.models import CollectionRow, ModelPhoto
from armybuilder.site.owned import OwnedModel, Row, base64_of


def _export(row: CollectionRow) -> Row:
    return {
        "ruleset": row.ruleset,
        "kind": row.kind,
        "key": row.key,
        "count": row.count,
        "painted": row.painted,
        "note": row.note,
        "photo": base64_of(row.photo.image) if hasattr(row, "photo") else None,
    }


def _hand_over(rows: QuerySet[CollectionRow], user: AbstractBaseUser) -> None:
    """Keep the larger number where the account has the entry too: it may well be the same shelf.

    A photo of the browser's is kept where the account has none.
    """
    theirs = {(row.ruleset, row.kind, row.key): row for row in CollectionRow.objects.filter(owner_id=user.pk)}
    with_photo = set(ModelPhoto.objects.filter(row__owner_id=user.pk).values_list("row_id", flat=True))
    for row in rows.select_related(None):  # without the pictures themselves
        same = theirs.get((row.ruleset, row.kind, row.key))
        if same is None:
            row.owner_id, row.claim_hash = user.pk, ""
            row.save()
        else:
            same.count = max(same.count, row.count)
            same.painted = max(same.painted, row.painted)
            same.note = same.note or row.note
            same.save()
            if same.pk not in with_photo:
                ModelPhoto.objects.filter(row=row).update(row=same)
            row.delete()


OWNED = (
    OwnedModel(
        "collection",
        CollectionRow.objects.select_related("photo"),
        _export,
        (ModelPhoto,),
        hand_over=_hand_over,
        large=((ModelPhoto, "row__"),),
        unvisited=lambda: unvisited_rows(CollectionRow.objects.all()),
    ),
)
