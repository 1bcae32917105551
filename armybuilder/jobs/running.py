"""Orders, runs, restarts and cancels jobs.

The database has the state of each job, so that any web process can tell. A job whose process has ended, such as by a
restart of the site, is queued again by another process; it may safely start over.
"""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

from django.db import DatabaseError, connections
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.module_loading import import_string
from django_tasks import task

from armybuilder.jobs.models import HEARTBEAT_INTERVAL, HEARTBEAT_TIMEOUT, LIFETIME, LONG_AGO, Job
from armybuilder.jobs.turns import UNFINISHED, take, take_next
from armybuilder.site.claims import Author, Claim, author_of
from armybuilder.site.limits import client, visitor
from armybuilder.site.quotas import quota_transaction
from armybuilder.site.tasks import PAGES, Busy
from armybuilder.submissions.once import submission_id

J = TypeVar("J", bound=Job)
State = Job.State
MAX_UNFINISHED_JOBS = 100
"""Unfinished jobs of a kind that all visitors together may have. Those that wait only take a row each."""
MAX_PER_PERSON = 3
"""Unfinished jobs of a kind that one person may have."""
MAX_PER_ADDRESS = 9
"""Unfinished jobs of a kind from one network address: a club's, or that of somebody who pretends to be many."""
MAX_STARTS = 3
POLL_INTERVAL = 0.1
"""Seconds between two checks of a job that a request waits for."""

logger = logging.getLogger(__name__)


class Stopped(Exception):
    """The job was cancelled, or another process has taken it over."""


class HandedBack(Exception):
    """This process is shutting down; another one has to do the job."""


class Postponed(Exception):
    """The job takes long: it waits for its next turn among those that do, and goes on with what is done."""


