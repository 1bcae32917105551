"""Evenings and places are handed over and exported. Names of deleted accounts stay in the evenings of others."""

import pytest
from django.contrib.auth.models import User

from armybuilder.accounts.account_data import export_account, hand_over
from armybuilder.club_evenings.models import Evening, Place, Player
from armybuilder.club_evenings.playing import join, leave, start
from armybuilder.club_evenings.tests.conftest import MakeEvening, first_players_win
from armybuilder.site.claims import Author
from tests.visitors import ALICE, BOB


@pytest.mark.django_db
def test_signing_up_takes_evenings_and_places_along(make_evening: MakeEvening) -> None:
    evening = make_evening(2)
    join(evening, "Zoë", Author(None, BOB.hash))
    start(evening)
    first_players_win(evening)
    leave(evening, evening.players.get(name="Ann").pk)
    alice, bob = (User.objects.create_user(name) for name in ("alice", "bob"))
    hand_over(ALICE, alice)
    hand_over(BOB, bob)
    (exported,) = export_account(alice)["club evenings"]
    assert (exported["name"], sorted(exported["players"])) == ("Friday", ["Ann", "Ben", "Zoë"])
    assert exported["left early"] == ["Ann"]
    assert sorted((each["result"], each["entered by"]) for each in exported["pairings"]) == [("", ""), ("first", "Ann")]
    assert export_account(bob)["places at club evenings"] == [{"evening": "Friday", "player": "Zoë"}]
    bob.delete()
    assert (Place.objects.count(), Player.objects.filter(name="Zoë").count()) == (0, 1)
    alice.delete()
    assert (Evening.objects.count(), Player.objects.count()) == (0, 0)
