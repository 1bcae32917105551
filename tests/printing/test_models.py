"""Print jobs: taken by one process, finished once, heard of."""

from __future__ import annotations

from pathlib import Path

import pytest

from armybuilder.printing import jobs
from armybuilder.printing.models import PrintJob
from tests.printing.test_jobs import State, _nothing_kept, bench, job, pdfs, state

__all__ = ["_nothing_kept", "bench", "job"]

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_finished_job_cannot_be_cancelled(job: PrintJob) -> None:
    jobs.work(job.pk)
    jobs.cancel(job)
    assert state(job)[0] == State.DONE


def test_two_processes_cannot_print_one_job(job: PrintJob, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = jobs._print
    times: list[int] = []

    def meanwhile(found: PrintJob, out: Path) -> None:
        times.append(1)
        jobs.work(job.pk)
        whole(found, out)

    monkeypatch.setattr(jobs, "_print", meanwhile)
    jobs.work(job.pk)
    assert times == [1]
    assert state(job)[0] == State.DONE


def test_a_forgotten_job_leaves_nothing(job: PrintJob) -> None:
    jobs.work(job.pk)
    job.refresh_from_db()
    jobs.forget(job)
    assert pdfs() == []
    assert not PrintJob.objects.exists()
