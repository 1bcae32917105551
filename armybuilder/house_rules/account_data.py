"""Whose sets are whose: what a person keeps, what signing in takes over, what new armies begin with."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import QuerySet
from django.http import Http404, HttpRequest

from armybuilder.accounts.account_data import Keeping
from armybuilder.accounts.claims import Claim, held
from armybuilder.house_rules.models import HouseRuleSet
from rulesets.core.ruleset import AnyRuleset


def own_sets(request: HttpRequest, ruleset: AnyRuleset) -> QuerySet[HouseRuleSet]:
    """The visitor's sets for a game."""
    return HouseRuleSet.objects.filter(held(request), ruleset=ruleset.slug, deleted=None)


def deleted_sets(request: HttpRequest, ruleset: AnyRuleset) -> QuerySet[HouseRuleSet]:
    """Those that the visitor deleted and can bring back, the last one first."""
    gone = HouseRuleSet.objects.filter(held(request), ruleset=ruleset.slug).exclude(deleted=None)
    return gone.order_by("-deleted")


def own_set(request: HttpRequest, ruleset: AnyRuleset, key: str) -> HouseRuleSet:
    """The visitor's set of that key; raises ``Http404``."""
    found = own_sets(request, ruleset).filter(pk=key).first()
    if found is None:
        raise Http404
    return found


def usual_rules(request: HttpRequest, ruleset: AnyRuleset) -> tuple[tuple[str, str], ...]:
    """The readings that the visitor's new armies of a game begin with."""
    usual = own_sets(request, ruleset).filter(usual=True).first()
    return usual.chosen() if usual else ()


def _gather(user: AbstractBaseUser) -> list[dict[str, Any]]:
    sets = HouseRuleSet.objects.filter(owner_id=user.pk)
    return [
        {
            "ruleset": each.ruleset,
            "name": each.name,
            "rules": each.rules,
            "usual": each.usual,
            "shared": bool(each.token),
            "deleted": each.deleted is not None,
        }
        for each in sets
    ]


def _claim(claim: Claim, user: AbstractBaseUser) -> None:
    HouseRuleSet.objects.filter(owner=None, claim_hash=claim.hash).update(owner=user, claim_hash="")


KEPT = Keeping("house rules", _gather, _claim)
