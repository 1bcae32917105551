"""Printings that take a while: tasks, told about page by page, stopped when asked to.

The database says where each stands, so that any web process can tell. A job whose process has ended (a restart of the
site, say) is put into the queue again by any that is there; beginning again harms nothing.
"""

from __future__ import annotations

import logging
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.core.files import File
from django.db import DatabaseError, connections, transaction
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone
from django_tasks import task

from armybuilder.armies.current_state import state_of
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import load_revision
from armybuilder.printing.documents import document_of, write_document
from armybuilder.printing.documents.context import NothingToPrint, TooMuchToPrint
from armybuilder.printing.documents.photos import uploads_of
from armybuilder.printing.models import BEAT, KEPT, LONG_AGO, SILENT, PrintJob, folder
from armybuilder.printing.options import PrintOptions
from armybuilder.printing.rendering import CannotPrint
from armybuilder.printing.rendering.printer import HEARTBEAT, Printer, Tell, silent
from armybuilder.printing.rendering.workers import RenderWorkers
from armybuilder.sharing.opponents import load_by_key
from armybuilder.tasks import POOLS, PRINTS, Busy
from rulesets.core.codec import CodecError, encode

State = PrintJob.State
UNFINISHED = (State.WAITING, State.RUNNING)
MOST_UNFINISHED = 20
"""Jobs that may wait at once, of all visitors together."""
MOST_OF_ONE = 3
"""Jobs that may wait at once of one person."""
MOST_OF_ADDRESS = 9
"""Jobs that may wait at once of one network address: a club's, or somebody's who gives himself out for many."""
MOST_STARTS = 3
LOOK = 0.1
"""Seconds between two looks for a job that a request waits for."""
WORKERS = RenderWorkers(2)
"""Those of this web process, as many as the machine has cores."""

logger = logging.getLogger(__name__)


class Stopped(Exception):
    """The job was cancelled, or is another process's now."""


class HandedBack(Exception):
    """This process is to end; another one has to print the job."""


def order(army: Army, choices: PrintOptions, link: str = "", *, person: str = "", address: str = "") -> PrintJob:
    """A new job for the army as it stands, not begun yet, with a QR code of the link; raises ``Busy``.

    Whoever orders may see the opposing army that the choices name; ``person`` tells one from another, ``address`` where
    they are.
    """
    tidy()
    with transaction.atomic():
        unfinished = PrintJob.objects.filter(state__in=UNFINISHED)
        if person and unfinished.filter(person=person).count() >= MOST_OF_ONE:
            raise Busy(f"{MOST_OF_ONE} of your printings are not finished yet. Wait for one of them, or stop one.")
        if address and unfinished.filter(address=address).count() >= MOST_OF_ADDRESS:
            raise Busy(f"{MOST_OF_ADDRESS} printings from your network are not finished yet. Try again in a minute.")
        if unfinished.count() >= MOST_UNFINISHED:
            raise Busy
        return PrintJob.objects.create(
            army=army, revision=army.head, choices=encode(choices), link=link, person=person, address=address
        )


def tidy() -> None:
    """Forget jobs and files that are older than they are kept."""
    for job in PrintJob.objects.filter(created__lt=timezone.now() - KEPT):
        forget(job)
    oldest = time.time() - KEPT.total_seconds()
    for file in folder().iterdir():
        with suppress(FileNotFoundError):  # another process may have removed it, or given it its whole name
            if file.stat().st_mtime < oldest:
                file.unlink()


def begin(job: PrintJob) -> None:
    """Put the job into the queue; where there is no room, it is put there again later."""
    with suppress(Busy):
        print_job.enqueue(job.pk)


def wait(job: PrintJob, seconds: float) -> None:
    """Wait until the job is over, but no longer than that."""
    until = time.monotonic() + seconds
    job.refresh_from_db()
    while not job.over and time.monotonic() < until:
        time.sleep(LOOK)
        job.refresh_from_db()


def restart_interrupted() -> None:
    """Begin the jobs again that no process can be working on."""
    for job in PrintJob.objects.filter(state__in=UNFINISHED, heard__lt=timezone.now() - SILENT):
        _begin_again(job)


def _begin_again(job: PrintJob) -> None:
    """Begin an interrupted job again, unless somebody else has, or it was interrupted too often already."""
    mine = PrintJob.objects.filter(pk=job.pk, heard=job.heard, state__in=UNFINISHED)
    if job.starts >= MOST_STARTS:
        mine.update(state=State.FAILED, problem="The printing was interrupted several times. Please try again.")
    elif mine.update(state=State.WAITING, heard=timezone.now()):
        begin(job)


