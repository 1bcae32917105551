"""Import reports as plain data for pages and jobs; large files are read by a job."""

import json
from dataclasses import asdict
from typing import Any, Final

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import resolve, reverse

from armybuilder.armies.documents import BadFile, army_of
from armybuilder.armies.loaded_army import MAX_BYTES, LoadedArmy
from armybuilder.armies.models import ImportJob
from armybuilder.interchange.army_files import armies_in
from armybuilder.interchange.formats import read_any
from armybuilder.interchange.games import Titles, UnclearGame, custom_games_of, reading_for
from armybuilder.interchange.imported import ImportedArmy, ImportRemark
from armybuilder.jobs import running
from armybuilder.site.claims import make_claim
from armybuilder.site.tasks import Busy
from armybuilder.spreadsheets.untrusted import unpacked_size
from armybuilder.submissions.once import once_while
from rulesets.core.declarations.problems import Problem
from rulesets.core.force_document import encode_force
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset

LARGE: Final = 200_000
"""Unpacked bytes of a table or roster from which a job reads it; as CSV that takes half a second of CPU time."""
PATIENCE: Final = 2.0
"""Seconds that a request waits for a job before it shows the job's page."""


def is_large(content: bytes) -> bool:
    """Whether a job should read the file; any single army in JSON takes at most a fifth of a second."""
    is_json = content.lstrip()[:1] == b"{"
    return unpacked_size(content) > (MAX_BYTES if is_json else LARGE)


def read_file(content: bytes, game: AnyRuleset | None = None, custom: Titles | None = None) -> dict[str, Any]:
    """The report of a file: ``army`` with ``remarks``, several ``armies``, or its ``problems``.

    ``game`` is that of a file which names none; ``games`` are those of which the player has to choose it. ``custom``
    are the games besides those of the site that the file may name.
    """
    several = armies_in(content)
    if several is not None:
        return {"armies": [_one_of_several(each) for each in several]}
    try:
        with reading_for(custom or {}):
            imported = read_any(content, game)
    except BadFile as bad:
        problems = [{"path": each.path, "message": each.message} for each in bad.problems]
        games = [each.slug for each in bad.games] if isinstance(bad, UnclearGame) else []
        return {"problems": problems, "games": games}
    return {"army": encode_force(imported.loaded.force), "remarks": [asdict(each) for each in imported.remarks]}


def _one_of_several(data: Any) -> dict[str, Any]:
    """One of a file's several armies, to be imported by itself, or its problem."""
    try:
        loaded = army_of(data)
    except BadFile as bad:
        return {"problem": str(bad)}
    game = loaded.ruleset
    return {"title": loaded.title, "game": game.title, "accent": game.accent, "text": compact(loaded)}


def compact(loaded: LoadedArmy) -> str:
    """The army as JSON of one line."""
    return json.dumps(encode_force(loaded.force), ensure_ascii=False, separators=(",", ":"))


def imported_of(report: dict[str, Any]) -> ImportedArmy:
    """The army of a report; raises ``BadFile`` with the file's problems, or if it has several armies.

    Where several games fit, that is ``UnclearGame``.
    """
    if "armies" in report:
        raise BadFile(Problem("armies", f"the file has {len(report['armies'])} armies. Send one file for each"))
    if games := report.get("games"):
        raise UnclearGame(map(get_ruleset, games))
    if "army" not in report:
        raise BadFile(*(Problem(**each) for each in report["problems"]))
    return ImportedArmy(army_of(report["army"]), tuple(ImportRemark(**each) for each in report["remarks"]))


def start_import(request: HttpRequest, content: bytes, game: str = "", patience: float | None = None) -> ImportJob:
    """Start a job that reads the file, or find it if this request was sent before; raises ``Busy``.

    ``game`` is the slug of that of a file which names none. The job is waited for, for up to ``patience`` seconds.
    """
    running.remove_old()
    job = _job_at(_create_job(request, content, game).headers["Location"]).get()
    if job.state == ImportJob.State.WAITING:
        running.begin(job)
    running.wait(job, PATIENCE if patience is None else patience)
    return job


def _job_at(location: str) -> QuerySet[ImportJob]:
    return ImportJob.objects.filter(pk=resolve(location).kwargs["token"])


def _stands(location: str, content: bytes, game: str) -> bool:
    return _job_at(location).filter(state__in=ImportJob.USEFUL).exists()


@once_while(_stands)
def _create_job(request: HttpRequest, content: bytes, game: str) -> HttpResponse:
    who, custom = running.ordered_by(request, make_claim(request)), custom_games_of(request)
    report = {"custom": custom} if custom else {}
    job = running.order(ImportJob(content=content, game=game, report=report, **who))
    return HttpResponseRedirect(reverse("interchange:import-job", args=[job.pk]))


def own_import(request: HttpRequest, token: str) -> ImportJob:
    """The visitor's job that reads a file; raises ``Http404``."""
    person = running.ordered_by(request, make_claim(request))["person"]
    return get_object_or_404(ImportJob.objects.defer("content"), pk=token, person=person)


def read_job(job: ImportJob) -> None:
    """Read the file of a job; raises ``Failed``."""
    try:
        game = get_ruleset(job.game) if job.game else None
        report = read_file(bytes(job.content), game, job.report.get("custom"))
    except Busy as busy:
        raise running.Failed(str(busy)) from None
    kept = job.content if report.get("games") else b""
    running.tell(job, report=report, content=kept, state=ImportJob.State.DONE)
