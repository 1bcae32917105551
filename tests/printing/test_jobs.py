"""Printing in the background: how far it is, how it is stopped, and how it begins again when its process has gone."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from django.db import connections
from django.utils import timezone

from armybuilder.armies.models import Army
from armybuilder.armies.opened import Opened
from armybuilder.armies.revisions import open_head
from armybuilder.printing import binding, documents, jobs
from armybuilder.printing.cards import card_faces
from armybuilder.printing.choices import PrintChoices
from armybuilder.printing.compositor import Compositor
from armybuilder.printing.documents import document_of
from armybuilder.printing.models import KEPT, SILENT, PrintJob, folder
from armybuilder.printing.pdf import to_pdf
from armybuilder.printing.rendering import CannotPrint
from armybuilder.printing.typecase import TypeCase
from rulesets.core.force import change_unit
from tests.printing.pdf_reading import read

pytestmark = pytest.mark.django_db(transaction=True)
State = PrintJob.State
ROSTER = PrintChoices(cards=False, qrs=False)


class Bench:
    """In the place of the presses: prints in this process, and does something before each part."""

    count = 1

    def __init__(self) -> None:
        self.before: Any = lambda: None

    @contextmanager
    def one(self) -> Iterator[Bench]:
        yield self

    def print(self, html: str, css: str, *, tagged: bool) -> bytes:
        self.before()
        return to_pdf(html, css, tagged=tagged)


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    """No page lies about from another test."""
    for file in folder().iterdir():
        file.unlink()


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    made = Bench()
    monkeypatch.setattr(jobs, "PRESSES", made)
    return made


@pytest.fixture
def job(army, bench: Bench) -> PrintJob:
    return jobs.order(army, PrintChoices())


def state(job: PrintJob) -> tuple[str, int, int]:
    job.refresh_from_db()
    return job.state, job.printed, job.pages


def test_a_job_prints_the_army_as_it_stood(job: PrintJob) -> None:
    assert state(job) == (State.WAITING, 0, 0)
    jobs.work(job.pk)
    assert state(job) == (State.DONE, 3, 3)
    assert job.starts == 1
    pages = read(job.file.read_bytes())
    assert len(pages) == 3
    assert "Shore" in pages[0].text


def test_a_printing_says_how_far_it_is(army, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binding, "SHEETS", 1)
    document = document_of(open_head(army), PrintChoices(tokens=True, calibration=True))
    told: list[int] = []
    pages = read(jobs.printed(document, told.append))
    assert len(pages) == len(document.pages) == 6
    assert sorted(told) == told
    assert (told[0], told[-1]) == (0, 6)
    assert len(set(told)) > 2


def test_a_printing_that_is_stopped_goes_no_further(army, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binding, "SORTS", 10)
    monkeypatch.setattr(binding, "CASE", TypeCase())
    document = document_of(open_head(army), PrintChoices(labels=True, tokens=True))
    printed: list[int] = []
    bench.before = lambda: printed.append(1)

    def stop(pages: int) -> None:
        if printed:
            raise jobs.Stopped

    with pytest.raises(jobs.Stopped):
        jobs.printed(document, stop)
    assert 1 <= len(printed) < len(binding.plan(document).gatherings)


def test_looking_through_a_long_document_is_told_about(
    army: Army, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything is rendered, the count of pages has moved already."""
    sheet = document_of(open_head(army), PrintChoices(roster=False, cards=False, qrs=False, labels=True))
    told: list[int] = []
    before: list[int] = []
    bench.before = lambda: before.append(max(told))
    monkeypatch.setattr(binding, "CASE", TypeCase())
    jobs.printed(replace(sheet, pages=sheet.pages * 20), told.append)
    assert 1 <= before[0] <= 10 * len(sheet.pages)
    assert sorted(told) == told


def test_a_cancelled_job_leaves_no_file(army, bench: Bench) -> None:
    job = jobs.order(army, PrintChoices())

    def stop() -> None:
        jobs.cancel(job)
        connections.close_all()

    bench.before = stop
    jobs.work(job.pk)
    assert state(job)[0] == State.CANCELLED
    assert not job.file.exists()
    jobs.cancel(job)
    jobs.work(job.pk)
    assert state(job)[0] == State.CANCELLED


def test_pages_printed_before_are_not_rendered_again(army, bench: Bench) -> None:
    document = document_of(open_head(army), PrintChoices())
    first = jobs.printed(document)
    bench.before = lambda: pytest.fail("rendered again")
    assert jobs.printed(document) == first


