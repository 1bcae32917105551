"""Imports in the API: a job for a large file, which programs can poll, cancel, and turn into an army."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from ninja import Router

from armybuilder.api.army_revisions import current
from armybuilder.api.endpoints import IDEMPOTENCY_KEY, answer, endpoint, token_of
from armybuilder.api.models import Token
from armybuilder.api.shapes import ImportShape, ReadArmy, ReadLine
from armybuilder.armies.access import armies_of
from armybuilder.armies.creation import LIMIT_REACHED, MAX_ARMIES
from armybuilder.armies.documents import BadFile
from armybuilder.armies.models import ImportJob
from armybuilder.armies.revisions import create_army
from armybuilder.interchange.games import UnclearGame
from armybuilder.interchange.imported import ImportedArmy
from armybuilder.interchange.importing import imported_of, own_import
from armybuilder.jobs import running
from armybuilder.site.claims import author_of
from armybuilder.site.errors import Refused
from armybuilder.site.quotas import quota_transaction
from armybuilder.submissions.once import once
from rulesets.core.declarations.problems import Problem

READ, WRITE = Token.Scope.READ, Token.Scope.WRITE

router = Router(tags=["Armies"])


@contextmanager
def naming_games() -> Iterator[None]:
    """Refuse a file that fits several games with what the program can send for each."""
    try:
        yield
    except UnclearGame as unclear:
        slugs = " or ".join(f"“?game={game.slug}”" for game in unclear.games)
        message = f"the file fits several games equally. Send it again with {slugs} in the query"
        raise BadFile(Problem("game", message)) from None


@once
def create_imported(request: HttpRequest, imported: ImportedArmy) -> HttpResponse:
    """Create an army of the program's owner and return it; raises ``Refused`` if there is no room for it."""
    author = author_of(request)
    with quota_transaction("armies", author.key):
        if armies_of(request).count() >= MAX_ARMIES:
            raise Refused(409, LIMIT_REACHED)
        army = create_army(imported.loaded, f"Sent by {token_of(request)}", author)
    report = [ReadLine.from_orm(each) for each in imported.remarks]
    response = current(army, 201, ReadArmy, report=report)
    response.headers["Location"] = reverse("api:army", args=[army.pk])
    return response


def create_of_job(request: HttpRequest, job: ImportJob) -> HttpResponse:
    """The army of a file that was read; raises ``BadFile``."""
    with naming_games():
        imported = imported_of(job.report)
    response = create_imported(request, imported)
    job.remove()
    return response


@endpoint(router, "GET", "/imports/{str:job}", "import", {200: ImportShape}, scope=READ)
def import_job(request: HttpRequest, job: str) -> HttpResponse:
    """The progress of reading a file."""
    return answer(ImportShape.from_orm(own_import(request, job)))


@endpoint(
    router,
    "POST",
    "/imports/{str:job}",
    "import",
    {201: ReadArmy, 303: None},
    limits="armies",
    scope=WRITE,
    described={"parameters": [IDEMPOTENCY_KEY]},
)
@once  # also here, because the job is gone the second time
def create_of_import(request: HttpRequest, job: str) -> HttpResponse:
    """The army that was imported from a file, with a report, once the file is read."""
    own_job = own_import(request, job)
    if own_job.state != ImportJob.State.DONE:
        raise Refused(409, own_job.problem or f"The file has not been read. Its job is {own_job.state}.")
    return create_of_job(request, own_job)


@endpoint(router, "DELETE", "/imports/{str:job}", "import", {204: None}, limits="armies", scope=WRITE)
def cancel_import(request: HttpRequest, job: str) -> HttpResponse:
    """Stop reading a file."""
    running.cancel(own_import(request, job))
    return HttpResponse(status=204)
