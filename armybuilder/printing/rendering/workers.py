"""Render workers: processes that are started on demand, reused, and ended when they take too long."""

from __future__ import annotations

import json
import logging
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from armybuilder.metrics import RENDERER_DEATHS
from armybuilder.printing.rendering import Batch, CannotPrint, DocumentInfo, Layout, Rendered, Tick, no_tick
from armybuilder.printing.rendering.messages import LENGTH

RENDERINGS = 200
"""Renderings after which a process is replaced, since its CPU time is limited."""
LONGEST = 60.0
"""Seconds for one batch of pages, or for joining them."""
TICK = 0.2
"""Seconds between checks whether the work is still needed."""
MANY = 100
"""More PDFs than this are joined by a new process, which ends afterwards.

Joining needs additional memory, which a process does not release.
"""
ENVIRONMENT_VARIABLES = ("PATH", "LANG", "LC_ALL", "HOME", "ARMYBUILDER_VAR")


logger = logging.getLogger(__name__)


class _ProcessEnded(Exception):
    """A worker process ended before it answered; its exit status is negative for a signal."""

    def __init__(self, status: int) -> None:
        self.status = status

    @property
    def reason(self) -> str:
        """The message when it has happened twice."""
        if self.status >= 0:
            return "The renderer failed over these pages, twice. The error has been logged; your army is unchanged."
        name = signal.Signals(-self.status).name
        if self.status == -signal.SIGKILL:
            return (
                f"The server stopped the printing twice ({name}), most likely for want of memory. Try again later, or "
                "choose fewer parts."
            )
        return f"The renderer failed twice over these pages ({name}). The error has been logged. Choose fewer parts."


class RenderWorker:
    """One rendering process; used by one thread at a time."""

    def __init__(self) -> None:
        """Start no process yet."""
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._renderings = 0

    def render(self, batch: Batch, tick: Tick = no_tick, longest: float = LONGEST) -> Rendered:
        """The batch laid out; raises ``CannotPrint``."""
        line, _, pdf = self._request({"batch": asdict(batch)}, tick, longest).partition(b"\n")
        layout = Layout.unpacked(line)
        return Rendered(layout.pages, layout.measured, pdf)

    def join(self, pdfs: Sequence[Path], about: DocumentInfo, out: Path, tick: Tick = no_tick) -> None:
        """Write the PDFs as one; raises ``CannotPrint``, and ``FileNotFoundError`` where one is not there."""
        if len(pdfs) > MANY:
            self.end()
        names = [str(pdf) for pdf in pdfs]
        absent = self._request({"pdfs": names, "about": asdict(about), "out": str(out)}, tick, LONGEST).decode()
        if absent:
            raise FileNotFoundError(absent)
        if len(pdfs) > MANY:
            self.end()

    def _request(self, message: dict[str, Any], tick: Tick, longest: float) -> bytes:
        """Return the answer, retrying once if the process ends; raises ``CannotPrint``."""
        packed = json.dumps(message).encode()
        try:
            answer = self._answer(packed, tick, longest)
        except _ProcessEnded:
            try:
                answer = self._answer(packed, tick, longest)
            except _ProcessEnded as ended:
                logger.error("a render worker ended twice over the same pages, at last with status %d", ended.status)
                raise CannotPrint(ended.reason) from None
        if self._renderings >= RENDERINGS:
            self.end()
        if answer.startswith(b"!"):
            raise CannotPrint(answer[1:].decode())
        return answer

    def _answer(self, message: bytes, tick: Tick, longest: float) -> bytes:
        """Return the process's answer; on ``CannotPrint``, ``_ProcessEnded`` and exceptions of the tick the process is
        ended.
        """
        process = self._start()
        self._renderings += 1
        try:
            return _exchange(process, message, tick, time.monotonic() + longest)
        except TimeoutError:
            self.end()
            raise CannotPrint("This took too long to lay out. Choose fewer parts and try again.") from None
        except (OSError, EOFError):
            self.end()
            RENDERER_DEATHS.inc()
            raise _ProcessEnded(process.returncode) from None
        except BaseException:
            self.end()
            raise

    def _start(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.end()
            # A killed process cannot remove its temporary files, so this one does.
            self._folder = tempfile.TemporaryDirectory(prefix="armybuilder-render-", ignore_cleanup_errors=True)
            environment = {name: os.environ[name] for name in ENVIRONMENT_VARIABLES if name in os.environ}
            self._process = subprocess.Popen(
                [sys.executable, "-m", "armybuilder.printing.rendering.worker_process"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=Path(__file__).resolve().parents[3],
                env={**environment, "TMPDIR": self._folder.name},
            )
        return self._process

    def end(self) -> None:
        """Kill the process and remove its temporary files."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
        if self._folder is not None:
            self._folder.cleanup()
        self._process, self._folder, self._renderings = None, None, 0


def _exchange(process: subprocess.Popen[bytes], message: bytes, tick: Tick, until: float) -> bytes:
    """Send a message and read the answer; raises ``TimeoutError`` and exceptions of the tick."""
    assert process.stdin is not None  # noqa: S101 - both are pipes
    assert process.stdout is not None  # noqa: S101
    outgoing = memoryview(len(message).to_bytes(LENGTH, "big") + message)
    into, out_of = process.stdin.fileno(), process.stdout.fileno()
    os.set_blocking(into, False)
    answer = bytearray()
    expected = LENGTH
    while len(answer) < expected:
        tick()
        if time.monotonic() >= until:
            raise TimeoutError
        readable, writable, _ = select.select([out_of], [into] if outgoing else [], [], TICK)
        if writable:
            outgoing = outgoing[os.write(into, outgoing[:65536]) :]
        if readable:
            chunk = os.read(out_of, 1 << 20)
            if not chunk:
                raise EOFError
            answer += chunk
            if len(answer) >= LENGTH:
                expected = LENGTH + int.from_bytes(answer[:LENGTH], "big")
    return bytes(answer[LENGTH:])


class RenderWorkers:
    """A pool of render workers for threads."""

    def __init__(self, count: int) -> None:
        """No process is started yet."""
        self.count = count
        self._free = [RenderWorker() for _ in range(count)]
        self._turn = threading.Condition()

    @contextmanager
    def one(self, tick: Tick = no_tick) -> Iterator[RenderWorker]:
        """The next free worker."""
        with self._turn:
            while not self._turn.wait_for(lambda: self._free, TICK):
                tick()
            worker = self._free.pop()
        try:
            yield worker
        finally:
            with self._turn:
                self._free.append(worker)
                self._turn.notify()

    def render(self, batch: Batch, tick: Tick = no_tick) -> Rendered:
        """The batch, laid out by the next free worker; raises ``CannotPrint``."""
        with self.one(tick) as worker:
            return worker.render(batch, tick)

    def join(self, pdfs: Sequence[Path], about: DocumentInfo, out: Path, tick: Tick = no_tick) -> None:
        """Have the next free worker write the PDFs as one; raises as ``RenderWorker.join``."""
        with self.one(tick) as worker:
            worker.join(pdfs, about, out, tick)

    def end(self) -> None:
        """Stop the idle processes."""
        with self._turn:
            for worker in self._free:
                worker.end()
