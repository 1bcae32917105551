"""Print jobs: each prints an army at its current revision and reports its progress by pages.

A job begins as a short one. If its pages take more than such a job may, it goes on among the slow ones, with processes
that stand back for others, so that nobody's few cards wait behind somebody's thousand.
"""

import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from django.core.files import File
from django.db.models.functions import Length
from django.http import Http404
from django.utils import timezone

from armybuilder.armies.current_state import state_of
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import load_revision
from armybuilder.jobs import running
from armybuilder.jobs.models import LIFETIME, Job
from armybuilder.jobs.running import Failed, HandedBack, Postponed, tell
from armybuilder.jobs.turns import others_wait, short_one_waits
from armybuilder.printing.documents import document_of, models_for, write_document
from armybuilder.printing.documents.context import NothingToPrint, TooMuchToPrint
from armybuilder.printing.documents.photos import uploads_of
from armybuilder.printing.models import PrintJob, folder
from armybuilder.printing.options import PrintOptions
from armybuilder.printing.rendering import Batch, CannotPrint, DocumentInfo, Rendered, Tick, TooMuchAtOnce
from armybuilder.printing.rendering.printer import HEARTBEAT, Printer, Tell, silent
from armybuilder.printing.rendering.workers import RenderWorkers
from armybuilder.sharing.opponents import load_by_key
from armybuilder.site.tasks import POOLS
from armybuilder.site.temporary_folders import TemporaryFolder
from armybuilder.site.time_zones import zone_named
from rulesets.core.declarations.codec import CodecError, encode

HANDS = 2
"""Batches of a job that are laid out at once."""
WORKERS = RenderWorkers(3, seconds=3.0, memory=512 * 1024**2)
"""The processes in which this web process has pages of short jobs laid out: one more than a single job takes."""
SLOW_WORKERS = RenderWorkers(2, memory=768 * 1024**2, niceness=15)
"""The processes for pages that are too much for the others."""
SHORT_SECONDS = 5.0
"""Seconds of the processor after which a job is a slow one."""
LONG = 50_000
"""Bytes of an army as it is stored, packed, above which its job is a slow one from its start: only long notes take so
many."""
SLICE = 20.0
"""Seconds of the processor after which a slow job lets that of somebody else go on."""
MAX_SECONDS = 180.0
"""Seconds of the processor that a job may take in all."""
TOO_LONG = (
    f"These pages took more than {MAX_SECONDS / 60:.0f} minutes of the server's processor time, which is the limit. "
    "Choose fewer parts, or shorten long notes."
)


def order(army: Army, choices: PrintOptions, link: str = "", *, person: str = "", address: str = "") -> PrintJob:
    """Create a job for the army's current revision without starting it; raises ``Busy``.

    ``link`` is printed as a QR code. The caller has checked access to the opposing army in the choices.
    """
    tidy()
    printed = {"army": army, "revision": army.head, "choices": encode(choices), "link": link}
    return running.order(PrintJob(**printed, slow=_is_long(army), person=person, address=address))


def _is_long(army: Army) -> bool:
    head = army.revisions.filter(number=army.head)
    return head.annotate(bytes=Length("document")).filter(bytes__gt=LONG).exists()


def tidy() -> None:
    """Remove expired jobs and files."""
    running.remove_old()
    oldest = time.time() - LIFETIME.total_seconds()
    for file in folder().iterdir():
        with suppress(FileNotFoundError):  # another process may have removed it, or given it its whole name
            if file.stat().st_mtime < oldest:
                file.unlink()


def print_pdf(job: PrintJob) -> None:
    """Print the job; raises ``Failed``, ``HandedBack`` and ``Stopped``."""
    try:
        with TemporaryFolder("print") as temporary, timezone.override(zone_named(job.time_zone)):
            _print(job, temporary / "whole.pdf")
    except TooMuchToPrint as refusal:
        raise Failed(str(refusal), refusal.field) from None
    except TooMuchAtOnce as refusal:
        raise (Failed(str(refusal)) if job.slow else Postponed) from None
    except (NothingToPrint, CannotPrint, CodecError) as refusal:
        raise Failed(str(refusal)) from None
    except (KeyError, Revision.DoesNotExist, Http404):
        raise Failed("An army, its game or its version no longer exists.") from None