def test_an_edit_renders_only_what_it_changes(make_army, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binding, "SHEETS", 1)
    choices = PrintChoices(roster=False, qrs=False)
    opened = open_head(make_army(size=27))
    jobs.printed(document_of(opened, choices))
    unit = opened.force.groups[0].units[-1]
    edited = Opened(opened.ruleset, change_unit(opened.force, unit.id, name="Another"))
    rendered: list[int] = []
    bench.before = lambda: rendered.append(1)
    jobs.printed(document_of(edited, choices))
    assert len(rendered) <= 2


def test_a_finished_job_cannot_be_cancelled(job: PrintJob) -> None:
    jobs.work(job.pk)
    jobs.cancel(job)
    assert state(job)[0] == State.DONE


def test_a_job_that_cannot_be_printed_says_why(job: PrintJob, bench: Bench) -> None:
    def fail() -> None:
        raise CannotPrint("Too large.")

    bench.before = fail
    jobs.work(job.pk)
    assert state(job)[0] == State.FAILED
    assert job.problem == "Too large."


def test_nothing_to_print_is_a_job_that_fails(army, bench: Bench) -> None:
    job = jobs.order(army, PrintChoices(roster=False, cards=False, qrs=False))
    jobs.work(job.pk)
    assert state(job)[0] == State.FAILED
    assert job.problem == "Choose at least one part to print."