class Failed(Exception):
    """The work cannot be done; the message is for the player, and ``field`` names the choice that prevents it."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


def order(job: J) -> J:
    """Save a new job without starting it; raises ``Busy``.

    Its ``person`` and ``address`` say whose limits it counts towards.
    """
    _, several = job.noun
    with quota_transaction(job._meta.label):
        unfinished = jobs_of(type(job)).filter(state__in=UNFINISHED)
        if unfinished.filter(person=job.person).count() >= MAX_PER_PERSON:
            raise Busy(
                f"{MAX_PER_PERSON} of your {several} are not finished yet. Wait until one of them is ready.", 429
            )
        if unfinished.filter(address=job.address).count() >= MAX_PER_ADDRESS:
            raise Busy(
                f"{MAX_PER_ADDRESS} {several} from your network are not finished yet. Try again in a minute.", 429
            )
        if unfinished.count() >= MAX_UNFINISHED_JOBS:
            raise Busy(f"Too many {several} are in progress. Please try again in a minute.")
        job.save(force_insert=True)
    return job


def finish(request: HttpRequest, job: Job) -> None:
    """Remove a job that was answered with, unless the request may be sent again: then it is kept for its hour."""
    if not submission_id(request):
        job.remove()


def ordered_by(request: HttpRequest, claim: Claim) -> dict[str, str]:
    """Return the columns of a job that say who ordered it, and from where."""
    return {"person": person_of(author_of(request, claim)), "address": _hash(f"address {client(request)}")}


def requested_by(request: HttpRequest) -> dict[str, str]:
    """Return the same columns for what a page shows; a browser without a claim is given none, and counts as others do
    at its network address.
    """
    return {"person": _hash(visitor(request)), "address": _hash(f"address {client(request)}")}


def person_of(author: Author) -> str:
    """Identify the user, or the browser of a visitor without an account."""
    return _hash(author.key)


def _hash(who: str) -> str:
    """Return a keyed hash, which identifies somebody without revealing who it is."""
    return salted_hmac("jobs", who, algorithm="sha256").hexdigest()


def jobs_of(model: type[J]) -> QuerySet[J]:
    """All jobs of a kind."""
    return model._default_manager.all()


def remove_old() -> None:
    """Remove the jobs that are older than ``LIFETIME``."""
    for model in Job.__subclasses__():
        for job in jobs_of(model).filter(created__lt=timezone.now() - LIFETIME):
            job.remove()


def begin(job: Job) -> None:
    """Have a waiting job of this kind done; if the queue is full, ``restart_interrupted`` tries again later."""
    with suppress(Busy):
        run_next.using(queue_name=job.queue).enqueue(job._meta.label)


def wait(job: Job, seconds: float) -> None:
    """Wait until the job is over, for at most that many seconds."""
    until = time.monotonic() + seconds
    job.refresh_from_db(fields=["state"])
    while not job.over and time.monotonic() < until:
        time.sleep(POLL_INTERVAL)
        job.refresh_from_db(fields=["state"])
    job.refresh_from_db()


def restart_interrupted() -> None:
    """Restart the jobs that no process is working on."""
    for model in Job.__subclasses__():
        for job in jobs_of(model).filter(state__in=UNFINISHED, heard__lt=timezone.now() - HEARTBEAT_TIMEOUT):
            begin_again(job)


def begin_again(job: Job) -> None:
    """Restart an interrupted job, unless another process has; fail it after ``MAX_STARTS``."""
    # With the heartbeat as it was read: of several processes that find the job, one updates its row.
    mine = jobs_of(type(job)).filter(pk=job.pk, heard=job.heard, state__in=UNFINISHED)
    if job.starts >= MAX_STARTS:
        mine.update(state=State.FAILED, problem=f"The {job.noun[0]} was interrupted several times. Please try again.")
    elif mine.update(state=State.WAITING, heard=timezone.now()):
        begin(job)


def cancel(job: Job) -> None:
    """Stop the job within two seconds."""
    jobs_of(type(job)).filter(pk=job.pk, state__in=UNFINISHED).update(state=State.CANCELLED)


@task(queue_name=PAGES)
def run_next(label: str) -> None:
    """Run the job of the model with that label whose turn it is, if any, and have the next one done."""
    model = next(model for model in Job.__subclasses__() if model._meta.label == label)
    job = take_next(model)
    if job is not None:
        _do(job)
        # Its person's next job may have waited for this one, with a task that found nothing to do.
        begin(job)


def run(model: type[Job], token: str) -> None:
    """Run a waiting job, whosever turn it is."""
    job = take(model, token)
    if job is not None:
        _do(job)


def _do(job: Job) -> None:
    """Do a job that runs from start to end, and store how it ended."""
    try:
        with _heartbeat(job):
            import_string(job.maker)(job)
    except Stopped:
        pass
    except HandedBack:
        # As if silent for long, so that another process restarts it at once; a start that failed nobody does not count.
        _mine(job).update(state=State.WAITING, heard=LONG_AGO, starts=job.starts - 1)
    except Postponed:
        _mine(job).update(
            state=State.WAITING, heard=timezone.now(), starts=job.starts - 1, slow=True, seconds=job.seconds
        )
    except Failed as error:
        _end(job, str(error), error.field)
    except Exception:
        logger.exception("%s %s", job.noun[0], job.pk)
        _end(job, f"The {job.noun[0]} could not be finished. The error has been logged. Nothing was changed.")


@contextmanager
def _heartbeat(job: Job) -> Iterator[None]:
    """Update the job's heartbeat for as long as this process works on it."""
    stop = threading.Event()

    def beat() -> None:
        while not stop.wait(HEARTBEAT_INTERVAL):
            with suppress(DatabaseError):
                _mine(job).update(heard=timezone.now())
            # This thread's connection would stay open beside that of the job.
            connections.close_all()

    thread = threading.Thread(target=beat, name=f"heartbeat of job {job.pk}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def _mine(job: J) -> QuerySet[J]:
    """Return the job's row, unless it was cancelled or restarted since."""
    return jobs_of(type(job)).filter(pk=job.pk, state=State.RUNNING, starts=job.starts)


def tell(job: Job, **changes: object) -> None:
    """Store the progress or the result of the job; raises ``Stopped`` if it is to be given up."""
    if not _mine(job).update(heard=timezone.now(), **changes):
        raise Stopped


def _end(job: Job, problem: str, field: str = "") -> None:
    _mine(job).update(state=State.FAILED, problem=problem, field=field, seconds=job.seconds)
