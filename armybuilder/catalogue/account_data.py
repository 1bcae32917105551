"""The own entries' part in what is kept for a person."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from armybuilder.accounts.account_data import Keeping
from armybuilder.accounts.claims import Claim
from armybuilder.catalogue.models import Collection, EntryRow
from armybuilder.catalogue.writing import Shelf


def _gather(user: AbstractBaseUser) -> list[dict[str, Any]]:
    rows = EntryRow.objects.filter(owner_id=user.pk).order_by("ruleset", "kind", "key")
    return [
        {
            "ruleset": row.ruleset,
            "kind": row.kind,
            "key": row.key,
            "name": row.name,
            "spec": row.spec,
            "picture": b64encode(bytes(row.picture.image)).decode() if hasattr(row, "picture") else None,
        }
        for row in rows.select_related("picture")
    ]


@transaction.atomic
def _claim(claim: Claim, user: AbstractBaseUser) -> None:
    """Hand all over; of two with one name and profile one stays, and where only the name is one, both do."""
    shelves: dict[tuple[str, str], Shelf] = {}
    for row in EntryRow.objects.filter(owner_id=user.pk):
        shelves.setdefault((row.ruleset, row.kind), Shelf()).put(row)
    for row in EntryRow.objects.filter(owner=None, claim_hash=claim.hash).order_by("pk"):
        shelf = shelves.setdefault((row.ruleset, row.kind), Shelf())
        same = shelf.named(row.name)
        if same is not None and same.spec == row.spec:
            row.delete()
            continue
        row.name, row.key = shelf.free_name(row.name), shelf.free_key(row.key)
        row.owner_id, row.claim_hash = user.pk, ""
        row.save()
        shelf.put(row)


def _gather_collections(user: AbstractBaseUser) -> list[dict[str, Any]]:
    return [
        {
            "ruleset": each.ruleset,
            "name": each.name,
            "address": each.get_absolute_url(),
            "entries": [f"{row.kind}/{row.key}" for row in each.entries.all()],
        }
        for each in Collection.objects.filter(owner_id=user.pk).prefetch_related("entries").order_by("created")
    ]


def _claim_collections(claim: Claim, user: AbstractBaseUser) -> None:
    Collection.objects.filter(owner=None, claim_hash=claim.hash).update(owner=user, claim_hash="")


KEPT = (Keeping("entries", _gather, _claim), Keeping("collections", _gather_collections, _claim_collections))