def printer(tell: Tell = silent) -> Printer:
    """The site's printer, with its render workers and their cache folder."""
    return Printer(_render, folder(), _hands(WORKERS), _join, tell)


def _render(batch: Batch, tick: Tick) -> Rendered:
    try:
        return WORKERS.render(batch, tick)
    except TooMuchAtOnce:
        return SLOW_WORKERS.render(batch, tick)


def _join(pdfs: Sequence[Path], about: DocumentInfo, out: Path, tick: Tick) -> None:
    try:
        WORKERS.join(pdfs, about, out, tick)
    except TooMuchAtOnce:
        SLOW_WORKERS.join(pdfs, about, out, tick)


def _hands(workers: RenderWorkers) -> int:
    return min(HANDS, workers.count)


def _print(job: PrintJob, out: Path) -> None:
    choices = job.options
    opposing = load_by_key(choices.opposing) if choices.shares else None
    loaded = load_revision(job.army, job.revision)
    using = Turn(job, lambda laid_out: tell(job, laid_out=laid_out, seconds=job.seconds)).printer()
    document = document_of(
        loaded,
        choices,
        using,
        job.link,
        current=state_of(job.army),
        opposing=opposing,
        pictures=uploads_of(job.army.pictures.all()),
        models=models_for(job.army, choices),
    )
    pages = write_document(document, using, out)
    # A name for each start, since another process may have taken the job over and be writing, too.
    with out.open("rb") as whole:
        job.file.save(f"{job.pk}-{job.starts}.pdf", File(whole), save=False)
    try:
        tell(job, pages=pages, printed=pages, file=job.file.name, seconds=job.seconds, state=PrintJob.State.DONE)
    except BaseException:
        # No row names the file, so nobody else would delete it.
        job.file.delete(save=False)
        raise


class Turn:
    """A job's turn: has its pages laid out, tells how many they are, and ends when it has lasted long enough."""

    def __init__(self, job: Job, tell_pages: Tell) -> None:
        self.job, self.tell_pages = job, tell_pages
        self.laid_out, self.last_report = 0, time.monotonic()
        self.workers = SLOW_WORKERS if job.slow else WORKERS
        self.end = min(MAX_SECONDS, job.seconds + SLICE) if job.slow else SHORT_SECONDS
        self.lock = threading.Lock()

    def printer(self) -> Printer:
        """The site's printer, with the workers for this job."""
        return Printer(self.render, folder(), _hands(self.workers), self.workers.join, self.report)

    def render(self, batch: Batch, tick: Tick) -> Rendered:
        """The batch laid out; the job's seconds grow by what it took, or by the most that it may."""
        seconds = self.workers.seconds
        try:
            rendered = self.workers.render(batch, tick)
            seconds = rendered.seconds
            return rendered
        finally:
            with self.lock:
                self.job.seconds += seconds

    def report(self, pages: int) -> None:
        """Add pages to those laid out, and tell their number at intervals.

        Raises ``Stopped`` when the job is cancelled, ``HandedBack``, ``Postponed`` at the turn's end or when a short
        one finds nothing free, and ``Failed`` at the end of all that a job may have.
        """
        if POOLS.draining.is_set():
            raise HandedBack
        self.laid_out += pages
        if time.monotonic() - self.last_report >= HEARTBEAT:
            self.tell_pages(self.laid_out)
            self.last_report = time.monotonic()
        if self.job.slow and pages and short_one_waits():
            raise Postponed
        if self.job.seconds < self.end:
            return
        if self.job.seconds >= MAX_SECONDS:
            raise Failed(TOO_LONG)
        if not self.job.slow or others_wait(self.job):
            raise Postponed
        self.end = min(MAX_SECONDS, self.job.seconds + SLICE)
