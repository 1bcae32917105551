"""Armies in the API: yours by a token, and examples for everybody."""

from __future__ import annotations

from typing import Annotated, Final

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.urls import reverse
from ninja import Query, Router
from pydantic import WithJsonSchema

from armybuilder.api.army_revisions import (
    CHANGING,
    DELETING,
    MAX_REVISION,
    army_shape,
    current,
    expected_revision,
    save_change,
    tag_of,
    tags_in,
)
from armybuilder.api.endpoints import (
    IDEMPOTENCY_KEY,
    JSON,
    PAGE,
    PREFER,
    SIZE,
    NotFound,
    answer,
    answer_page,
    endpoint,
    is_async,
    one_of,
    read_body,
    read_json,
    refuse_unreadable,
    token_of,
)
from armybuilder.api.imports import create_imported, create_of_job, naming_games
from armybuilder.api.models import Token
from armybuilder.api.shapes import (
    FROM_DECLARATIONS,
    ArmyLine,
    ArmyPage,
    ArmyShape,
    ImportShape,
    ReadArmy,
    RevisionPage,
    RevisionShape,
)
from armybuilder.armies.access import armies_of, own_army, visible_army
from armybuilder.armies.documents import BadFile, army_of, army_within
from armybuilder.armies.library import mark_deleted
from armybuilder.armies.models import Army, ImportJob, Revision
from armybuilder.armies.revisions import ARMIES, load_head, load_revision
from armybuilder.interchange.formats import FORMATS, Format, format_of, read_any
from armybuilder.interchange.games import custom_games_of, reading_for
from armybuilder.interchange.imported import ImportedArmy
from armybuilder.interchange.importing import is_large, start_import
from armybuilder.site.errors import invalid_choice
from armybuilder.site.limits import limit
from rulesets.core.declarations.problems import Problem
from rulesets.registry import all_rulesets, find_ruleset

READ, WRITE = Token.Scope.READ, Token.Scope.WRITE
FILE: Final = "application/octet-stream"
"""The content type of a file of any format in the OpenAPI document."""


IF_NONE_MATCH: Final = {
    "parameters": [
        {
            "name": "If-None-Match",
            "in": "header",
            "description": "The revision that you already have: 304 if it is still the current one",
            "schema": {"type": "string"},
        }
    ]
}

router = Router(tags=["Armies"])


@endpoint(router, "GET", "/armies", "armies", {200: ArmyPage}, scope=READ)
def armies(request: HttpRequest, page: PAGE = 1, size: SIZE = 100) -> HttpResponse:
    """Your armies in pages, the last changed first."""
    own = armies_of(request).filter(deleted=None).defer("words")
    return answer_page(request, "armies", own, page, size, ArmyLine.from_orm)


@endpoint(
    router,
    "GET",
    "/armies/{str:address}",
    "army",
    {200: ArmyShape, 304: None},
    problems=(409,),
    described=IF_NONE_MATCH,
)
def army(request: HttpRequest, address: str) -> HttpResponse:
    """The current revision of one of your armies, or of an example."""
    own = visible_army(request, address)
    if {"*", tag_of(own)} & {*tags_in(request, "If-None-Match")}:
        return HttpResponseNotModified(headers={"ETag": tag_of(own)})
    return current(own)


@endpoint(router, "GET", "/armies/{str:address}/revisions", "revisions", {200: RevisionPage})
def revisions(request: HttpRequest, address: str, page: PAGE = 1, size: SIZE = 100) -> HttpResponse:
    """The history of an army, the newest revision first."""
    army = visible_army(request, address)
    saved = ARMIES.of(army).filter(aside=False).order_by("-number")
    return answer_page(request, "revisions", saved, page, size, RevisionShape.from_orm, current=army.head)


@endpoint(router, "GET", "/armies/{str:address}/revisions/{int:number}", "revision", {200: ArmyShape}, problems=(409,))
def revision(request: HttpRequest, address: str, number: int) -> HttpResponse:
    """An army as it was at a revision."""
    army = visible_army(request, address)
    try:
        if number > MAX_REVISION:
            raise Revision.DoesNotExist
        with refuse_unreadable("army"):
            loaded = load_revision(army, number)
    except Revision.DoesNotExist:
        raise NotFound(Problem("number", "give a revision in the army’s history")) from None
    return answer(army_shape(army, loaded, number))


