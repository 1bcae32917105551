"""Club evenings in the API: those of the token's owner, the standings and pairings of one, and results to enter."""

from dataclasses import dataclass
from typing import Annotated

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Router, Schema

from armybuilder.api.endpoints import PAGE, SIZE, answer, answer_page, endpoint, read_declared
from armybuilder.api.models import Token
from armybuilder.api.shapes import Listed, Page
from armybuilder.club_evenings.access import evenings_with, linked_evening, organises, own_player
from armybuilder.club_evenings.models import Pairing, Player
from armybuilder.club_evenings.page import enters_as
from armybuilder.club_evenings.playing import NotPossible, enter_result, standings_at
from armybuilder.club_evenings.standings import Standing
from armybuilder.site.errors import Refused
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.json_schema import json_schema
from rulesets.core.play.matches import Verdict

router = Router(tags=["Club evenings"])


@dataclass(frozen=True, slots=True)
class ResultWords:
    """Who won a game, and the result that you have read before: null is no result."""

    verdict: Annotated[Verdict | None, Ask("Who won")] = None
    seen: Annotated[Verdict | None, Ask("Who won before")] = None


class EveningPage(Page):
    """One page of the club evenings that you organise or play at, last created first."""

    evenings: list[Listed]


class StandingShape(Schema):
    """A player's line in the standings; ``opposition`` is the sum of the points of the player's opponents."""

    rank: int
    player: str
    points: int
    won: int
    drawn: int
    lost: int
    byes: int
    opposition: int
    has_left: bool

    @classmethod
    def of(cls, standing: Standing[Player]) -> "StandingShape":
        """A line as the API tells it."""
        numbers = ("rank", "points", "won", "drawn", "lost", "byes", "opposition")
        told = {name: getattr(standing, name) for name in numbers}
        return cls(player=standing.player.name, has_left=standing.player.has_left, **told)


class PairingShape(Schema):
    """Two players of a round. Without a ``second`` the first has a bye, and no ``table``.

    ``verdict`` says who won: ``first``, ``second`` or ``draw``, empty without a result. ``said_by`` names who entered
    it, and is empty for a result of a game at the table.
    """

    round: int
    table: int | None
    first: str
    second: str | None
    verdict: str
    said_by: str

    @classmethod
    def of(cls, pairing: Pairing) -> "PairingShape":
        """A pairing as the API tells it."""
        return cls(
            round=pairing.round,
            table=pairing.table if pairing.second else None,
            first=pairing.first.name,
            second=pairing.second.name if pairing.second else None,
            verdict=pairing.verdict,
            said_by=pairing.said_by,
        )


class EveningShape(Schema):
    """A club evening, which has 0 ``rounds`` until it starts; ``kind`` is ``swiss`` or ``round-robin``."""

    id: str
    game: str
    name: str
    kind: str
    rounds: int
    standings: list[StandingShape]
    pairings: list[PairingShape]


@endpoint(
    router,
    "GET",
    "/evenings",
    "evenings",
    {200: EveningPage},
    limits="club-evenings",
    scope=Token.Scope.READ,
)
def evenings(request: HttpRequest, page: PAGE = 1, size: SIZE = 100) -> HttpResponse:
    """The club evenings that you organise or play at."""
    return answer_page(request, "evenings", evenings_with(request), page, size, Listed.from_orm)


@endpoint(router, "GET", "/evenings/{str:token}", "evening", {200: EveningShape}, limits="club-evenings")
def evening(request: HttpRequest, token: str) -> HttpResponse:
    """A club evening with its standings and the pairings of all rounds. Its link is enough to read it."""
    found = linked_evening(token)
    players = list(found.players.all())
    pairings = list(found.pairings.select_related("first", "second"))
    shape = EveningShape(
        id=found.pk,
        game=found.ruleset,
        name=found.name,
        kind=found.kind,
        rounds=found.rounds,
        standings=[StandingShape.of(each) for each in standings_at(found, players, pairings)],
        pairings=[PairingShape.of(each) for each in pairings],
    )
    return answer(shape)


@endpoint(
    router,
    "PUT",
    "/evenings/{str:token}/rounds/{int:number}/tables/{int:table}",
    "evening-result",
    {200: PairingShape},
    limits="club-evenings",
    scope=Token.Scope.WRITE,
    body=json_schema(ResultWords),
)
def put_result(request: HttpRequest, token: str, number: int, table: int) -> HttpResponse:
    """Enter who won a game of a club evening, as one of its two players or as the organiser."""
    found, words = linked_evening(token), read_declared(request, ResultWords)
    pairings = found.pairings.select_related("first", "second")
    pairing = get_object_or_404(pairings, round=number, table=table)
    said_by = enters_as(pairing, own_player(request, found), organises(request, found))
    if not said_by:
        raise Http404
    try:
        enter_result(pairing, words.seen or "", words.verdict or "", said_by)
    except NotPossible as reason:
        raise Refused(409, str(reason)) from None
    pairing.refresh_from_db(fields=["verdict", "said_by"])
    return answer(PairingShape.of(pairing))
