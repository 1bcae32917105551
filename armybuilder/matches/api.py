"""Games at the table in the API: their state as the token's owner may know it, and what is new since an event."""

from typing import Annotated, Any, Final

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema

from armybuilder.api.endpoints import PAGE, SIZE, answer, answer_page, endpoint, invalid, refuse_unreadable
from armybuilder.api.models import Token
from armybuilder.api.shapes import Listed, Moment, Page
from armybuilder.matches.history.counting import PastGame, count_of_games
from armybuilder.matches.history.past_games import past_games_of
from armybuilder.matches.log.seats import last_entry, matches_of, seat_of
from armybuilder.matches.log.store import load_match
from armybuilder.matches.models import Match
from armybuilder.matches.screen.tracker import tracker_page, update
from rulesets.core.declarations.problems import Problem
from rulesets.core.play.luck import Losses

READ: Final = Token.Scope.READ
NEW: Final = ("entries", "ticks", "turn", "segment", "ended", "waiting", "undone")
"""The keys of the tracker's update that the API returns."""
SINCE = Annotated[int, Query(ge=0, le=999_999_999, description="The last entry that you have; 204 if nothing is new")]

router = Router(tags=["Games at the table"])


class MatchLine(Listed):
    """A game at the table as lists show it; ``entry`` is the number of the last entry in its log.

    ``verdict`` says who won: ``first``, ``second`` or ``draw``, empty while nobody has said it.
    """

    entry: int
    ended: bool
    verdict: str

    @staticmethod
    def resolve_entry(match: Match) -> int:
        """The log begins with the entry 0."""
        return match.head - 1


class MatchPage(Page):
    """One page of the games at the table at which you have a seat, last played first."""

    matches: list[MatchLine]


class MatchRow(Schema):
    """A unit, group or blank of a side, with what your seat can see of it."""

    id: str
    number: str
    title: str
    subtitle: str


class MatchGroup(Schema):
    """A group of a side, without an id if your seat cannot see all of it."""

    id: str
    name: str
    rows: list[MatchRow]


class MatchSide(Schema):
    """One side, as your seat sees it."""

    name: str
    groups: list[MatchGroup]


class MatchShape(Schema):
    """A game at the table: the entries after the one that you named, and the state of the game.

    ``side`` is yours, null for a spectator. ``ticks`` are the boxes ticked of each side and of the game, by holder and
    track; ``waiting`` and ``undone`` are numbers of entries.
    """

    id: str
    game: str
    name: str
    side: int | None
    entry: int
    entries: list[dict[str, Any]]
    sides: list[MatchSide]
    ticks: list[dict[str, Any]]
    turn: int
    segment: int
    ended: bool
    waiting: list[int]
    undone: list[int]


@endpoint(router, "GET", "/matches", "matches", {200: MatchPage}, scope=READ)
def matches(request: HttpRequest, page: PAGE = 1, size: SIZE = 100) -> HttpResponse:
    """The games at the table at which you have a seat, last played first."""
    return answer_page(request, "matches", matches_of(request), page, size, MatchLine.from_orm)


class ExpectedAndReal(Schema):
    """Losses in engagements with known odds: expected by these, and real, in the unit that the game counts."""

    expected: float
    real: float

    @classmethod
    def of(cls, losses: Losses) -> "ExpectedAndReal":
        """These losses as numbers."""
        return cls(expected=float(losses.expected), real=float(losses.real))


class PastMatch(Schema):
    """A game of yours that has ended; ``outcome`` is ``won``, ``drawn``, ``lost`` or ``unknown``.

    ``opponent`` is the name of the other player, empty for one who gave none. ``house_rules`` names the rulings that
    were not played by their defaults. ``enemy_losses`` and ``your_losses`` compare luck.
    """

    id: str
    game: str
    name: str
    started: Moment
    army: str
    opponent: str
    opposing_army: str
    house_rules: str
    outcome: str
    note: str
    turns: int
    enemy_losses: ExpectedAndReal
    your_losses: ExpectedAndReal

    @classmethod
    def of(cls, past: PastGame) -> "PastMatch":
        """A game as the API tells of it."""
        return cls(
            id=past.address,
            army=past.army[1],
            house_rules=past.house_rules[1],
            outcome=past.outcome.value,
            enemy_losses=ExpectedAndReal.of(past.caused),
            your_losses=ExpectedAndReal.of(past.suffered),
            **{
                name: getattr(past, name)
                for name in ("game", "name", "started", "opponent", "opposing_army", "note", "turns")
            },
        )


class MatchHistory(Page):
    """One page of your games that have ended, last started first, and how many of all were won, drawn and lost."""

    won: int
    drawn: int
    lost: int
    matches: list[PastMatch]


@endpoint(router, "GET", "/matches/history", "matches_history", {200: MatchHistory}, scope=READ)
def matches_history(request: HttpRequest, page: PAGE = 1, size: SIZE = 100) -> HttpResponse:
    """Your games that have ended, last started first, and what became of them."""
    games = past_games_of(request)
    count = count_of_games(games)
    numbers = {"won": count.won, "drawn": count.drawn, "lost": count.lost}
    return answer_page(request, "matches", games, page, size, PastMatch.of, **numbers)


@endpoint(router, "GET", "/matches/{str:address}", "match", {200: MatchShape, 204: None}, scope=READ, problems=(409,))
def match(request: HttpRequest, address: str, since: SINCE | None = None) -> HttpResponse:
    """A game at the table as your seat sees it, with the log entries after ``since``."""
    last, _, _ = last_entry(request, address)
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
