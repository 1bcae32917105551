"""Printing in the background: how far it is, how it is stopped, and how it begins again when its process has gone."""

import os
import time
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.db import connections
from django.utils import timezone

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import load_head
from armybuilder.jobs import running
from armybuilder.jobs.models import LIFETIME
from armybuilder.jobs.turns import FOUND
from armybuilder.printing import jobs
from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.models import PrintJob, folder
from armybuilder.printing.options import PrintOptions
from armybuilder.printing.rendering import Batch, CannotPrint, DocumentInfo, Rendered, Tick, TooMuchAtOnce
from armybuilder.printing.rendering.joining import join
from armybuilder.printing.rendering.printer import HEARTBEAT, Tell, silent
from armybuilder.printing.rendering.weasy import render
from armybuilder.printing.rendering.workers import RenderWorkers
from rulesets.core.forces.force import change_unit
from tests.printing.pdf_reading import read

pytestmark = pytest.mark.django_db(transaction=True)
State = PrintJob.State
ROSTER = PrintOptions(cards=False, qrs=False)


class Bench:
    """In the place of the render workers: renders in this process, and does something before each batch."""

    count = 1
    seconds = 60.0

    def __init__(self) -> None:
        self.before: Any = lambda: None

    def render(self, batch: Batch, tick: Tick) -> Rendered:
        tick()
        try:
            self.before()
        finally:
            connections.close_all()  # this thread's
        return render(batch)

    def join(self, pdfs: Sequence[Path], about: DocumentInfo, out: Path, tick: Tick) -> None:
        join(pdfs, about, out, tick)


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    """No page lies about from another test."""
    for file in folder().iterdir():
        file.unlink()


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    made = Bench()
    monkeypatch.setattr(jobs, "WORKERS", made)
    return made


@pytest.fixture
def job(army, bench: Bench) -> PrintJob:
    return jobs.order(army, PrintOptions())


def pdfs() -> list[str]:
    """The names of the finished files."""
    return [name for name in default_storage.listdir("print")[1] if not name.startswith("kept-")]


def state(job: PrintJob) -> tuple[str, int, int]:
    job.refresh_from_db()
    return job.state, job.printed, job.pages


def test_a_job_prints_the_army_as_it_stood(job: PrintJob) -> None:
    assert state(job) == (State.WAITING, 0, 0)
    running.run(PrintJob, job.pk)
    assert state(job) == (State.DONE, 3, 3)
    assert job.starts == 1
    pages = read(job.pdf())
    assert len(pages) == 3
    assert "Shore" in pages[0].text


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Niue"])
def test_a_job_prints_the_date_of_its_reader(army, bench: Bench, zone: str) -> None:
    """Of these two places one is always a day ahead of the other."""
    with timezone.override(zone):
        job, today = jobs.order(army, PrintOptions(cards=False, roster=False)), timezone.localdate()
    running.run(PrintJob, job.pk)
    job.refresh_from_db()
    assert f"Printed {today.day} {today:%B %Y}" in read(job.pdf())[0].text


def written(army: Army, choices: PrintOptions, tell: Tell = silent) -> bytes:
    """The army printed as a job prints it."""
    printer = jobs.printer(tell)
    return print_pdf(document_of(load_head(army), choices, printer), printer)


def test_a_printing_says_how_far_it_is(army, bench: Bench) -> None:
    told: list[int] = []
    pages = read(written(army, PrintOptions(), told.append))
    assert sum(told) >= len(pages) == 3
    assert len([more for more in told if more]) > 2


def test_a_batch_that_takes_long_is_heard_of(army, bench: Bench) -> None:
    """Else another process would take the job for interrupted and begin it again."""
    bench.before = lambda: time.sleep(3 * HEARTBEAT)
    told: list[int] = []
    written(army, ROSTER, told.append)
    assert told.count(0) >= 2


