"""A job whose process has ended goes on, or fails, though nobody looks at its page."""

from __future__ import annotations

import pytest
from django.utils import timezone

from armybuilder.jobs import interrupted, running
from armybuilder.jobs.interrupted import Watch
from armybuilder.jobs.models import SILENT
from armybuilder.printing import jobs
from armybuilder.printing.models import PrintJob
from armybuilder.printing.options import PrintOptions
from tests.armies.conftest import army, make_army
from tests.jobs.test_running import finished
from tests.printing.test_jobs import Bench, bench

__all__ = ["army", "bench", "make_army"]
State = PrintJob.State


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("starts", "ends"), [(1, State.DONE), (running.MOST_STARTS, State.FAILED)])
def test_an_interrupted_job_goes_on_though_nobody_asks(army, bench: Bench, starts: int, ends: str) -> None:
    job = jobs.order(army, PrintOptions())
    PrintJob.objects.update(state=State.RUNNING, heard=timezone.now() - 2 * SILENT, starts=starts)
    looking = Watch(every=0.05)
    looking.begin()
    try:
        assert finished(job) == ends
    finally:
        looking.end()


def test_a_look_that_goes_wrong_is_noted_and_not_the_last(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    looks: list[int] = []

    def fail() -> None:
        looks.append(1)
        if len(looks) == 3:
            looking._over.set()
        raise OSError("disk full")

    monkeypatch.setattr(interrupted, "restart_interrupted", fail)
    looking = Watch(every=0)
    looking.begin()
    looking._thread.join(10)
    assert len(looks) == 3
    assert caplog.text.count("OSError: disk full") == 3
