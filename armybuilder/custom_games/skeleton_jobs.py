"""Jobs that read BattleScribe's data files as the skeleton of a game."""

from collections.abc import Iterable
from typing import Final

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import resolve, reverse

from armybuilder.custom_games.drafts import MAX_BYTES
from armybuilder.custom_games.models import SkeletonJob
from armybuilder.custom_games.skeletons.reading import pack, read_packed
from armybuilder.jobs import running
from armybuilder.site.claims import make_claim
from armybuilder.site.processes import TooMuchToRead, read_untrusted
from armybuilder.site.tasks import Busy
from armybuilder.submissions.once import once_while

PATIENCE: Final = 1.0
"""Seconds that a request waits for a job before it shows the job's page."""
TOO_MUCH: Final = "The files take too long or too much memory to read. Choose fewer catalogues at once."


def start_reading(request: HttpRequest, files: Iterable[tuple[str, bytes]]) -> SkeletonJob:
    """Start a job that reads the files, or find it if this request was sent before; raises ``Busy``."""
    running.remove_old()
    job = _job_at(_create_job(request, pack(files)).headers["Location"]).get()
    if job.state == SkeletonJob.State.WAITING:
        running.begin(job)
    running.wait(job, PATIENCE)
    return job


def _job_at(location: str) -> QuerySet[SkeletonJob]:
    return SkeletonJob.objects.filter(pk=resolve(location).kwargs["token"])


def _stands(location: str, content: bytes) -> bool:
    return _job_at(location).filter(state__in=SkeletonJob.USEFUL).exists()


@once_while(_stands)
def _create_job(request: HttpRequest, content: bytes) -> HttpResponse:
    job = running.order(SkeletonJob(content=content, **running.ordered_by(request, make_claim(request))))
    return HttpResponseRedirect(reverse("custom_games:skeleton-job", args=[job.pk]))


def own_job(request: HttpRequest, token: str) -> SkeletonJob:
    """The visitor's job that reads data files; raises ``Http404``."""
    person = running.ordered_by(request, make_claim(request))["person"]
    return get_object_or_404(SkeletonJob.objects.defer("content"), pk=token, person=person)


def read_job(job: SkeletonJob) -> None:
    """Read the files of a job; raises ``Failed``."""
    try:
        report = read_untrusted(read_packed, bytes(job.content), MAX_BYTES)
    except Busy as busy:
        raise running.Failed(str(busy)) from None
    except TooMuchToRead:
        raise running.Failed(TOO_MUCH) from None
    if problem := report.get("problem"):
        raise running.Failed(problem)
    running.tell(job, report=report, content=b"", state=SkeletonJob.State.DONE)
