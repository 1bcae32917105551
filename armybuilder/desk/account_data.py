"""The battles' part in what is kept for a person."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from armybuilder.accounts.account_data import Keeping
from armybuilder.accounts.claims import Claim
from armybuilder.desk.models import Battle
from armybuilder.revisions.store import exported


def _gather(user: AbstractBaseUser) -> list[dict[str, Any]]:
    battles = Battle.objects.filter(owner_id=user.pk).prefetch_related("revisions").order_by("created")
    return [
        {
            "id": battle.pk,
            "game": battle.ruleset,
            "created": battle.created.isoformat(),
            "deleted": battle.deleted.isoformat() if battle.deleted else None,
            "draft": battle.draft,
            "head": battle.head,
            "steps": exported(battle.revisions.all()),
        }
        for battle in battles
    ]


def _claim(claim: Claim, user: AbstractBaseUser) -> None:
    Battle.objects.filter(owner=None, claim_hash=claim.hash).update(owner=user)


KEPT = Keeping("battles", _gather, _claim)
