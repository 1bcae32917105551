"""What stands in play, as a part of what is kept for a person; it belongs to whoever has the army."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from armybuilder.accounts.account_data import Keeping
from armybuilder.accounts.claims import Claim
from armybuilder.play.models import InPlay


def _gather(user: AbstractBaseUser) -> list[dict[str, Any]]:
    return [
        {"army": stored.army_id, "state": stored.state, "updated": stored.updated.isoformat()}
        for stored in InPlay.objects.filter(army__owner_id=user.pk).order_by("army")
    ]


def _claim(claim: Claim, user: AbstractBaseUser) -> None:
    """Nothing to hand over: the army is, and this with it."""


KEPT = Keeping("armies in play", _gather, _claim)
