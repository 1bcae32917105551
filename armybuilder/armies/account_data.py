"""The armies' part in what is kept for a person."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from armybuilder.accounts.account_data import Keeping
from armybuilder.accounts.claims import Claim
from armybuilder.armies.models import Army
from armybuilder.revisions.store import exported


def _gather(user: AbstractBaseUser) -> list[dict[str, Any]]:
    armies = Army.objects.filter(owner_id=user.pk).prefetch_related("revisions", "tags", "pictures").order_by("created")
    return [
        {
            "id": army.pk,
            "created": army.created.isoformat(),
            "deleted": army.deleted.isoformat() if army.deleted else None,
            "archived": army.archived.isoformat() if army.archived else None,
            "folder": army.folder,
            "tags": [tag.name for tag in army.tags.all()],
            "pictures": [
                {"part": picture.part, "webp": b64encode(bytes(picture.image)).decode()}
                for picture in army.pictures.all()
            ],
            "head": army.head,
            "revisions": exported(army.revisions.all()),
        }
        for army in armies
    ]


def _claim(claim: Claim, user: AbstractBaseUser) -> None:
    Army.objects.filter(owner=None, example=False, claim_hash=claim.hash).update(owner=user)


KEPT = Keeping("armies", _gather, _claim)