def test_a_mistake_of_ours_is_noted_and_told(job: PrintJob, bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    def crash() -> None:
        raise ZeroDivisionError

    bench.before = crash
    jobs.work(job.pk)
    assert state(job)[0] == State.FAILED
    assert "It has been noted" in job.problem
    assert job.pk in caplog.text


def test_a_revision_that_has_gone_is_told(job: PrintJob) -> None:
    PrintJob.objects.update(revision=99)
    jobs.work(job.pk)
    assert state(job)[0] == State.FAILED
    assert "not here any more" in job.problem


def test_two_processes_cannot_print_one_job(job: PrintJob, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = jobs._print
    times: list[int] = []

    def meanwhile(found: PrintJob, out: BinaryIO) -> None:
        times.append(1)
        jobs.work(job.pk)
        whole(found, out)

    monkeypatch.setattr(jobs, "_print", meanwhile)
    jobs.work(job.pk)
    assert times == [1]
    assert state(job)[0] == State.DONE


def finished(job: PrintJob) -> str:
    """The state of a job once it is over, or after ten seconds."""
    for _ in range(200):
        if state(job)[0] not in jobs.UNFINISHED:
            break
        time.sleep(0.05)
    return job.state


def test_a_lost_job_is_begun_again_by_one(job: PrintJob, monkeypatch: pytest.MonkeyPatch) -> None:
    PrintJob.objects.update(state=State.RUNNING, heard=timezone.now() - 2 * SILENT, starts=1)
    whole = jobs.begin
    begun: list[PrintJob] = []

    def meanwhile(found: PrintJob) -> threading.Thread:
        begun.append(found)
        jobs.begin_lost()
        return whole(found)

    monkeypatch.setattr(jobs, "begin", meanwhile)
    first, second = PrintJob.objects.get(), PrintJob.objects.get()
    jobs._begin_again(first)
    jobs._begin_again(second)
    assert begun == [job]
    assert finished(job) == State.DONE
    assert job.starts == 2


def test_a_job_lost_too_often_fails(job: PrintJob) -> None:
    PrintJob.objects.update(state=State.RUNNING, heard=timezone.now() - 2 * SILENT, starts=jobs.MOST_STARTS)
    jobs.begin_lost()
    assert state(job)[0] == State.FAILED
    assert "interrupted" in job.problem


@pytest.mark.parametrize(
    ("changes", "begun"),
    [
        ({"state": State.RUNNING}, False),
        ({"state": State.DONE, "heard": timezone.now() - 2 * SILENT}, False),
        ({"state": State.CANCELLED, "heard": timezone.now() - 2 * SILENT}, False),
        ({"state": State.RUNNING, "heard": timezone.now() - 2 * SILENT}, True),
        ({"state": State.WAITING, "heard": timezone.now() - 2 * SILENT}, True),
    ],
)
def test_only_unfinished_jobs_not_heard_of_lately_are_lost(
    job: PrintJob, changes: dict[str, Any], begun: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "begin", lambda found: None)
    PrintJob.objects.update(**changes)
    before = PrintJob.objects.get().heard
    jobs.begin_lost()
    assert (PrintJob.objects.get().heard > before) is begun


def test_old_jobs_and_files_are_forgotten(army, job: PrintJob) -> None:
    jobs.work(job.pk)
    stray = folder() / "stray.pdf"
    stray.write_bytes(b"x")
    old = (timezone.now() - KEPT - timedelta(minutes=1)).timestamp()
    os.utime(stray, (old, old))
    os.utime(job.file, (old, old))
    PrintJob.objects.update(created=timezone.now() - KEPT - timedelta(minutes=1))
    fresh = jobs.order(army, ROSTER)
    assert list(PrintJob.objects.all()) == [fresh]
    assert not stray.exists()
    assert not job.file.exists()


def test_files_that_go_meanwhile_stop_no_order(army, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process tidies, or gives a file its whole name, between the listing and the look at the file."""
    whole = Path.iterdir
    old = time.time() - KEPT.total_seconds() - 60
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


def test_a_kept_part_that_goes_while_it_is_read_is_printed_again(
    army, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = document_of(open_head(army), ROSTER)
    first = jobs.printed(document)
    whole = Path.read_bytes

    def read_and_removed(file: Path) -> bytes:
        data = whole(file)
        file.unlink()
        return data

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", read_and_removed)
        assert jobs.printed(document) == first
    assert jobs.printed(document) == first


def test_only_so_many_jobs_wait_at_once(army, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MOST_UNFINISHED", 2)
    orders = [jobs.order(army, ROSTER) for _ in range(2)]
    with pytest.raises(jobs.Busy):
        jobs.order(army, ROSTER)
    jobs.work(orders[0].pk)
    jobs.order(army, ROSTER)


def test_a_forgotten_job_leaves_nothing(job: PrintJob) -> None:
    jobs.work(job.pk)
    file = job.file
    jobs.forget(job)
    assert not file.exists()
    assert not PrintJob.objects.exists()


def test_laying_out_is_told_about_and_stopped(job: PrintJob, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job that is cancelled while its cards are laid out ends there; until then it says how many are."""
    monkeypatch.setattr(jobs, "HEARTBEAT", 0.0)
    seen: list[int] = []

    def watched(*args: Any) -> Any:
        seen.append(PrintJob.objects.get(pk=job.pk).laid_out)
        if len(seen) == 2:
            jobs.cancel(job)
        return card_faces(*args)

    monkeypatch.setattr(documents, "card_faces", watched)
    jobs.work(job.pk)
    assert (state(job), len(seen)) == ((State.CANCELLED, 0, 0), 2)
    assert seen[1] == seen[0] + 1
    assert not job.file.exists()


def test_binding_is_told_about_and_stopped(job: PrintJob, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job that is cancelled while its sheets are composed ends there; until then it says how many are."""
    monkeypatch.setattr(jobs, "HEARTBEAT", 0.0)
    whole = Compositor.sheet
    seen: list[int] = []

    def watched(compositor: Compositor, *args: Any) -> int:
        seen.append(PrintJob.objects.get(pk=job.pk).printed)
        if len(seen) == 2:
            jobs.cancel(job)
        return whole(compositor, *args)

    monkeypatch.setattr(Compositor, "sheet", watched)
    jobs.work(job.pk)
    assert (state(job)[0], len(seen)) == (State.CANCELLED, 2)
    assert seen[0] < seen[1]
    assert list(folder().glob("*.pdf*")) == []


def test_one_person_has_a_few_printings_at_once(army: Army) -> None:
    orders = [jobs.order(army, ROSTER, person="one") for _ in range(jobs.MOST_OF_ONE)]
    with pytest.raises(jobs.Busy, match="3 of your printings are not finished yet"):
        jobs.order(army, ROSTER, person="one")
    jobs.order(army, ROSTER, person="another")
    jobs.cancel(orders[0])
    jobs.order(army, ROSTER, person="one")


def test_one_address_has_some_more(army: Army) -> None:
    orders = [jobs.order(army, ROSTER, person=str(n), address="one") for n in range(jobs.MOST_OF_ADDRESS)]
    with pytest.raises(jobs.Busy, match="9 printings from your network are not finished yet"):
        jobs.order(army, ROSTER, person="another", address="one")
    jobs.order(army, ROSTER, person="another", address="another")
    jobs.cancel(orders[0])
    jobs.order(army, ROSTER, person="another", address="one")
