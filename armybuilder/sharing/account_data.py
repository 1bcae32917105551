"""Sharing's part in what is kept for a person."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from armybuilder.accounts.account_data import Keeping
from armybuilder.accounts.claims import Claim
from armybuilder.sharing.models import Opponent, Share


def _gather(user: AbstractBaseUser) -> dict[str, list[dict[str, Any]]]:
    links = Share.objects.filter(army__owner_id=user.pk).defer("document").order_by("created")
    opponents = Opponent.objects.filter(owner_id=user.pk).select_related("share__army").order_by("created")
    return {
        "links": [
            {
                "address": link.get_absolute_url(),
                "army": link.army_id,
                "revision": link.revision,
                "notes": link.notes,
                "created": link.created.isoformat(),
                "revoked": link.revoked.isoformat() if link.revoked else None,
            }
            for link in links
        ],
        "opponents": [
            {
                "address": opponent.share.get_absolute_url(),
                "name": str(opponent.share),
                "created": opponent.created.isoformat(),
            }
            for opponent in opponents
        ],
    }


@transaction.atomic
def _claim(claim: Claim, user: AbstractBaseUser) -> None:
    """Hand the browser's opponents over; of two to one link the user's stays."""
    kept = Opponent.objects.filter(owner_id=user.pk).values("share")
    mine = Opponent.objects.filter(owner=None, claim_hash=claim.hash)
    mine.filter(share__in=kept).delete()
    mine.update(owner_id=user.pk, claim_hash="")


KEPT = Keeping("sharing", _gather, _claim)
