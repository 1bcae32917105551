"""Interrupted jobs are restarted, or fail, though nobody visits their pages."""

import pytest
from django.utils import timezone

from armybuilder.jobs import interrupted, running
from armybuilder.jobs.interrupted import Watch
from armybuilder.jobs.models import HEARTBEAT_TIMEOUT
from armybuilder.printing import jobs
from armybuilder.printing.models import PrintJob
from armybuilder.printing.options import PrintOptions
from tests.armies.conftest import army, make_army
from tests.jobs.test_running import finished
from tests.printing.test_jobs import Bench, bench

__all__ = ["army", "bench", "make_army"]
State = PrintJob.State


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("starts", "ends"), [(1, State.DONE), (running.MAX_STARTS, State.FAILED)])
def test_an_interrupted_job_goes_on_though_nobody_asks(army, bench: Bench, starts: int, ends: str) -> None:
    job = jobs.order(army, PrintOptions())
    PrintJob.objects.update(state=State.RUNNING, heard=timezone.now() - 2 * HEARTBEAT_TIMEOUT, starts=starts)
    watch = Watch(interval=0.05)
    watch.begin()
    try:
        assert finished(job) == ends
    finally:
        watch.end()


def test_a_failing_check_is_logged_and_the_next_one_runs(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    checks: list[int] = []

    def fail() -> None:
        checks.append(1)
        if len(checks) == 3:
            watch._stop.set()
        raise OSError("disk full")

    monkeypatch.setattr(interrupted, "restart_interrupted", fail)
    watch = Watch(interval=0)
    watch.begin()
    watch._thread.join(10)
    assert len(checks) == 3
    assert caplog.text.count("OSError: disk full") == 3
