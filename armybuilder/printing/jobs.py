"""Print jobs: each prints an army at its current revision and reports its progress by pages."""

import time
from contextlib import suppress
from pathlib import Path

from django.core.files import File
from django.http import Http404

from armybuilder.armies.current_state import state_of
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import load_revision
from armybuilder.jobs import running
from armybuilder.jobs.models import LIFETIME
from armybuilder.jobs.running import Failed, HandedBack, tell
from armybuilder.printing.documents import document_of, write_document
from armybuilder.printing.documents.context import NothingToPrint, TooMuchToPrint
from armybuilder.printing.documents.photos import uploads_of
from armybuilder.printing.models import PrintJob, folder
from armybuilder.printing.options import PrintOptions
from armybuilder.printing.rendering import CannotPrint
from armybuilder.printing.rendering.printer import HEARTBEAT, Printer, Tell, silent
from armybuilder.printing.rendering.workers import RenderWorkers
from armybuilder.sharing.opponents import load_by_key
from armybuilder.site.tasks import POOLS
from armybuilder.site.temporary_folders import TemporaryFolder
from rulesets.core.declarations.codec import CodecError, encode

WORKERS = RenderWorkers(2)
"""The processes in which this web process has pages laid out."""


def order(army: Army, choices: PrintOptions, link: str = "", *, person: str = "", address: str = "") -> PrintJob:
    """Create a job for the army's current revision without starting it; raises ``Busy``.

    ``link`` is printed as a QR code. The caller has checked access to the opposing army in the choices.
    """
    tidy()
    plain = encode(choices)
    return running.order(
        PrintJob(army=army, revision=army.head, choices=plain, link=link, person=person, address=address)
    )


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
        with TemporaryFolder("print") as temporary:
            _print(job, temporary / "whole.pdf")
    except TooMuchToPrint as refusal:
        raise Failed(str(refusal), refusal.field) from None
    except (NothingToPrint, CannotPrint, CodecError) as refusal:
        raise Failed(str(refusal)) from None
    except (KeyError, Revision.DoesNotExist, Http404):
        raise Failed("An army, its game or its version no longer exists.") from None


def printer(tell: Tell = silent) -> Printer:
    """The site's printer, with its render workers and their cache folder."""
    return Printer(WORKERS.render, folder(), WORKERS.count, WORKERS.join, tell)


def _print(job: PrintJob, out: Path) -> None:
    choices = job.options
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
    # A name for each start, since another process may have taken the job over and be writing, too.
    with out.open("rb") as whole:
        job.file.save(f"{job.pk}-{job.starts}.pdf", File(whole), save=False)
    try:
        tell(job, pages=pages, printed=pages, file=job.file.name, state=PrintJob.State.DONE)
    except BaseException:
        # No row names the file, so nobody else would delete it.
        job.file.delete(save=False)
        raise


class _Progress:
    """Reports the number of pages laid out at intervals; raises ``Stopped`` when the job is cancelled."""

    def __init__(self, job: PrintJob) -> None:
        self.job, self.count, self.last_report = job, 0, time.monotonic()

    def laid_out(self, pages: int) -> None:
        """Add pages to those laid out."""
        if POOLS.draining.is_set():
            raise HandedBack
        self.count += pages
        if time.monotonic() - self.last_report >= HEARTBEAT:
            tell(self.job, laid_out=self.count)
            self.last_report = time.monotonic()
