"""Custom games in the API: read, create, check, publish. Published versions are asked like all games, by their slug."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from ninja import Router, Schema
from pydantic import Field

from armybuilder.api.endpoints import (
    IDEMPOTENCY_KEY,
    PAGE,
    SIZE,
    answer,
    answer_page,
    endpoint,
    invalid,
    read_json,
    token_of,
)
from armybuilder.api.models import Token
from armybuilder.api.shapes import Moment, Page
from armybuilder.custom_games.access import games_of, own_game
from armybuilder.custom_games.creation import create_within_limit
from armybuilder.custom_games.drafts import GAMES, Draft, draft_of
from armybuilder.custom_games.models import CustomGame
from armybuilder.custom_games.versions import Unpublishable, publish
from armybuilder.revisions.store import Stale
from armybuilder.site.claims import author_of
from armybuilder.site.errors import Refused
from armybuilder.submissions.once import once
from rulesets.core.declarations.json_schema import json_schema
from rulesets.core.declarations.problems import Problem
from rulesets.described.document import Game

READ: Final = Token.Scope.READ
WRITE: Final = Token.Scope.WRITE
DOCUMENT: Final = json_schema(Game)
"""What a document has when it is whole; one with mistakes is kept, too."""

router = Router(tags=["Custom games"])


class YourGameLine(Schema):
    """A game that you describe, as lists show it; ``version`` is the number of its newest version, 0 without one."""

    id: str = Field(validation_alias="pk")
    name: str
    version: int = Field(validation_alias="published")
    updated: Moment

    @staticmethod
    def resolve_name(of: object) -> str:
        """Also of what has no name."""
        return str(of)


class YourGamePage(Page):
    """One page of your custom games, last changed first."""

    games: list[YourGameLine]


class VersionLine(Schema):
    """A published version: its number, and the game by which armies and calculators name it."""

    number: int
    game: str = Field(validation_alias="slug")
    title: str
    published: Moment = Field(validation_alias="created")


class PlaceShape(Schema):
    """What keeps a game from being published: where, and what would be right."""

    path: str
    message: str


class CheckedGame(Schema):
    """What keeps a document from being published; empty if nothing does."""

    problems: list[PlaceShape]


class YourGame(YourGameLine, CheckedGame):
    """A game that you describe: its document, what is wrong with it, and its versions, newest first."""

    revision: int
    document: dict[str, Any]
    versions: list[VersionLine]


class PublishingShape(Schema):
    """The revision to publish, which you have seen."""

    revision: int


def _places(draft: Draft) -> list[dict[str, str]]:
    return [{"path": each.path, "message": each.message} for each in draft.problems]


def _shape(game: CustomGame) -> YourGame:
    draft = GAMES.load_head(game)
    return YourGame.model_validate(
        {
            "pk": game.pk,
            "name": str(game),
            "published": game.published,
            "updated": game.updated,
            "revision": game.head,
            "document": draft.document,
            "problems": _places(draft),
            "versions": list(game.versions.defer("document")),
        }
    )


@endpoint(router, "GET", "/your-games", "your-games", {200: YourGamePage}, scope=READ)
def listed(request: HttpRequest, page: PAGE = 1, size: SIZE = 100) -> HttpResponse:
    """Your custom games, the last changed first."""
    return answer_page(request, "games", games_of(request).filter(deleted=None), page, size, YourGameLine.from_orm)


@endpoint(
    router,
    "POST",
    "/your-games",
    "your-games",
    {201: YourGame, 303: None},
    limits="custom-games",
    scope=WRITE,
    body=DOCUMENT,
    described={"parameters": [IDEMPOTENCY_KEY]},
)
def create(request: HttpRequest) -> HttpResponse:
    """Create a custom game from a document. A document with mistakes is stored, too, and its problems are listed."""
    return _create(request, draft_of(read_json(request)))


@once
def _create(request: HttpRequest, draft: Draft) -> HttpResponse:
    game = create_within_limit(request, author_of(request), draft, f"Sent by {token_of(request)}")
    return answer(_shape(game), 201, Location=reverse("api:your-game", args=[game.pk]))


@endpoint(
    router,
    "POST",
    "/your-games/check",
    "your-games-check",
    {200: CheckedGame},
    limits="custom-game-files",
    body=DOCUMENT,
)
def check(request: HttpRequest) -> HttpResponse:
    """List what has to be corrected before a document can be published. Nothing is stored."""
    return answer({"problems": _places(draft_of(read_json(request)))})


@endpoint(router, "GET", "/your-games/{str:address}", "your-game", {200: YourGame}, scope=READ)
def read(request: HttpRequest, address: str) -> HttpResponse:
    """One of your custom games, with its document and its versions."""
    return answer(_shape(own_game(request, address)))


@endpoint(
    router,
    "POST",
    "/your-games/{str:address}/versions",
    "your-game-versions",
    {201: VersionLine},
    limits="custom-games",
    scope=WRITE,
    body=PublishingShape.model_json_schema(),
)
def publish_version(request: HttpRequest, address: str) -> HttpResponse:
    """Publish a revision of your custom game as its next version, which never changes."""
    game, sent = own_game(request, address), read_json(request)
    number = sent.get("revision") if isinstance(sent, dict) else None
    if type(number) is not int:
        return invalid((Problem("revision", "give the number of the revision that you have read"),))
    try:
        version = publish(game, number)
    except Unpublishable as refusal:
        return invalid(refusal.problems)
    except Stale:
        raise Refused(409, f"The game was changed. Its current revision is {game.head}.") from None
    return answer(VersionLine.from_orm(version), 201, Location=reverse("games:game", args=[version.slug]))
