"""What accounts own of the sets of house rules."""

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import QuerySet

from armybuilder.house_rules.models import HouseRuleSet
from armybuilder.schema_forms.names import free_name
from armybuilder.site.owned import OwnedModel, Row
from rulesets.core.declarations.fields import NAME_LENGTH


def _export(rules: HouseRuleSet) -> Row:
    return {
        "ruleset": rules.ruleset,
        "name": rules.name,
        "rules": rules.rules,
        "usual": rules.usual,
        "shared": bool(rules.token),
        "deleted": rules.deleted is not None,
    }


def _hand_over(rows: QuerySet[HouseRuleSet], user: AbstractBaseUser) -> None:
    """Add a number to names that the account uses already; its own sets for new armies stay in use."""
    own = HouseRuleSet.objects.filter(owner_id=user.pk, deleted=None)
    for rules in rows:
        of_game = own.filter(ruleset=rules.ruleset)
        if rules.deleted is None:
            rules.name = free_name(rules.name, of_game.values_list("name", flat=True), NAME_LENGTH)
        rules.usual = rules.usual and not of_game.filter(usual=True).exists()
        rules.owner_id, rules.claim_hash = user.pk, ""
        rules.save()


OWNED = (OwnedModel("house rules", HouseRuleSet.objects.all(), _export, hand_over=_hand_over),)
