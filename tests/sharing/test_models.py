"""Links and opponents of whoever signs in."""

import pytest
from django.contrib.auth.models import User

from armybuilder.accounts.account_data import export_account, hand_over
from armybuilder.armies.models import Army
from armybuilder.sharing.models import Opponent, Share
from tests.sharing.test_views import link
from tests.visitors import BOB

pytestmark = pytest.mark.django_db


def test_opponents_and_links_belong_to_whoever_signs_in(army, make_army, bob, alice):
    first, second = link(army), link(make_army())
    bob.post(f"{first}keep")
    user = User.objects.create_user("bob")
    Opponent.objects.create(share=Share.objects.get(army=army), owner=user)
    bob.post(f"{second}keep")
    hand_over(BOB, user)
    assert {str(each.share.army_id) for each in Opponent.objects.filter(owner=user)} == set(
        Army.objects.values_list("pk", flat=True)
    )
    assert (Opponent.objects.count(), len(export_account(user)["sharing"]["opponents"])) == (2, 2)
