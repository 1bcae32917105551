"""Jobs: ordered, taken by one process, finished once, heard of, begun again."""

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from armybuilder.armies.models import Army
from armybuilder.jobs import running
from armybuilder.jobs.models import HEARTBEAT_TIMEOUT
from armybuilder.jobs.turns import UNFINISHED
from armybuilder.printing import jobs
from armybuilder.printing.models import PrintJob
from armybuilder.site.tasks import POOLS, Busy
from tests.armies.conftest import army, make_army
from tests.printing.test_jobs import ROSTER, Bench, State, _nothing_kept, bench, job, pdfs, state

__all__ = ["_nothing_kept", "army", "bench", "job", "make_army"]

pytestmark = pytest.mark.django_db(transaction=True)


def finished(job: PrintJob) -> str:
    """The state of a job once it is over, or after ten seconds."""
    for _ in range(200):
        if state(job)[0] not in UNFINISHED:
            break
        time.sleep(0.05)
    return job.state


def test_an_interrupted_job_is_begun_again_by_one(job: PrintJob, monkeypatch: pytest.MonkeyPatch) -> None:
    PrintJob.objects.update(state=State.RUNNING, heard=timezone.now() - 2 * HEARTBEAT_TIMEOUT, starts=1)
    whole = running.begin
    begun: list[PrintJob] = []

    def meanwhile(found: PrintJob) -> None:
        begun.append(found)
        running.restart_interrupted()
        whole(found)

    monkeypatch.setattr(running, "begin", meanwhile)
    first, second = PrintJob.objects.get(), PrintJob.objects.get()
    running.begin_again(first)
    running.begin_again(second)
    assert begun == [job]
    assert finished(job) == State.DONE
    assert job.starts == 2


def test_a_job_interrupted_too_often_fails(job: PrintJob) -> None:
    PrintJob.objects.update(
        state=State.RUNNING, heard=timezone.now() - 2 * HEARTBEAT_TIMEOUT, starts=running.MAX_STARTS
    )
    running.restart_interrupted()
    assert state(job)[0] == State.FAILED
    assert "interrupted" in job.problem


@pytest.mark.parametrize(
    ("changes", "begun"),
    [
        ({"state": State.RUNNING}, False),
        ({"state": State.DONE, "heard": timezone.now() - 2 * HEARTBEAT_TIMEOUT}, False),
        ({"state": State.CANCELLED, "heard": timezone.now() - 2 * HEARTBEAT_TIMEOUT}, False),
        ({"state": State.RUNNING, "heard": timezone.now() - 2 * HEARTBEAT_TIMEOUT}, True),
        ({"state": State.WAITING, "heard": timezone.now() - 2 * HEARTBEAT_TIMEOUT}, True),
    ],
)
def test_only_unfinished_jobs_not_heard_of_lately_are_interrupted(
    job: PrintJob, changes: dict[str, Any], begun: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "begin", lambda found: None)
    PrintJob.objects.update(**changes)
    before = PrintJob.objects.get().heard
    running.restart_interrupted()
    assert (PrintJob.objects.get().heard > before) is begun


@pytest.mark.parametrize(("ends_after", "waited"), [(0, 0), (2, 2), (9, 5)])
def test_waiting_ends_with_the_job_or_with_the_patience(
    job: PrintJob, monkeypatch: pytest.MonkeyPatch, ends_after: int, waited: int
) -> None:
    naps: list[float] = []

    def nap(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) == ends_after:
            PrintJob.objects.update(state=State.DONE)

    if not ends_after:
        PrintJob.objects.update(state=State.DONE)
    monkeypatch.setattr(running, "time", SimpleNamespace(monotonic=lambda: sum(naps), sleep=nap))
    running.wait(job, 4.5 * running.POLL_INTERVAL)
    assert naps == [running.POLL_INTERVAL] * waited
    assert job.over is (waited == ends_after)


def test_only_so_many_jobs_wait_at_once(army, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "MAX_UNFINISHED_JOBS", 2)
    orders = [jobs.order(army, ROSTER) for _ in range(2)]
    with pytest.raises(Busy):
        jobs.order(army, ROSTER)
    running.run(PrintJob, orders[0].pk)
    jobs.order(army, ROSTER)


def test_one_person_has_a_few_printings_at_once(army: Army) -> None:
    orders = [jobs.order(army, ROSTER, person="one") for _ in range(running.MAX_PER_PERSON)]
    with pytest.raises(Busy, match="3 of your printings are not finished yet"):
        jobs.order(army, ROSTER, person="one")
    jobs.order(army, ROSTER, person="another")
    running.cancel(orders[0])
    jobs.order(army, ROSTER, person="one")


def test_one_address_has_some_more(army: Army) -> None:
    orders = [jobs.order(army, ROSTER, person=str(n), address="one") for n in range(running.MAX_PER_ADDRESS)]
    with pytest.raises(Busy, match="9 printings from your network are not finished yet"):
        jobs.order(army, ROSTER, person="another", address="one")
    jobs.order(army, ROSTER, person="another", address="another")
    running.cancel(orders[0])
    jobs.order(army, ROSTER, person="another", address="one")


def test_a_job_begun_again_is_no_longer_the_first_process_s(job: PrintJob, bench: Bench) -> None:
    """Two files never come of one order: who was slow and has been given up finds the job taken, and leaves nothing."""

    def give_up() -> None:
        bench.before = lambda: None
        PrintJob.objects.update(state=State.WAITING)
        running.run(PrintJob, job.pk)

    bench.before = give_up
    running.run(PrintJob, job.pk)
    assert (state(job)[0], job.starts) == (State.DONE, 2)
    assert pdfs() == [f"{job.pk}-2.pdf"]


def test_a_job_is_heard_of_whatever_takes_long(job: PrintJob, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "HEARTBEAT_INTERVAL", 0.05)
    heard: list[bool] = []

    def dawdle() -> None:
        before = PrintJob.objects.get().heard
        until = time.monotonic() + 10
        while time.monotonic() < until and not (heard and heard[-1]):
            time.sleep(0.05)
            heard.append(PrintJob.objects.get().heard > before)

    bench.before = dawdle
    running.run(PrintJob, job.pk)
    assert heard[-1]


def test_a_process_that_is_to_end_hands_its_job_back(
    job: PrintJob, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It can be begun again at once, and the start does not count."""
    monkeypatch.setattr(bench, "before", POOLS.draining.set)
    try:
        running.run(PrintJob, job.pk)
    finally:
        POOLS.draining.clear()
    assert (state(job)[0], job.starts) == (State.WAITING, 0)
    assert timezone.now() - job.heard > HEARTBEAT_TIMEOUT
    bench.before = lambda: None
    running.restart_interrupted()
    assert finished(job) == State.DONE


def test_a_finished_job_cannot_be_cancelled(job: PrintJob) -> None:
    running.run(PrintJob, job.pk)
    running.cancel(job)
    assert state(job)[0] == State.DONE


def test_two_processes_cannot_print_one_job(job: PrintJob, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = jobs._print
    times: list[int] = []

    def meanwhile(found: PrintJob, out: Path) -> None:
        times.append(1)
        running.run(PrintJob, job.pk)
        whole(found, out)

    monkeypatch.setattr(jobs, "_print", meanwhile)
    running.run(PrintJob, job.pk)
    assert times == [1]
    assert state(job)[0] == State.DONE
