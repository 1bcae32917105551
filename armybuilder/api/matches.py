"""Games at the table and battles in the API: their state, and what is new since an event.

A game shows what the token's owner may know, a battle's link what its players may know.
"""

from typing import Annotated, Any, Final

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from armybuilder.api.endpoints import PAGE, SIZE, NotFound, answer, answer_page, endpoint, invalid, refuse_unreadable
from armybuilder.api.models import Token
from armybuilder.api.shapes import BattleLine, BattlePage, BattleShape, MatchLine, MatchPage, MatchShape, MatchSide
from armybuilder.desk.access import battles_of, linked_battle, own_battle
from armybuilder.desk.models import Battle
from armybuilder.desk.revisions import BATTLES, desk_of
from armybuilder.matches.log import load_match
from armybuilder.matches.seats import last_entry, matches_of, seat_of
from armybuilder.matches.tracker import tracker_page, update
from rulesets.core.declarations.problems import Problem
from rulesets.core.desk import DeskError, ReportForm

READ: Final = Token.Scope.READ
NEW: Final = ("entries", "ticks", "turn", "segment", "ended", "waiting", "undone")
"""The keys of the tracker's update that the API returns."""
SINCE = Annotated[
    int, Query(ge=0, le=999_999_999, description="The last entry or version that you have; 204 if nothing is new")
]
MAX_ROUND: Final = 999
MARKDOWN: Final = {"responses": {200: {"content": {"text/markdown": {"schema": {"type": "string"}}}}}}

router = Router(tags=["Games at the table and battles"])


# --- games at the table ------------------------------------------------------------------------------


@endpoint(router, "GET", "/matches", "matches", {200: MatchPage}, scope=READ)
def matches(request: HttpRequest, page: PAGE = 1, size: SIZE = 100) -> HttpResponse:
    """The games at the table at which you have a seat, last played first."""
    return answer_page(request, "matches", matches_of(request), page, size, MatchLine.from_orm)


@endpoint(router, "GET", "/matches/{str:address}", "match", {200: MatchShape, 204: None}, scope=READ, problems=(409,))
def match(request: HttpRequest, address: str, since: SINCE | None = None) -> HttpResponse:
    """A game at the table as your seat sees it, with the log entries after ``since``."""
    last, _ = last_entry(request, address)
    if since is not None and since > last:
        return invalid((Problem("since", f"give at most {last}, the last entry of this game"),))
    if since == last:
        return HttpResponse(status=204)
    seat = seat_of(request, address)
    with refuse_unreadable("game"):
        loaded = load_match(seat.match)
        viewer = loaded.viewer(seat.side)
        news = update(loaded, viewer, since or 0)
        shape = MatchShape(
            id=seat.match.pk,
            game=seat.match.ruleset,
            name=str(seat.match),
            side=seat.side,
            entry=news["head"],
            sides=[MatchSide.from_orm(side) for side in tracker_page(loaded, viewer).sides],
            **{name: news[name] for name in NEW},
        )
    return answer(shape)


# --- battles -----------------------------------------------------------------------------------------


@endpoint(router, "GET", "/battles", "battles", {200: BattlePage}, scope=READ)
def battles(request: HttpRequest, page: PAGE = 1, size: SIZE = 100) -> HttpResponse:
    """Your battles by written orders, last changed first."""
    return answer_page(request, "battles", battles_of(request).filter(deleted=None), page, size, BattleLine.from_orm)


def _news(battle: Battle, state: Any, since: int | None) -> HttpResponse:
    """The battle as ``state`` has it; 204 while nothing has changed since that version."""
    if since is not None and since > battle.version:
        return invalid((Problem("since", f"give at most {battle.version}, the version of this battle"),))
    if since == battle.version:
        return HttpResponse(status=204)
    desk = desk_of(battle.game)
    return answer(
        BattleShape(
            game=battle.ruleset,
            name=str(battle),
            version=battle.version,
            rounds=desk.rounds(state),
            over=desk.is_over(state),
            battle=desk.write(state),
        )
    )


@endpoint(router, "GET", "/battles/{str:address}", "battle", {200: BattleShape, 204: None}, scope=READ, problems=(409,))
def battle(request: HttpRequest, address: str, since: SINCE | None = None) -> HttpResponse:
    """The current state of your battle, if it has changed since that version."""
    own = own_battle(request, address)
    with refuse_unreadable("battle"):
        return _news(own, BATTLES.load_head(own), since)


@endpoint(
    router,
    "GET",
    "/battles/{str:address}/reports/{int:number}",
    "battle-report",
    {200: None},
    scope=READ,
    problems=(409,),
    described=MARKDOWN,
)
def battle_report(request: HttpRequest, address: str, number: int) -> HttpResponse:
    """The report of a round of your battle in Markdown; round 0 is the final report."""
    battle = own_battle(request, address)
    try:
        with refuse_unreadable("battle"):
            state = BATTLES.load_head(battle)
            if number > MAX_ROUND:
                raise DeskError
            text = desk_of(battle.game).report(state, number, ReportForm.MARKDOWN, False)
    except DeskError:
        raise NotFound(Problem("number", "give a round that was played, or 0 once the battle is over")) from None
    return HttpResponse(text, content_type="text/markdown; charset=utf-8")


@endpoint(
    router,
    "GET",
    "/watched/{str:token}",
    "watched",
    {200: BattleShape, 204: None},
    limits="shared",
    problems=(409,),
)
def watched(request: HttpRequest, token: str, since: SINCE | None = None) -> HttpResponse:
    """A battle as its players may see it, by the link that its game master gave them."""
    battle = linked_battle(token)
    with refuse_unreadable("battle"):
        return _news(battle, desk_of(battle.game).players_view(BATTLES.load_head(battle)), since)
