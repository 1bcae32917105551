"""The process of a render worker."""

import os
import resource
import subprocess
import sys
import time

import pytest

from armybuilder.printing.rendering import CannotPrint
from armybuilder.printing.rendering.worker_process import MEMORY, NICENESS
from armybuilder.printing.rendering.workers import RenderWorker
from tests.printing.rendering.test_workers import PAGE


def test_a_mistake_in_the_worker_is_no_matter_of_size(worker: RenderWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = RenderWorker._start
    monkeypatch.setattr(RenderWorker, "_start", lambda worker: _broken(whole(worker)))
    with pytest.raises(CannotPrint, match="failed over these pages, twice"):
        worker.render(PAGE)


def _broken(process: subprocess.Popen[bytes]) -> subprocess.Popen[bytes]:
    """Have the process fail in Python: a message that is no JSON."""
    assert process.stdin is not None
    os.write(process.stdin.fileno(), (1).to_bytes(8, "big") + b"?")
    return process


def test_a_worker_has_limits_and_no_secrets(worker: RenderWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARMYBUILDER_SECRET_KEY", "hush")
    worker.render(PAGE)
    assert worker._process is not None
    pid = worker._process.pid
    assert resource.prlimit(pid, resource.RLIMIT_AS) == (MEMORY, MEMORY)
    assert resource.prlimit(pid, resource.RLIMIT_CPU)[0] == 300
    assert os.getpriority(os.PRIO_PROCESS, pid) == os.getpriority(os.PRIO_PROCESS, 0) + NICENESS
    with open(f"/proc/{pid}/environ", "rb") as environment:
        assert b"hush" not in environment.read()


def test_a_worker_ends_with_its_owner() -> None:
    program = (
        "import os\n"
        "from armybuilder.printing.rendering import Batch\n"
        "from armybuilder.printing.rendering.workers import RenderWorker\n"
        f"worker = RenderWorker(); worker.render({PAGE!r}); print(worker._process.pid, flush=True); os._exit(0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    pid = int(done.stdout)
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("the worker outlived its owner")
