"""The fixtures of games at the table serve here too, and an evening of Alice's with players."""

from collections.abc import Callable

import pytest

from armybuilder.club_evenings.models import Evening, Pairing
from armybuilder.club_evenings.playing import add_players, enter_result
from armybuilder.matches.tests.conftest import _empty_desk, army, gems, make_army
from armybuilder.site.claims import Author
from tests.visitors import ALICE

__all__ = ["_empty_desk", "army", "gems", "make_army"]

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")

MakeEvening = Callable[..., Evening]


@pytest.fixture
def make_evening(db: None) -> MakeEvening:
    """Create an evening of Alice's that has not started, with so many players."""

    def make(players: int, kind: Evening.Kind = Evening.Kind.SWISS, **columns: str) -> Evening:
        of_alice = Author(None, ALICE.hash).columns
        evening = Evening.objects.create(name="Friday", kind=kind, **of_alice, **columns)
        add_players(evening, NAMES[:players])
        return evening

    return make


def pairings_of(evening: Evening) -> list[Pairing]:
    """The pairings of the last round, those with a bye left out."""
    last = Evening.objects.get(pk=evening.pk).rounds
    found = Pairing.objects.filter(evening=evening, round=last).exclude(second=None)
    return list(found.select_related("first", "second"))


def first_players_win(evening: Evening) -> None:
    """Enter a result for each game of the last round."""
    for pairing in pairings_of(evening):
        enter_result(pairing, "", "first", "Ann")
