"""Rendering and joining in other processes: what comes of it, and what is said where it fails."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdf
import pytest

from armybuilder.printing.rendering import Batch, CannotPrint, DocumentInfo, TooMuchAtOnce, workers
from armybuilder.printing.rendering.weasy import render
from armybuilder.printing.rendering.workers import RenderWorkers
from armybuilder.site.processes import ProcessEnded


def batch(content: str) -> Batch:
    return Batch(content, (), "@page{size:50mm 40mm;margin:0}", "ink-colour t-steel")


PAGE = batch("<p>Hello</p>")
ENDLESS = batch("<div>" + "<table><tr><td>x</td></tr></table>" * 30_000 + "</div>")
INFO = DocumentInfo("Pages", "Pages")


@pytest.fixture(scope="module")
def shared() -> Iterator[RenderWorkers]:
    """One process for one test after the other, as it is for one page after the other."""
    made = RenderWorkers(1)
    yield made
    made.end()


def test_a_worker_prints_what_this_process_would(shared: RenderWorkers) -> None:
    assert shared.render(PAGE) == render(PAGE)
    assert shared.render(PAGE) == shared.render(PAGE)


def test_a_refusal_comes_through(shared: RenderWorkers) -> None:
    with pytest.raises(CannotPrint, match="fetches nothing"):
        shared.render(batch('<img src="file:///etc/passwd" alt="">'))


def test_what_takes_too_long_is_ended() -> None:
    impatient = RenderWorkers(1, seconds=2)
    with pytest.raises(TooMuchAtOnce, match="took too long"):
        impatient.render(ENDLESS)
    assert impatient.render(PAGE).pdf.startswith(b"%PDF")
    impatient.end()


def test_a_worker_says_what_it_took_of_the_processor(shared: RenderWorkers) -> None:
    assert 0 < shared.render(PAGE).seconds < shared.seconds


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        (MemoryError(), "This is too large to print in one go."),
        (ProcessEnded(1), "The renderer failed twice on these pages."),
        (
            ProcessEnded(-signal.SIGKILL),
            r"The server stopped the print job twice \(SIGKILL\), probably because it ran out of memory\.",
        ),
        (ProcessEnded(-signal.SIGSEGV), r"The renderer failed twice on these pages \(SIGSEGV\)\."),
    ],
)
def test_what_a_process_fails_at_is_told(monkeypatch: pytest.MonkeyPatch, failure: Exception, words: str) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise failure

    monkeypatch.setattr("armybuilder.site.processes.WorkerPool.run", fail)
    with pytest.raises(TooMuchAtOnce, match=words):
        RenderWorkers(1).render(PAGE)


@pytest.mark.parametrize("count", [2, workers.MANY + 1])
def test_pages_are_joined_however_many(shared: RenderWorkers, tmp_path: Path, count: int) -> None:
    page = tmp_path / "page.pdf"
    page.write_bytes(render(PAGE).pdf)
    shared.join([page] * count, INFO, tmp_path / "out.pdf")
    assert len(pypdf.PdfReader(tmp_path / "out.pdf").pages) == count


def test_a_page_that_is_missing_is_named(shared: RenderWorkers, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"none\.pdf"):
        shared.join([tmp_path / "none.pdf"], INFO, tmp_path / "out.pdf")
