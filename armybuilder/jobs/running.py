"""Jobs: ordered, put into the queue, begun again when their process has ended, stopped when asked to.

The database says where each stands, so that any web process can tell. A job whose process has ended (a restart of the
site, say) is put into the queue again by any that is there; beginning again harms nothing.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

from django.db import DatabaseError, connections, transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.module_loading import import_string
from django_tasks import task

from armybuilder.claims import Author, Claim, author_of
from armybuilder.jobs.models import BEAT, KEPT, LONG_AGO, SILENT, Job
from armybuilder.limits import client
from armybuilder.tasks import PAGES, Busy

J = TypeVar("J", bound=Job)
State = Job.State
UNFINISHED = (State.WAITING, State.RUNNING)
MOST_UNFINISHED = 20
"""Jobs of a kind that may wait at once, of all visitors together."""
MOST_OF_ONE = 3
"""Jobs of a kind that may wait at once of one person."""
MOST_OF_ADDRESS = 9
"""Jobs of a kind that may wait at once of one network address: a club's, or of somebody who passes for many."""
MOST_STARTS = 3
LOOK = 0.1
"""Seconds between two looks for a job that a request waits for."""

logger = logging.getLogger(__name__)


class Stopped(Exception):
    """The job was cancelled, or is another process's now."""


class HandedBack(Exception):
    """This process is to end; another one has to do the job."""


class Failed(Exception):
    """The work cannot be done; the message is for the player, ``field`` names the choice that stands in its way."""

    def __init__(self, words: str, field: str = "") -> None:
        super().__init__(words)
        self.field = field


def order(job: J) -> J:
    """Store a new job, not begun yet; raises ``Busy``.

    Its ``person`` tells one from another, its ``address`` where they are.
    """
    _, several = job.noun
    with transaction.atomic():
        unfinished = jobs_of(type(job)).filter(state__in=UNFINISHED)
        if job.person and unfinished.filter(person=job.person).count() >= MOST_OF_ONE:
            raise Busy(f"{MOST_OF_ONE} of your {several} are not finished yet. Wait for one of them, or stop one.")
        if job.address and unfinished.filter(address=job.address).count() >= MOST_OF_ADDRESS:
            raise Busy(f"{MOST_OF_ADDRESS} {several} from your network are not finished yet. Try again in a minute.")
        if unfinished.count() >= MOST_UNFINISHED:
            raise Busy(f"Too many {several} are not finished just now. Please try again in a minute.")
        job.save(force_insert=True)
    return job


def orderer(request: HttpRequest, claim: Claim) -> dict[str, str]:
    """Who orders, for a job's columns, and from where."""
    return {"person": person_of(author_of(request, claim)), "address": _sealed(f"address {client(request)}")}


def person_of(author: Author) -> str:
    """The user, or for others the browser with its claim."""
    return _sealed(f"user {author.user.pk}" if author.user else f"browser {author.claim_hash}")


def _sealed(who: str) -> str:
    """The same for the same, in no words that tell more."""
    return salted_hmac("jobs", who, algorithm="sha256").hexdigest()


def jobs_of(model: type[J]) -> QuerySet[J]:
    """All jobs of a kind."""
    return model._default_manager.all()


def remove_old() -> None:
    """Remove the jobs that are older than they are kept."""
    for model in Job.__subclasses__():
        for job in jobs_of(model).filter(created__lt=timezone.now() - KEPT):
            job.remove()


def begin(job: Job) -> None:
    """Put the job into the queue; where there is no room, it is put there again later."""
    with suppress(Busy):
        run_job.using(queue_name=job.queue).enqueue(job._meta.label, job.pk)


def wait(job: Job, seconds: float) -> None:
    """Wait until the job is over, but no longer than that."""
    until = time.monotonic() + seconds
    job.refresh_from_db(fields=["state"])
    while not job.over and time.monotonic() < until:
        time.sleep(LOOK)
        job.refresh_from_db(fields=["state"])
    job.refresh_from_db()


def restart_interrupted() -> None:
    """Begin the jobs again that no process can be working on."""
    for model in Job.__subclasses__():
        for job in jobs_of(model).filter(state__in=UNFINISHED, heard__lt=timezone.now() - SILENT):
            begin_again(job)


def begin_again(job: Job) -> None:
    """Begin an interrupted job again, unless somebody else has, or it was interrupted too often already."""
    mine = jobs_of(type(job)).filter(pk=job.pk, heard=job.heard, state__in=UNFINISHED)
    if job.starts >= MOST_STARTS:
        mine.update(state=State.FAILED, problem=f"The {job.noun[0]} was interrupted several times. Please try again.")
    elif mine.update(state=State.WAITING, heard=timezone.now()):
        begin(job)


def cancel(job: Job) -> None:
    """Stop the job within two seconds."""
    jobs_of(type(job)).filter(pk=job.pk, state__in=UNFINISHED).update(state=State.CANCELLED)


@task(queue_name=PAGES)
def run_job(label: str, token: str) -> None:
    """Do a waiting job of a model from beginning to end and say how it went."""
    run(next(model for model in Job.__subclasses__() if model._meta.label == label), token)


def run(model: type[Job], token: str) -> None:
    """What the task does."""
    waiting = jobs_of(model).filter(pk=token, state=State.WAITING)
    job = waiting.first()
    if job is None:
        return
    job.starts += 1
    if not waiting.update(state=State.RUNNING, heard=timezone.now(), starts=job.starts):
        return
    try:
        with _heard_of(job):
            import_string(job.maker)(job)
    except Stopped:
        pass
    except HandedBack:
        _mine(job).update(state=State.WAITING, heard=LONG_AGO, starts=job.starts - 1)
    except Failed as refusal:
        _end(job, str(refusal), refusal.field)
    except Exception:
        logger.exception("%s %s", job.noun[0], token)
        _end(job, f"The {job.noun[0]} could not be finished. The error has been logged; nothing was changed.")


@contextmanager
def _heard_of(job: Job) -> Iterator[None]:
    """Have the job heard of, as long as this process works on it."""
    over = threading.Event()

    def beat() -> None:
        while not over.wait(BEAT):
            with suppress(DatabaseError):
                _mine(job).update(heard=timezone.now())
            connections.close_all()

    beating = threading.Thread(target=beat, name=f"job {job.pk} is heard of", daemon=True)
    beating.start()
    try:
        yield
    finally:
        over.set()
        beating.join()


def _mine(job: J) -> QuerySet[J]:
    """The job's row, as long as nobody has stopped it or begun it again."""
    return jobs_of(type(job)).filter(pk=job.pk, state=State.RUNNING, starts=job.starts)


def tell(job: Job, **changes: object) -> None:
    """Say how far the job is, or what came of it; raises ``Stopped`` when it is to go no further."""
    if not _mine(job).update(heard=timezone.now(), **changes):
        raise Stopped


def _end(job: Job, problem: str, field: str = "") -> None:
    _mine(job).update(state=State.FAILED, problem=problem, field=field)
