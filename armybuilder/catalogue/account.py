"""What accounts own of the catalogue: custom entries, and sets of them."""

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import QuerySet

from armybuilder.catalogue.models import Collection, EntryPicture, EntryRow
from armybuilder.catalogue.uses import entry_key_changed
from armybuilder.catalogue.writing import NameIndex
from armybuilder.site.owned import OwnedModel, Row, base64_of


def _entry(row: EntryRow) -> Row:
    return {
        "ruleset": row.ruleset,
        "kind": row.kind,
        "key": row.key,
        "name": row.name,
        "spec": row.spec,
        "picture": base64_of(row.picture.image) if hasattr(row, "picture") else None,
    }


def _collection(collection: Collection) -> Row:
    return {
        "ruleset": collection.ruleset,
        "name": collection.name,
        "address": collection.get_absolute_url(),
        "entries": [f"{row.kind}/{row.key}" for row in collection.entries.all()],
    }


def _hand_over_entries(rows: QuerySet[EntryRow], user: AbstractBaseUser) -> None:
    """Drop entries that the account has with the same name and profile; rename those with the same name only."""
    indexes: dict[tuple[str, str], NameIndex] = {}
    for row in EntryRow.objects.filter(owner_id=user.pk):
        indexes.setdefault((row.ruleset, row.kind), NameIndex()).add(row)
    for row in rows.order_by("pk"):
        index = indexes.setdefault((row.ruleset, row.kind), NameIndex())
        same = index.named(row.name)
        if same is not None and same.spec == row.spec:
            entry_key_changed.send(EntryRow, row=row, key=same.key)
            row.delete()
            continue
        key = index.free_key(row.key)
        entry_key_changed.send(EntryRow, row=row, key=key)
        row.name, row.key = index.free_name(row.name), key
        row.owner_id, row.claim_hash = user.pk, ""
        row.save()
        index.add(row)


OWNED = (
    OwnedModel(
        "entries",
        EntryRow.objects.select_related("picture").order_by("ruleset", "kind", "key"),
        _entry,
        (EntryPicture,),
        hand_over=_hand_over_entries,
        large=((EntryPicture, "entry__"),),
    ),
    OwnedModel(
        "collections",
        Collection.objects.filter(withdrawn=None).prefetch_related("entries").order_by("created"),
        _collection,
    ),
)
