"""Printings that take a while: worked on in the background, told about page by page, stopped when asked to.

The database says where each stands, so that any web process can tell. A job whose process has ended (a restart of the
site, say) is begun again by any that is there; beginning again harms nothing.
"""

from __future__ import annotations

import hashlib
import io
import logging
import os
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from django.db import connections, transaction
from django.http import Http404
from django.utils import timezone

from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import open_revision
from armybuilder.play.in_play import state_of
from armybuilder.printing.binding import Gathering, bind, least_work, plan
from armybuilder.printing.choices import PrintChoices
from armybuilder.printing.document import Document
from armybuilder.printing.documents import NothingToPrint, TooMuchToPrint, document_of
from armybuilder.printing.models import KEPT, SILENT, PrintJob, folder
from armybuilder.printing.photos import uploads_of
from armybuilder.printing.press import Presses
from armybuilder.printing.rendering import RENDERER, CannotPrint, style_digest
from armybuilder.sharing.opponents import open_named
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
PRESSES = Presses(2)
"""The presses of this web process, as many as the machine has cores."""
HEARTBEAT = 1.0
"""Seconds after which a job is heard of at the latest."""

logger = logging.getLogger(__name__)


class Busy(RuntimeError):
    """Too much is being printed; the text tells the player."""

    def __init__(self, words: str = "The print shop is full. Please try again in a minute.") -> None:
        """Keep the words for the answer."""
        super().__init__(words)


class Stopped(Exception):
    """The job was cancelled, or is another process's now."""


def order(army: Army, choices: PrintChoices, link: str = "", *, person: str = "", address: str = "") -> PrintJob:
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


def begin_lost() -> None:
    """Begin the jobs again whose process must have ended."""
    for job in PrintJob.objects.filter(state__in=UNFINISHED, heard__lt=timezone.now() - SILENT):
        _begin_again(job)


def _begin_again(job: PrintJob) -> None:
    """Begin a lost job again, unless somebody else has, or it was lost too often already."""
    mine = PrintJob.objects.filter(pk=job.pk, heard=job.heard, state__in=UNFINISHED)
    if job.starts >= MOST_STARTS:
        mine.update(state=State.FAILED, problem="The print shop was interrupted several times. Please try again.")
    elif mine.update(state=State.WAITING, heard=timezone.now()):
        begin(job)


def cancel(job: PrintJob) -> None:
    """Stop the job at the next card or page."""
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
        with _stored(job.file) as out:
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
        _end(job, "The print shop made a mistake. It has been noted; your army is untouched.")


def printed(document: Document, tell: Callable[[int], None] = lambda pages: None) -> bytes:
    """The document as ``print_to`` writes it."""
    out = io.BytesIO()
    print_to(out, document, tell)
    return out.getvalue()


def print_to(out: BinaryIO, document: Document, tell: Callable[[int], None]) -> None:
    """Write the document, its gatherings side by side where several presses are free; raises ``CannotPrint``.

    ``tell`` hears how many pages are ready, first 0; what it raises ends the printing.
    """
    done = told = 0
    whole = least_work(document)

    def did(more: int) -> None:
        nonlocal done, told
        done += more
        told = max(told, len(document.pages) * done // whole)
        tell(told)

    tell(0)
    planned = plan(document, lambda: did(1))
    whole = planned.work
    with ThreadPoolExecutor(PRESSES.count) as hands:
        waiting = [hands.submit(_rendered, gathering) for gathering in planned.gatherings]
        try:
            for gathering, part in zip(planned.gatherings, waiting, strict=True):
                while not part.done():
                    wait((part,), timeout=HEARTBEAT)
                    did(0)
                did(gathering.work)
            bind(planned, [part.result() for part in waiting], _rendered, out, lambda: did(1))
        finally:
            for part in waiting:
                part.cancel()
    tell(len(document.pages))


def _rendered(gathering: Gathering) -> bytes:
    """What the renderer makes of it, now or from an earlier printing of the very same; raises ``CannotPrint``."""
    content = f"{RENDERER} {style_digest()} {gathering.tagged} {gathering.css} {gathering.html}"
    file = folder() / f"kept-{hashlib.sha256(content.encode()).hexdigest()}"
    try:
        os.utime(file)
        return file.read_bytes()
    except FileNotFoundError:
        with PRESSES.one() as press:
            pdf = press.print(gathering.html, gathering.css, tagged=gathering.tagged)
        with _stored(file) as out:
            out.write(pdf)
        return pdf


@contextmanager
def _stored(file: Path) -> Iterator[BinaryIO]:
    """A file to write that others see only when it is whole; there is none if writing fails."""
    part = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    try:
        with part.open("wb") as out:
            yield out
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def _print(job: PrintJob, out: BinaryIO) -> None:
    choices = job.chosen
    opposing = open_named(choices.opposing) if choices.shares else None
    opened = open_revision(job.army, job.revision)
    progress = _Progress(job)
    document = document_of(
        opened,
        choices,
        job.link,
        state=state_of(job.army),
        opposing=opposing,
        tell=progress.laid_out,
        pictures=uploads_of(job.army),
    )
    pages = len(document.pages)
    _tell(job, pages=pages)
    print_to(out, document, progress.printed)
    _tell(job, printed=pages)


class _Progress:
    """Says every second how far a job is; raises ``Stopped`` when it is to go no further."""

    def __init__(self, job: PrintJob) -> None:
        self.job, self.count, self.said = job, 0, time.monotonic()

    def laid_out(self) -> None:
        """One card or page more is laid out."""
        self.count += 1
        self._say(laid_out=self.count)

    def printed(self, pages: int) -> None:
        """So many pages are ready."""
        self._say(printed=pages)

    def _say(self, **changes: int) -> None:
        if time.monotonic() - self.said >= HEARTBEAT:
            _tell(self.job, **changes)
            self.said = time.monotonic()


def _tell(job: PrintJob, **changes: object) -> None:
    """Say how far the job is; raises ``Stopped`` when it is to go no further."""
    if not PrintJob.objects.filter(pk=job.pk, state=State.RUNNING).update(heard=timezone.now(), **changes):
        raise Stopped


def _end(job: PrintJob, problem: str, field: str = "") -> None:
    PrintJob.objects.filter(pk=job.pk, state=State.RUNNING).update(state=State.FAILED, problem=problem, field=field)
