"""Games at the table for programs."""

import json
from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User

from armybuilder.api.models import Token, create_token
from armybuilder.matches.api import MatchLine
from armybuilder.matches.log.store import submit
from armybuilder.matches.models import Match, Seat
from armybuilder.matches.tests.conftest import _empty_desk, army, begin, gems, make_army
from rulesets.core.play.matches import Event, EventKind, Verdict
from tests.api.conftest import Program, stranger
from tests.visitors import ALICE, BOB

__all__ = ["_empty_desk", "army", "begin", "gems", "make_army", "stranger"]
pytestmark = pytest.mark.django_db


def programs(match: Match) -> list[Program]:
    """Programs of both players and of a spectator, who have accounts now."""
    made = []
    for name, claim in (("ann", ALICE), ("ben", BOB), ("cat", None)):
        user = User.objects.create_user(name)
        if claim is None:
            Seat.objects.create(match=match, owner=user)
        else:
            Seat.objects.filter(claim_hash=claim.hash).update(owner=user, claim_hash="")
            Match.objects.filter(claim_hash=claim.hash).update(owner=user, claim_hash="")
        made.append(Program(create_token(user, "Board", Token.Scope.READ)[1]))
    return made


def test_a_seat_sees_what_it_may_know_and_no_more(begin, stranger):
    match = begin(hides=True)
    ann, ben, cat = programs(match)
    path = f"/matches/{match.pk}"
    seen = [each("GET", path).json() for each in (ann, ben, cat)]
    assert [each["side"] for each in seen] == [0, 1, None]
    assert "Ruby" in json.dumps(seen[1])
    for other in (seen[0], seen[2]):
        assert "Ruby" not in json.dumps(other)
        assert "Blank" in [row["title"] for group in other["sides"][1]["groups"] for row in group["rows"]]
    assert [each["id"] for each in ann("GET", "/matches").json()["matches"]] == [match.pk]
    assert stranger("GET", "/matches").json()["matches"] == []
    assert stranger("GET", path).status_code == 404


def test_what_is_new_since_an_entry_is_told(begin):
    match = begin()
    ann, ben, _ = programs(match)
    path = f"/matches/{match.pk}"
    assert ann("GET", f"{path}?since=0").status_code == 204
    submit(match, 0, Event("one", EventKind.DICE, dice=2, faces=6), both=False)
    news = ben("GET", f"{path}?since=0").json()
    assert (news["entry"], [each["number"] for each in news["entries"]]) == (1, [1])
    assert ben("GET", f"{path}?since=1").status_code == 204
    refused = ben("GET", f"{path}?since=2")
    assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, "since")


def test_a_line_of_the_list_is_filled_from_its_game():
    moment = datetime(2026, 5, 4, 3, 2, tzinfo=UTC)
    line = MatchLine.from_orm(Match(pk="m1", ruleset="mbt2020", name="Raid", head=8, updated=moment))
    assert (line.name, line.entry, line.ended) == ("Raid", 7, False)


def test_games_that_have_ended_are_counted_for_each_player(begin, stranger):
    match = begin(player="Ann")
    ann, ben, cat = programs(match)
    begun = Match.objects.get(pk=match.pk)
    submit(begun, 0, Event("end", EventKind.END, verdict=Verdict.FIRST, result="By one hill"), both=False)
    mine, theirs = (each("GET", "/matches/history").json() for each in (ann, ben))
    assert [(each["count"], each["won"], each["drawn"], each["lost"]) for each in (mine, theirs)] == [
        (1, 1, 0, 0),
        (1, 0, 0, 1),
    ]
    (line,) = theirs["matches"]
    told = {name: line[name] for name in ("id", "army", "opponent", "opposing_army", "outcome", "note", "turns")}
    assert told == {
        "id": match.pk,
        "army": "Gems",
        "opponent": "Ann",
        "opposing_army": "Shore",
        "outcome": "lost",
        "note": "By one hill",
        "turns": 1,
    }
    assert line["enemy_losses"] == {"expected": 0.0, "real": 0.0}
    assert [each("GET", "/matches/history").json()["matches"] for each in (cat, stranger)] == [[], []]
