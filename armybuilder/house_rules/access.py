"""Which sets of house rules a visitor has, and with which new armies begin."""

from __future__ import annotations

from django.db.models import QuerySet
from django.dispatch import receiver
from django.http import Http404, HttpRequest

from armybuilder.armies.creation import house_rules_wanted
from armybuilder.claims import held
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


@receiver(house_rules_wanted)
def usual_rules(request: HttpRequest, ruleset: AnyRuleset, **kwargs: object) -> tuple[tuple[str, str], ...]:
    """The readings that the visitor's new armies of a game begin with."""
    usual = own_sets(request, ruleset).filter(usual=True).first()
    return usual.chosen() if usual else ()