def _file(request: HttpRequest, army: Army, file_format: Format) -> HttpResponse:
    with refuse_unreadable("army"):
        content = file_format.write(load_head(army))
    return HttpResponse(content, content_type=file_format.content_type_header, headers={"ETag": tag_of(army)})


_slow_file = limit("slow-army-files")(_file)


@endpoint(
    router,
    "GET",
    "/armies/{str:address}/files/{slug:format}",
    "file",
    {200: None},
    limits="army-files",
    problems=(409,),
    described={"responses": {200: {"content": {each.content_type: {} for each in FORMATS}}}},
)
def file(
    request: HttpRequest,
    address: str,
    format: Annotated[str, WithJsonSchema({"enum": [each.slug for each in FORMATS]})],
) -> HttpResponse:
    """An army in one of the formats that the site writes, such as text, bbcode or csv."""
    army = visible_army(request, address)
    file_format = format_of(one_of("format", format, (each.slug for each in FORMATS)))
    write = _slow_file if file_format.slow else _file
    return write(request, army, file_format)


@endpoint(
    router,
    "POST",
    "/armies",
    "armies",
    {201: ReadArmy, 202: ImportShape, 303: None},
    limits="armies",
    scope=WRITE,
    body={FROM_DECLARATIONS: "Army"},
    described={
        "parameters": [PREFER, IDEMPOTENCY_KEY],
        "requestBody": {"content": {FILE: {"schema": {"type": "string", "format": "binary"}}}},
    },
)
def create(
    request: HttpRequest,
    game: Annotated[str, Query(max_length=40, description="The game to use if the file does not name one")] = "",
) -> HttpResponse:
    """Create an army, or import one from a file of any format that the site reads, with a report.

    One that breaks rules is stored too, and its problems are told. A file that takes long to read is a job.
    """
    ruleset = find_ruleset(game)
    if game and ruleset is None:
        slugs = [each.slug for each in all_rulesets()]
        raise BadFile(invalid_choice("game", game, slugs))
    if request.content_type == JSON:
        return create_imported(request, ImportedArmy(army_of(army_within(read_json(request)))))
    content = read_body(request)
    if not is_large(content):
        with naming_games(), reading_for(custom_games_of(request)):
            imported = read_any(content, ruleset)
        return create_imported(request, imported)
    job = start_import(request, content, game, 0.0 if is_async(request) else None)
    if job.state == ImportJob.State.DONE:
        return create_of_job(request, job)
    return answer(ImportShape.from_orm(job), 202, Location=reverse("api:import", args=[job.pk]))


@endpoint(
    router,
    "PUT",
    "/armies/{str:address}",
    "army",
    {200: ArmyShape},
    limits="edits",
    scope=WRITE,
    body={FROM_DECLARATIONS: "Army"},
    problems=(412, 428),
    described=CHANGING,
)
def put(request: HttpRequest, address: str) -> HttpResponse:
    """Replace the revision that If-Match names with the army in the body."""
    army = own_army(request, address)
    expected = expected_revision(request, army)
    if isinstance(expected, HttpResponse):
        return expected
    loaded = army_of(army_within(read_json(request)))
    if loaded.ruleset.slug != army.ruleset:
        raise BadFile(Problem("ruleset", f"give '{army.ruleset}', the game of this army"))
    return save_change(request, army, expected, loaded, f"Changed by {token_of(request)}") or current(army)


@endpoint(
    router,
    "DELETE",
    "/armies/{str:address}",
    "army",
    {204: None},
    limits="edits",
    scope=WRITE,
    problems=(412,),
    described=DELETING,
)
def delete(request: HttpRequest, address: str) -> HttpResponse:
    """Move an army to the bin. You can restore it on the site. If-Match is optional here."""
    army = own_army(request, address)
    if "If-Match" in request.headers:
        expected = expected_revision(request, army)
        if isinstance(expected, HttpResponse):
            return expected
    mark_deleted(army)
    return HttpResponse(status=204)
