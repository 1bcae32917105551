"""Render workers: what they render, what they refuse, and how they are replaced."""

import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from armybuilder.printing.rendering import Batch, CannotPrint, workers
from armybuilder.printing.rendering.weasy import render
from armybuilder.printing.rendering.workers import RenderWorker, RenderWorkers


def batch(content: str) -> Batch:
    return Batch(content, (), "@page{size:50mm 40mm;margin:0}", "ink-colour t-steel")


PAGE = batch("<p>Hello</p>")
ENDLESS = batch("<div>" + "<table><tr><td>x</td></tr></table>" * 30_000 + "</div>")


@pytest.fixture(scope="module")
def kept() -> Iterator[RenderWorker]:
    """A worker for one test after the other, as it is for one page after the other."""
    made = RenderWorker()
    yield made
    made.end()


def test_a_worker_prints_what_this_process_would(kept: RenderWorker) -> None:
    assert kept.render(PAGE) == render(PAGE)
    assert kept.render(PAGE) == kept.render(PAGE)


def test_a_refusal_comes_through_and_the_worker_goes_on(kept: RenderWorker) -> None:
    with pytest.raises(CannotPrint, match="fetches nothing"):
        kept.render(batch('<img src="file:///etc/passwd" alt="">'))
    assert kept.render(PAGE).pdf.startswith(b"%PDF")


def test_what_takes_too_long_is_ended(kept: RenderWorker) -> None:
    kept.render(PAGE)
    process = kept._process
    assert process is not None
    begun = time.monotonic()
    with pytest.raises(CannotPrint, match="took too long"):
        kept.render(ENDLESS, longest=1)
    assert time.monotonic() - begun < 10
    assert process.poll() is not None
    assert kept.render(PAGE).pdf.startswith(b"%PDF")


def ending(monkeypatch: pytest.MonkeyPatch, *signals: int) -> list[int]:
    """Have the next processes ended by those signals before they answer; gives who was."""
    whole = RenderWorker._start
    left, ended = list(signals), []

    def started(worker: RenderWorker) -> subprocess.Popen[bytes]:
        process = whole(worker)
        if left:
            process.send_signal(left.pop(0))
            process.wait()
            ended.append(process.pid)
        return process

    monkeypatch.setattr(RenderWorker, "_start", started)
    return ended


def test_a_worker_that_is_killed_is_replaced_and_prints(worker: RenderWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = ending(monkeypatch, signal.SIGKILL)
    assert worker.render(PAGE) == render(PAGE)
    assert worker._process is not None
    assert worker._process.pid not in ended
    assert len(ended) == 1


@pytest.mark.parametrize(
    ("last", "words"),
    [
        (signal.SIGKILL, r"The server stopped the printing twice \(SIGKILL\), most likely for want of memory\."),
        (signal.SIGSEGV, r"The renderer failed twice over these pages \(SIGSEGV\)\."),
    ],
)
def test_a_worker_that_ends_twice_tells_how(
    worker: RenderWorker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, last: int, words: str
) -> None:
    ended = ending(monkeypatch, signal.SIGTERM, last)
    with pytest.raises(CannotPrint, match=words):
        worker.render(PAGE)
    assert len(set(ended)) == 2
    assert f"status {-last}" in caplog.text
    assert worker.render(PAGE).pdf.startswith(b"%PDF")


def test_a_worker_is_replaced_after_some_renderings(worker: RenderWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "RENDERINGS", 2)
    worker.render(PAGE)
    first = worker._process
    worker.render(PAGE)
    assert worker._process is None
    assert first is not None
    assert first.poll() is not None


def test_a_worker_that_is_killed_leaves_nothing_behind(worker: RenderWorker) -> None:
    worker.render(PAGE)
    assert worker._folder is not None
    folder = Path(worker._folder.name)
    (folder / "left").write_bytes(b"x")
    worker.end()
    assert not folder.exists()


def test_threads_take_turns_at_a_worker() -> None:
    shared = RenderWorkers(1)
    order: list[str] = []

    def use(name: str) -> None:
        with shared.one():
            order.append(f"{name} in")
            time.sleep(0.05)
            order.append(f"{name} out")

    threads = [threading.Thread(target=use, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [order[place][0] for place in (0, 2, 4)] == [order[place][0] for place in (1, 3, 5)]
    shared.end()