def test_a_printing_that_is_stopped_waits_for_no_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its work is ended by the stop, not by the limit of its time, which it would reach."""
    workers = RenderWorkers(1)
    endless = Batch("<div>" + "<table><tr><td>x</td></tr></table>" * 30_000 + "</div>", (), "", "")
    ends: list[BaseException] = []

    def render(batch: Batch, tick: Tick) -> Rendered:
        try:
            return workers.render(batch, tick)
        except BaseException as end:
            ends.append(end)
            raise

    def stop(pages: int) -> None:
        raise running.Stopped

    monkeypatch.setattr(jobs, "WORKERS", SimpleNamespace(render=render, count=1, join=workers.join))
    with pytest.raises(running.Stopped):
        jobs.printer(stop).rendered([endless])
    assert len(ends) == 1
    assert not isinstance(ends[0], CannotPrint)
    workers.end()


def test_a_cancelled_job_leaves_no_file(army, bench: Bench) -> None:
    job = jobs.order(army, PrintOptions())

    bench.before = lambda: running.cancel(job)
    running.run(PrintJob, job.pk)
    assert state(job)[0] == State.CANCELLED
    assert pdfs() == []
    running.cancel(job)
    running.run(PrintJob, job.pk)
    assert state(job)[0] == State.CANCELLED


def test_pages_printed_before_are_not_rendered_again(army, bench: Bench) -> None:
    first = written(army, PrintOptions())
    bench.before = lambda: pytest.fail("rendered again")
    assert written(army, PrintOptions()) == first


def test_an_edit_renders_only_what_it_changes(make_army, bench: Bench) -> None:
    choices = PrintOptions(roster=False, qrs=False)
    loaded = load_head(make_army(size=27))
    printer = jobs.printer()
    print_pdf(document_of(loaded, choices, printer), printer)
    unit = loaded.force.groups[0].units[-1]
    edited = LoadedArmy(loaded.ruleset, change_unit(loaded.force, unit.id, name="Another"))
    rendered: list[int] = []
    bench.before = lambda: rendered.append(1)
    printer = jobs.printer()
    print_pdf(document_of(edited, choices, printer), printer)
    assert len(rendered) == 1


def test_a_job_that_cannot_be_printed_says_why(job: PrintJob, bench: Bench) -> None:
    def fail() -> None:
        raise CannotPrint("Too large.")

    bench.before = fail
    running.run(PrintJob, job.pk)
    assert state(job)[0] == State.FAILED
    assert job.problem == "Too large."


def test_nothing_to_print_is_a_job_that_fails(army, bench: Bench) -> None:
    job = jobs.order(army, PrintOptions(roster=False, cards=False, qrs=False))
    running.run(PrintJob, job.pk)
    assert state(job)[0] == State.FAILED
    assert job.problem == "Choose at least one part to print."


def test_a_mistake_of_ours_is_noted_and_told(job: PrintJob, bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    def crash() -> None:
        raise ZeroDivisionError

    bench.before = crash
    running.run(PrintJob, job.pk)
    assert state(job)[0] == State.FAILED
    assert job.problem == "The printing could not be finished. The error has been logged. Nothing was changed."
    assert job.pk in caplog.text


def test_a_revision_that_has_gone_is_told(job: PrintJob) -> None:
    PrintJob.objects.update(revision=99)
    running.run(PrintJob, job.pk)
    assert state(job)[0] == State.FAILED
    assert "no longer exists" in job.problem


def test_old_jobs_and_files_are_forgotten(army, job: PrintJob) -> None:
    running.run(PrintJob, job.pk)
    assert len(pdfs()) == 1
    stray = folder() / "stray.pdf"
    stray.write_bytes(b"x")
    old = (timezone.now() - LIFETIME - timedelta(minutes=1)).timestamp()
    os.utime(stray, (old, old))
    PrintJob.objects.update(created=timezone.now() - LIFETIME - timedelta(minutes=1))
    fresh = jobs.order(army, ROSTER)
    assert list(PrintJob.objects.all()) == [fresh]
    assert pdfs() == []


def test_files_that_go_meanwhile_stop_no_order(army, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process tidies, or gives a file its whole name, between the listing and the look at the file."""
    whole = Path.iterdir
    old = time.time() - LIFETIME.total_seconds() - 60
    stray, going = folder() / "stray.pdf", folder() / "going.pdf"
    for file in (stray, going):
        file.write_bytes(b"x")
        os.utime(file, (old, old))

    def meanwhile(where: Path) -> Iterator[Path]:
        for file in sorted(whole(where)):
            if file == going:
                file.unlink()
            yield file

    monkeypatch.setattr(Path, "iterdir", meanwhile)
    assert jobs.order(army, ROSTER).state == State.WAITING
    assert not stray.exists()


def test_a_kept_file_that_goes_before_it_is_joined_is_rendered_again(army, bench: Bench) -> None:
    printer = jobs.printer()
    document = document_of(load_head(army), ROSTER, printer)
    first = print_pdf(document, printer)
    for file in folder().glob("kept-*.pdf"):
        file.unlink()
    assert print_pdf(document, printer) == first


