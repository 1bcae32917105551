"""What accounts own of games at the table is tidied away; ``tests/accounts`` exports it and hands it over."""

import pytest
from django.utils import timezone

from armybuilder.matches.models import Match
from armybuilder.matches.tests.conftest import Begin
from tests.armies.test_visits import LONGER, counted_for_long
from tests.management.commands.test_tidy import tidy

__all__ = ["counted_for_long"]
pytestmark = pytest.mark.django_db


@pytest.mark.usefixtures("counted_for_long")
def test_games_of_browsers_that_stay_away_are_tidied(begin: Begin) -> None:
    played, remaining = begin(seated=False), begin(seated=False)
    Match.objects.filter(pk=played.pk).update(updated=timezone.now() - LONGER)
    line = "1 games at the table without an account, not visited for 400 days"
    assert f"Would delete: {line}" in tidy()
    assert f"Deleted: {line}" in tidy("--delete")
    assert list(Match.objects.all()) == [remaining]
