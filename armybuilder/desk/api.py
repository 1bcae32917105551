"""Battles in the API: their state, what is new since a version, their reports and maps.

A link of a battle shows what its players may know.
"""

from typing import Annotated, Any, Final

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema

from armybuilder.api.endpoints import PAGE, SIZE, NotFound, answer, answer_page, endpoint, invalid, refuse_unreadable
from armybuilder.api.models import Token
from armybuilder.api.pictures import ENDING, PICTURE, picture_response
from armybuilder.api.shapes import Listed, Page
from armybuilder.desk.access import battles_of, linked_battle, own_battle
from armybuilder.desk.models import Battle
from armybuilder.desk.revisions import BATTLES, desk_of
from rulesets.core.cards import Ink
from rulesets.core.declarations.problems import Problem
from rulesets.core.desk import DeskError, ReportForm

READ: Final = Token.Scope.READ
SINCE = Annotated[int, Query(ge=0, le=999_999_999, description="The version that you have; 204 if nothing is new")]
MAX_ROUND: Final = 999
MARKDOWN: Final = {"responses": {200: {"content": {"text/markdown": {"schema": {"type": "string"}}}}}}

battles = Router(tags=["Battles"])
pictures = Router(tags=["Pictures"])


class BattleLine(Listed):
    """A battle as lists show it; ``version`` counts its changes."""

    version: int
    rounds: int
    over: bool


class BattlePage(Page):
    """One page of your battles, last changed first."""

    battles: list[BattleLine]


class BattleShape(Schema):
    """The current state of a battle by written orders: for its players without what is hidden from them."""

    game: str
    name: str
    version: int
    rounds: int
    over: bool
    battle: dict[str, Any]


@endpoint(battles, "GET", "/battles", "battles", {200: BattlePage}, scope=READ)
def listed(request: HttpRequest, page: PAGE = 1, size: SIZE = 100) -> HttpResponse:
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


@endpoint(
    battles, "GET", "/battles/{str:address}", "battle", {200: BattleShape, 204: None}, scope=READ, problems=(409,)
)
def battle(request: HttpRequest, address: str, since: SINCE | None = None) -> HttpResponse:
    """The current state of your battle, if it has changed since that version."""
    own = own_battle(request, address)
    with refuse_unreadable("battle"):
        return _news(own, BATTLES.load_head(own), since)


@endpoint(
    battles,
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
    battles,
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


@endpoint(
    pictures,
    "GET",
    "/pictures/battles/{str:token}.{slug:ending}",
    "battle-picture",
    {200: None},
    limits="battle-pictures",
    problems=(409,),
    described=PICTURE,
)
def battle_picture(request: HttpRequest, token: str, ending: ENDING) -> HttpResponse:
    """The map of a battle as its players see it, by the token of their link."""
    shared_battle = linked_battle(token)
    desk = desk_of(shared_battle.game)
    with refuse_unreadable("battle"):
        svg = desk.draw(desk.players_view(BATTLES.load_head(shared_battle)), True, Ink.COLOUR, ())
    return picture_response(svg, ending)