def test_laying_out_is_told_about_and_stopped(job: PrintJob, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job that is cancelled while its pages are laid out ends there; until then it says how many are."""
    monkeypatch.setattr(jobs, "HEARTBEAT", 0.0)
    seen: list[int] = []

    def watched() -> None:
        seen.append(PrintJob.objects.get(pk=job.pk).laid_out)
        if len(seen) == 2:
            running.cancel(job)
        connections.close_all()

    bench.before = watched
    running.run(PrintJob, job.pk)
    assert (state(job)[0], len(seen)) == (State.CANCELLED, 2)
    assert seen[1] > seen[0]
    assert list(folder().glob(f"{job.pk}*")) == []


def test_a_short_job_that_takes_long_goes_on_as_a_slow_one(
    job: PrintJob, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Bench()
    monkeypatch.setattr(jobs, "SLOW_WORKERS", slow)

    def too_much() -> None:
        raise TooMuchAtOnce("It took too long.")

    bench.before = too_much
    running.run(PrintJob, job.pk)
    assert (state(job)[0], job.slow, job.seconds) == (State.WAITING, True, bench.seconds)
    running.run(PrintJob, job.pk)
    assert (state(job)[0], job.starts) == (State.DONE, 1)


def test_a_job_of_an_army_with_long_notes_is_slow_from_its_start(army, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not jobs.order(army, ROSTER).slow
    monkeypatch.setattr(jobs, "LONG", 10)
    assert jobs.order(army, ROSTER).slow


def test_many_batches_make_a_job_slow_as_one_does(job: PrintJob, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "SHORT_SECONDS", 0.0)
    monkeypatch.setattr(jobs, "SLOW_WORKERS", Bench())
    running.run(PrintJob, job.pk)
    assert (state(job)[0], job.slow) == (State.WAITING, True)
    running.run(PrintJob, job.pk)
    assert state(job)[0] == State.DONE


def test_a_slow_job_lets_that_of_somebody_else_go_on(army, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "SLOW_WORKERS", bench)
    monkeypatch.setattr(jobs, "SLICE", 0.0)
    mine, other = (jobs.order(army, ROSTER, person=person) for person in ("mine", "other"))
    PrintJob.objects.update(slow=True)
    running.run(PrintJob, mine.pk)
    assert state(mine)[0] == State.WAITING
    PrintJob.objects.filter(pk=other.pk).update(state=State.DONE)
    running.run(PrintJob, mine.pk)
    assert state(mine)[0] == State.DONE


def test_a_slow_job_lets_a_short_one_go_on_that_finds_nothing_free(
    army, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "SLOW_WORKERS", bench)
    slow = jobs.order(army, ROSTER, person="slow")
    short = jobs.order(army, ROSTER, person="short")
    PrintJob.objects.filter(pk=slow.pk).update(slow=True)
    PrintJob.objects.filter(pk=short.pk).update(created=short.created - 2 * FOUND)
    running.run(PrintJob, slow.pk)
    assert (state(slow)[0], slow.starts) == (State.WAITING, 0)
    running.run(PrintJob, short.pk)
    running.run(PrintJob, slow.pk)
    assert (state(short)[0], state(slow)[0]) == (State.DONE, State.DONE)


@pytest.mark.parametrize("limit", ["a batch", "the whole"])
def test_a_limit_that_ends_a_job_is_told(army, bench: Bench, monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    monkeypatch.setattr(jobs, "SLOW_WORKERS", bench)
    job = jobs.order(army, ROSTER)
    PrintJob.objects.update(slow=True, seconds=jobs.MAX_SECONDS if limit == "the whole" else 0.0)

    def too_much() -> None:
        if limit == "a batch":
            raise TooMuchAtOnce("This took too long to lay out.")

    bench.before = too_much
    running.run(PrintJob, job.pk)
    assert state(job)[0] == State.FAILED
    assert job.problem == {"a batch": "This took too long to lay out.", "the whole": jobs.TOO_LONG}[limit]


def test_a_preview_that_takes_long_has_the_slow_processes(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Bench()
    monkeypatch.setattr(jobs, "SLOW_WORKERS", slow)
    rendered: list[int] = []
    slow.before = lambda: rendered.append(1)

    def too_much() -> None:
        raise TooMuchAtOnce("It took too long.")

    bench.before = too_much
    assert jobs.printer().rendered([Batch("<p>x</p>", (), "", "")])[0].pages == 1
    assert rendered == [1]
