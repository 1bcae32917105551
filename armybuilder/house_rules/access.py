"""The sets of house rules of a visitor, and those that new armies start with."""

from django.db.models import QuerySet
from django.dispatch import receiver
from django.http import Http404, HttpRequest

from armybuilder.armies.creation import house_rules_requested
from armybuilder.house_rules.models import HouseRuleSet
from armybuilder.site.claims import owned_by
from rulesets.core.ruleset import AnyRuleset


def own_sets(request: HttpRequest, ruleset: AnyRuleset) -> QuerySet[HouseRuleSet]:
    """Return the visitor's sets for a game."""
    return HouseRuleSet.objects.filter(owned_by(request), ruleset=ruleset.slug, deleted=None)


def deleted_sets(request: HttpRequest, ruleset: AnyRuleset) -> QuerySet[HouseRuleSet]:
    """Return the sets that the visitor deleted and can restore, the last one first."""
    rule_sets = HouseRuleSet.objects.filter(owned_by(request), ruleset=ruleset.slug).exclude(deleted=None)
    return rule_sets.order_by("-deleted")


def own_set(request: HttpRequest, ruleset: AnyRuleset, key: str) -> HouseRuleSet:
    """Return the visitor's set with that key; raises ``Http404``."""
    rule_set = own_sets(request, ruleset).filter(pk=key).first()
    if rule_set is None:
        raise Http404
    return rule_set


@receiver(house_rules_requested)
def default_house_rules(request: HttpRequest, ruleset: AnyRuleset, **kwargs: object) -> tuple[tuple[str, str], ...]:
    """Return the readings that the visitor's new armies of a game start with."""
    usual = own_sets(request, ruleset).filter(usual=True).first()
    return usual.readings() if usual else ()
