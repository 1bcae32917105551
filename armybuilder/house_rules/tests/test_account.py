"""What accounts own of the sets of house rules is handed over, exported, and deleted with the account."""

import pytest
from django.contrib.auth.models import User

from armybuilder.accounts.account_data import export_account, hand_over
from armybuilder.house_rules.models import HouseRuleSet
from armybuilder.house_rules.tests.test_views import wet
from tests.visitors import ALICE, BOB

__all__ = ["wet"]

pytestmark = pytest.mark.django_db


def test_signing_up_takes_the_sets_along_and_they_are_among_ones_data(client, wet):
    user = User.objects.create_user("alice", "a@example.org", "word")
    hand_over(ALICE, user)
    assert export_account(user)["house rules"] == [
        {
            "ruleset": "pebbles",
            "name": "Wet",
            "rules": {"wet_stones": "on"},
            "usual": False,
            "shared": True,
            "deleted": False,
        }
    ]


def test_sets_are_deleted_with_their_account_alone(wet):
    other = HouseRuleSet.objects.create(ruleset="pebbles", name="Wet", claim_hash=BOB.hash)
    user = User.objects.create_user("alice")
    hand_over(ALICE, user)
    assert list(HouseRuleSet.objects.filter(owner=user, claim_hash="")) == [wet]
    user.delete()
    assert list(HouseRuleSet.objects.all()) == [other]


def test_sets_of_a_browser_get_free_names_in_the_account(wet):
    user = User.objects.create_user("alice")
    HouseRuleSet.objects.create(ruleset="pebbles", name="wet", owner=user, usual=True)
    HouseRuleSet.objects.filter(pk=wet.pk).update(usual=True)
    hand_over(ALICE, user)
    sets = HouseRuleSet.objects.filter(owner=user).order_by("created")
    assert [(each.name, each.usual) for each in sets] == [("Wet 2", False), ("wet", True)]