def cancel(job: PrintJob) -> None:
    """Stop the job within two seconds."""
    PrintJob.objects.filter(pk=job.pk, state__in=UNFINISHED).update(state=State.CANCELLED)


def forget(job: PrintJob) -> None:
    """Remove a job and its file."""
    if job.file:
        job.file.delete(save=False)
    job.delete()


@task(queue_name=PRINTS)
def print_job(token: str) -> None:
    """Print a waiting job from beginning to end and say how it went."""
    work(token)


def work(token: str) -> None:
    """What the task does."""
    waiting = PrintJob.objects.filter(pk=token, state=State.WAITING)
    job = waiting.select_related("army").first()
    if job is None:
        return
    job.starts += 1
    if not waiting.update(state=State.RUNNING, heard=timezone.now(), starts=job.starts):
        return
    try:
        with _heard_of(job), tempfile.TemporaryDirectory(prefix="armybuilder-print-") as made:
            _print(job, Path(made) / "whole.pdf")
    except Stopped:
        pass
    except HandedBack:
        _mine(job).update(state=State.WAITING, heard=LONG_AGO, starts=job.starts - 1)
    except TooMuchToPrint as refusal:
        _end(job, str(refusal), refusal.field)
    except (NothingToPrint, CannotPrint, CodecError) as refusal:
        _end(job, str(refusal))
    except (KeyError, Revision.DoesNotExist, Http404):
        _end(job, "An army, its game or its version is not here any more.")
    except Exception:
        logger.exception("print job %s", token)
        _end(job, "The PDF could not be made. The error has been logged; your army is unchanged.")


@contextmanager
def _heard_of(job: PrintJob) -> Iterator[None]:
    """Have the job heard of, as long as this process works on it."""
    over = threading.Event()

    def beat() -> None:
        while not over.wait(BEAT):
            with suppress(DatabaseError):
                _mine(job).update(heard=timezone.now())
            connections.close_all()

    beating = threading.Thread(target=beat, name=f"print {job.pk} is heard of", daemon=True)
    beating.start()
    try:
        yield
    finally:
        over.set()
        beating.join()


def _mine(job: PrintJob) -> QuerySet[PrintJob]:
    """The job's row, as long as nobody has stopped it or begun it again."""
    return PrintJob.objects.filter(pk=job.pk, state=State.RUNNING, starts=job.starts)


def printer(tell: Tell = silent) -> Printer:
    """The site's: render workers, and the folder in which their work is kept."""
    return Printer(WORKERS.render, folder(), WORKERS.count, WORKERS.join, tell)


def _print(job: PrintJob, out: Path) -> None:
    choices = job.chosen
    opposing = load_by_key(choices.opposing) if choices.shares else None
    loaded = load_revision(job.army, job.revision)
    using = printer(_Progress(job).laid_out)
    document = document_of(
        loaded,
        choices,
        using,
        job.link,
        state=state_of(job.army),
        opposing=opposing,
        pictures=uploads_of(job.army.pictures.all()),
    )
    pages = write_document(document, using, out)
    with out.open("rb") as whole:
        job.file.save(f"{job.pk}-{job.starts}.pdf", File(whole), save=False)
    try:
        _tell(job, pages=pages, printed=pages, file=job.file.name, state=State.DONE)
    except BaseException:
        job.file.delete(save=False)
        raise


class _Progress:
    """Says every second how many pages are laid out; raises ``Stopped`` when the job is to go no further."""

    def __init__(self, job: PrintJob) -> None:
        self.job, self.count, self.said = job, 0, time.monotonic()

    def laid_out(self, pages: int) -> None:
        """So many pages more are laid out."""
        if POOLS.draining.is_set():
            raise HandedBack
        self.count += pages
        if time.monotonic() - self.said >= HEARTBEAT:
            _tell(self.job, laid_out=self.count)
            self.said = time.monotonic()


def _tell(job: PrintJob, **changes: object) -> None:
    """Say how far the job is; raises ``Stopped`` when it is to go no further."""
    if not _mine(job).update(heard=timezone.now(), **changes):
        raise Stopped


def _end(job: PrintJob, problem: str, field: str = "") -> None:
    _mine(job).update(state=State.FAILED, problem=problem, field=field)
