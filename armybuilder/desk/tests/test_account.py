"""What accounts own of the desk is exported, deleted with the account, and tidied away."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from armybuilder.accounts.account_data import export_account, hand_over
from armybuilder.desk.models import Battle
from armybuilder.desk.revisions import BATTLES, create_battle
from armybuilder.desk.tests.conftest import DESK
from armybuilder.site.claims import Author
from tests.armies.test_visits import LONGER, counted_for_long
from tests.management.commands.test_tidy import tidy
from tests.visitors import ALICE

__all__ = ["counted_for_long"]
pytestmark = pytest.mark.django_db


def test_a_battle_is_exported_and_deleted_with_its_account(battle: Battle) -> None:
    user = User.objects.create_user("alice")
    hand_over(ALICE, user)
    (row,) = export_account(user)["battles"]
    assert (row["id"], row["game"], row["head"], row["shared"]) == (battle.pk, battle.ruleset, 1, False)
    assert [step["document"] for step in row["steps"]] == [DESK.write(BATTLES.load_head(battle))]
    user.delete()
    assert Battle.objects.count() == 0


@pytest.mark.usefixtures("counted_for_long")
def test_battles_of_browsers_that_stay_away_are_tidied(battle: Battle) -> None:
    begun = create_battle(battle.game, DESK.demo(), "Begun", Author(None, ALICE.hash))
    Battle.objects.filter(pk=battle.pk).update(updated=timezone.now() - LONGER)
    line = "1 battles without an account, not visited for 400 days"
    assert f"Would delete: {line}" in tidy()
    assert f"Deleted: {line}" in tidy("--delete")
    assert list(Battle.objects.all()) == [begun]
