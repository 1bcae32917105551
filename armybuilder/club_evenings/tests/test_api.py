"""Club evenings for programs: listed, read by their link, and results entered with the token of a player."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from armybuilder.club_evenings.models import Evening, Pairing
from armybuilder.club_evenings.playing import enter_result, join, start
from armybuilder.club_evenings.tests.conftest import MakeEvening
from armybuilder.site.claims import Author
from tests.api.conftest import anybody, person, reader, stranger, writer

__all__ = ["anybody", "person", "reader", "stranger", "writer"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(make_evening: MakeEvening, person: User) -> Evening:
    """An evening of somebody else's at which a person of three plays as Ann; Cleo has the bye of the first round."""
    evening = make_evening(3)
    join(evening, "Ann", Author(person, ""))
    start(evening)
    ann, ben, cleo = (evening.players.get(name=name) for name in ("Ann", "Ben", "Cleo"))
    evening.pairings.filter(second=None).update(first=cleo)
    evening.pairings.exclude(second=None).update(first=ann, second=ben)
    return evening


def test_evenings_are_listed_and_read_with_standings_and_pairings(evening: Evening, reader: Any, anybody: Any) -> None:
    game = Pairing.objects.exclude(second=None).get()
    enter_result(game, "", "draw", "Ben")
    listed = reader("GET", "/evenings").json()
    assert (listed["count"], [each["id"] for each in listed["evenings"]]) == (1, [evening.pk])
    assert anybody("GET", "/evenings").status_code == 401
    shown = anybody("GET", f"/evenings/{evening.pk}").json()
    assert [shown[name] for name in ("id", "game", "name", "kind", "rounds")] == [evening.pk, "", "Friday", "swiss", 1]
    assert {each.pop("has_left") for each in shown["standings"]} == {False}
    assert sorted(shown["standings"], key=lambda each: each["player"]) == [
        {
            "rank": 2,
            "player": "Ann",
            "points": 1,
            "won": 0,
            "drawn": 1,
            "lost": 0,
            "byes": 0,
            "opposition": 1,
        },
        {
            "rank": 2,
            "player": "Ben",
            "points": 1,
            "won": 0,
            "drawn": 1,
            "lost": 0,
            "byes": 0,
            "opposition": 1,
        },
        {
            "rank": 1,
            "player": "Cleo",
            "points": 3,
            "won": 0,
            "drawn": 0,
            "lost": 0,
            "byes": 1,
            "opposition": 0,
        },
    ]
    played, bye = sorted(shown["pairings"], key=lambda each: each["first"])
    assert played == {
        "round": 1,
        "table": game.table,
        "first": "Ann",
        "second": "Ben",
        "verdict": "draw",
        "said_by": "Ben",
    }
    assert [bye[name] for name in ("first", "second", "table", "verdict")] == ["Cleo", None, None, ""]


def test_an_evening_without_its_link_is_not_found(evening: Evening, stranger: Any, reader: Any) -> None:
    assert stranger("GET", "/evenings").json()["evenings"] == []
    assert reader("GET", "/evenings/guessed").status_code == 404


def test_a_player_enters_and_corrects_a_result(evening: Evening, writer: Any) -> None:
    game = Pairing.objects.exclude(second=None).get()
    address = f"/evenings/{evening.pk}/rounds/1/tables/{game.table}"
    entered = writer("PUT", address, {"verdict": "first"})
    assert (entered.status_code, entered.json()["verdict"], entered.json()["said_by"]) == (200, "first", "Ann")
    late = writer("PUT", address, {"verdict": "draw"})
    assert (late.status_code, "entered another result first" in late.json()["detail"]) == (409, True)
    assert writer("PUT", address, {"verdict": "draw", "seen": "first"}).json()["verdict"] == "draw"
    assert writer("PUT", address, {"seen": "draw"}).json()["verdict"] == ""


def test_nobody_else_enters_a_result(
    evening: Evening, make_evening: MakeEvening, writer: Any, reader: Any, stranger: Any, anybody: Any
) -> None:
    game, bye = Pairing.objects.exclude(second=None).get(), Pairing.objects.get(second=None)
    address, sent = f"/evenings/{evening.pk}/rounds/1/tables/{game.table}", {"verdict": "first"}
    assert [ask("PUT", address, sent).status_code for ask in (stranger, anybody, reader)] == [404, 401, 403]
    other = make_evening(3)
    for wrong in (
        f"{evening.pk}/rounds/1/tables/{bye.table}",
        f"{evening.pk}/rounds/2/tables/{game.table}",
        f"{other.pk}/rounds/1/tables/{game.table}",
    ):
        assert writer("PUT", f"/evenings/{wrong}", sent).status_code == 404
    refused = writer("PUT", address, {"verdict": "third"})
    assert (refused.status_code, [each["path"] for each in refused.json()["errors"]]) == (422, ["verdict"])
    assert not Pairing.objects.exclude(verdict="").exists()


def test_the_organiser_enters_a_result(evening: Evening, stranger: Any) -> None:
    Evening.objects.update(owner=User.objects.get(username="bob"), claim_hash="")
    game = Pairing.objects.exclude(second=None).get()
    entered = stranger("PUT", f"/evenings/{evening.pk}/rounds/1/tables/{game.table}", {"verdict": "second"})
    assert (entered.status_code, entered.json()["said_by"]) == (200, "the organiser")
