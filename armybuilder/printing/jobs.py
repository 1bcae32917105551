"""Printings that take a while: worked on in the background, told about page by page, stopped when asked to.

The database says where each stands, so that any web process can tell. A job whose process has ended (a restart of the
site, say) is begun again by any that is there; beginning again harms nothing.
"""

from __future__ import annotations

import logging
import threading
import time
from contextlib import suppress
from pathlib import Path

from django.db import connections, transaction
from django.http import Http404
from django.utils import timezone

from armybuilder.armies.current_state import state_of
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import load_revision
from armybuilder.printing.documents import document_of, write_document
from armybuilder.printing.documents.context import NothingToPrint, TooMuchToPrint
from armybuilder.printing.documents.photos import uploads_of
from armybuilder.printing.models import KEPT, SILENT, PrintJob, folder
from armybuilder.printing.options import PrintOptions
from armybuilder.printing.rendering import CannotPrint
from armybuilder.printing.rendering.printer import HEARTBEAT, Printer, Tell, silent, stored
from armybuilder.printing.rendering.workers import RenderWorkers
from armybuilder.sharing.opponents import load_by_key
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
WORKERS = RenderWorkers(2)
"""Those of this web process, as many as the machine has cores."""

logger = logging.getLogger(__name__)


class Busy(RuntimeError):
    """Too much is being printed; the text tells the player."""

    def __init__(self, words: str = "Too much is being printed just now. Please try again in a minute.") -> None:
        """Keep the words for the answer."""
        super().__init__(words)


class Stopped(Exception):
    """The job was cancelled, or is another process's now."""


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
    PrintJob.objects.filter(created__lt=timezone.now() - KEPT).delete()
    oldest = time.time() - KEPT.total_seconds()
    for file in folder().iterdir():
        with suppress(FileNotFoundError):  # another process may have removed it, or given it its whole name
            if file.stat().st_mtime < oldest:
                file.unlink()


def begin(job: PrintJob) -> threading.Thread:
    """Work on the job in the background."""
    thread = threading.Thread(target=_in_background, args=(job.pk,), name=f"print {job.pk}", daemon=True)
    thread.start()
    return thread


def restart_interrupted() -> None:
    """Begin the jobs again whose process must have ended."""
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
    job.file.unlink(missing_ok=True)
    job.delete()


def _in_background(token: str) -> None:
    try:
        work(token)
    finally:
        connections.close_all()


def work(token: str) -> None:
    """Print a waiting job from beginning to end and say how it went."""
    waiting = PrintJob.objects.filter(pk=token, state=State.WAITING)
    job = waiting.select_related("army").first()
    if job is None or not waiting.update(state=State.RUNNING, heard=timezone.now(), starts=job.starts + 1):
        return
    try:
        with stored(job.file) as out:
            _print(job, out)
        _tell(job, state=State.DONE)
    except Stopped:
        job.file.unlink(missing_ok=True)
    except TooMuchToPrint as refusal:
        _end(job, str(refusal), refusal.field)
    except (NothingToPrint, CannotPrint, CodecError) as refusal:
        _end(job, str(refusal))
    except (KeyError, Revision.DoesNotExist, Http404):
        _end(job, "An army, its game or its version is not here any more.")
    except Exception:
        logger.exception("print job %s", token)
        _end(job, "The PDF could not be made. The error has been logged; your army is unchanged.")


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
    _tell(job, pages=pages, printed=pages)


class _Progress:
    """Says every second how many pages are laid out; raises ``Stopped`` when the job is to go no further."""

    def __init__(self, job: PrintJob) -> None:
        self.job, self.count, self.said = job, 0, time.monotonic()

    def laid_out(self, pages: int) -> None:
        """So many pages more are laid out."""
        self.count += pages
        if time.monotonic() - self.said >= HEARTBEAT:
            _tell(self.job, laid_out=self.count)
            self.said = time.monotonic()


def _tell(job: PrintJob, **changes: object) -> None:
    """Say how far the job is; raises ``Stopped`` when it is to go no further."""
    if not PrintJob.objects.filter(pk=job.pk, state=State.RUNNING).update(heard=timezone.now(), **changes):
        raise Stopped


def _end(job: PrintJob, problem: str, field: str = "") -> None:
    PrintJob.objects.filter(pk=job.pk, state=State.RUNNING).update(state=State.FAILED, problem=problem, field=field)
