"""Serve the site (``python -m armybuilder.server``): some processes of waitress behind one socket.

Waitress reads a request whole before a thread works on it, and keeps answers for visitors who read slowly; ``Channel``
adds the deadlines that it lacks. What is here besides starts the processes, replaces those that end, and stops them.
"""

from __future__ import annotations

import ctypes
import gc
import logging
import os
import resource
import select
import signal
import socket
import sys
import threading
import time
from types import FrameType
from typing import Any, NoReturn

from django.conf import settings
from django.urls import resolve
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.utilities import BadRequest

from armybuilder.tasks import POOLS
from armybuilder.wsgi import application
from rulesets.registry import all_rulesets

from armybuilder.metrics import PROCESS  # isort: skip - it needs the settings that wsgi names
from armybuilder.jobs.interrupted import Watch  # isort: skip - it needs the apps

HOST = os.environ.get("HOST", "127.0.0.1").strip("[]")
PORT = int(os.environ.get("PORT", "8000"))
WORKERS = int(os.environ.get("WORKERS", "2"))
THREADS = int(os.environ.get("THREADS", "4"))
DEADLINE = float(os.environ.get("DEADLINE", "30"))
"""Seconds in which the headers of a connection's next request come, and in which a visitor reads on."""
BODY_DEADLINE = 4 * DEADLINE
"""Seconds in which a request comes with its body."""
ANSWER_DEADLINE = 20 * DEADLINE
"""Seconds in which an answer is read to its end."""
ARRIVING = 1.0
"""Seconds in which the first request of a connection arrives, when the site is stopped."""
STOPPING = 30.0
"""Seconds that requests in work may take when the site is stopped."""
MOST_REQUESTS = 20_000
"""A process is replaced after so many, so that what libraries leak stays small; each after a different number."""
MOST_CONNECTIONS = 1000
MOST_READ = 4 * settings.REQUEST_MAX_SIZE
"""Bytes of a request; of those that are too large for the site it says so itself, and visitors that send on hear it."""
MOST_FILES = 4096
"""A connection takes a file, and up to two more for what is large."""
M_TRIM_THRESHOLD, M_ARENA_MAX = -1, -8
"""The C library's names of what ``mallopt`` sets."""

logger = logging.getLogger(__name__)


class PipelinedRequest(HTTPRequestParser):
    """A request sent before the last one is answered: it is refused, and the connection closed.

    Browsers and proxies do not do that; answers to many requests that nobody reads would make a thread wait.
    """

    def received(self, data: bytes) -> int:
        """Discard the data and end with an error for the client."""
        self.completed = True
        self.error = BadRequest("One request at a time: wait for the answer.")
        return len(data)


class Channel(HTTPChannel):
    """One connection, with deadlines."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.begun = self.free = self.answered = time.monotonic()
        super().__init__(*args, **kwargs)

    def parser_class(self, adj: Any) -> HTTPRequestParser:
        """What reads the next request."""
        return (PipelinedRequest if self.requests else HTTPRequestParser)(adj)

    def write_soon(self, data: bytes) -> int:
        """Keep a part of the answer until it can be sent."""
        if not self.total_outbufs_len:
            self.free = self.answered = time.monotonic()
        written: int = super().write_soon(data)
        return written

    def handle_write(self) -> None:
        """Send what the visitor has room for."""
        super().handle_write()
        self.free = time.monotonic()

    def is_late(self, now: float) -> bool:
        """Whether the visitor has let a deadline pass."""
        if self.total_outbufs_len:
            return now - self.free > DEADLINE or now - self.answered > ANSWER_DEADLINE
        if self.requests:
            return False
        headers = self.request is not None and self.request.headers_finished
        return now - self.free > (BODY_DEADLINE if headers else DEADLINE)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is asked or answered, nothing waits to be read, and no first request can be on its way."""
        is_new = self.answered == self.begun and time.monotonic() - self.begun < ARRIVING
        if is_new or self.request or self.requests or self.total_outbufs_len:
            return False
        arrived = select.poll()
        arrived.register(self.socket, select.POLLIN)
        return not arrived.poll(0)


class Server(TcpWSGIServer):
    """The connections of one process."""

    channel_class = Channel
    requests = 0

    def add_task(self, task: Channel) -> None:
        """Give a whole request to a thread."""
        self.requests += 1
        super().add_task(task)

    def maintenance(self, now: float) -> None:
        """Close the connections whose deadline has passed."""
        now = time.monotonic()
        for channel in list(self.active_channels.values()):
            if channel.is_late(now):
                channel.handle_close()

    @property
    def connections(self) -> dict[int, Any]:
        """What the loop looks after: the listening socket, those of the visitors, and what wakes it."""
        found: dict[int, Any] = self._map
        return found

    def finish(self) -> None:
        """Take no more connections than wait already, and answer what is being asked."""
        while select.select([self.socket], [], [], 0)[0]:
            self.handle_accept()
        self.del_channel()
        self.socket.close()
        end = time.monotonic() + STOPPING
        while time.monotonic() < end:
            for channel in list(self.active_channels.values()):
                if channel.is_idle:
                    channel.handle_close()
            if not self.active_channels:
                return
            self.maintenance(time.time())
            wasyncore.loop(0.2, use_poll=True, map=self.connections, count=1)


class Master:
    """Starts the processes, has others in the place of those that end, and stops all."""

    def __init__(self, listener: socket.socket) -> None:
        self.listener = listener
        self.workers: dict[int, int] = {}
        """The number of each process, by its id."""
        self.stopping = False

    def run(self) -> None:
        """Serve until a signal to stop."""
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, self._stop)
        signal.signal(signal.SIGALRM, self._kill)
        for number in range(WORKERS):
            self._start(number)
        print(f"Armybuilder is ready: http://{name()}:{PORT}", flush=True)
        while self.workers:
            pid, status = os.wait()
            number = self.workers.pop(pid)
            if status and not self.stopping:
                logger.error("A process of the server ended with %s; another one is started.", status)
                time.sleep(1)
            if not self.stopping:
                self._start(number)

    def _start(self, number: int) -> None:
        pid = os.fork()
        if not pid:
            self.workers.clear()
            os.environ[PROCESS] = f"web-{number}"
            self._work(MOST_REQUESTS + number * MOST_REQUESTS // WORKERS)
        self.workers[pid] = number
        if self.stopping:  # the signal came while the process was being made
            os.kill(pid, signal.SIGTERM)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True
        self.listener.close()
        for pid in self.workers:
            os.kill(pid, signal.SIGTERM)
        signal.alarm(int(STOPPING) + 5)

    def _kill(self, number: int, frame: FrameType | None) -> None:
        for pid in self.workers:
            os.kill(pid, signal.SIGKILL)

    def _work(self, most: int) -> NoReturn:
        """Be one of the processes, until so many requests."""
        Watch().begin()
        server = _server(self.listener)

        def stop(number: int, frame: FrameType | None) -> None:
            self.stopping = True
            server.pull_trigger()

        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process passes it on
        master = os.getppid()
        while not self.stopping and server.requests < most and os.getppid() == master:
            wasyncore.loop(1, use_poll=True, map=server.connections, count=1)
        draining = threading.Thread(target=POOLS.drain, args=(STOPPING,))
        draining.start()
        server.finish()
        draining.join()
        sys.exit()


def _server(listener: socket.socket) -> Server:
    return Server(
        application,
        _sock=listener,
        bind_socket=False,
        sockinfo=(listener.family, listener.type, listener.proto, listener.getsockname()),
        sockets=[listener],
        threads=THREADS,
        connection_limit=MOST_CONNECTIONS,
        cleanup_interval=1,
        max_request_body_size=MOST_READ,
        # The settings say which headers of proxies are trusted.
        clear_untrusted_proxy_headers=False,
        log_socket_errors=False,
        ident="",
    )


def name() -> str:
    """The host's name in addresses of the site. Passkeys work at the name of this machine, not at its figures."""
    if HOST in ("127.0.0.1", "0.0.0.0"):  # noqa: S104
        return "localhost"
    return f"[{HOST}]" if ":" in HOST else HOST


def give_memory_back() -> None:
    """Have the C library return memory to the system, of which it else keeps as much as each thread once took."""
    mallopt = ctypes.CDLL(None).mallopt
    mallopt(M_ARENA_MAX, 2)
    mallopt(M_TRIM_THRESHOLD, 1 << 20)


def load_site() -> None:
    """Load the pages and the games, which the processes then share; the first visitor of each waits for no imports."""
    resolve("/")
    all_rulesets()
    gc.freeze()  # what a collection goes through is written to, and shared no more


def main() -> None:
    """Listen, and serve."""
    give_memory_back()
    load_site()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    family = socket.AF_INET6 if ":" in HOST else socket.AF_INET
    Master(socket.create_server((HOST, PORT), family=family, backlog=1024)).run()


if __name__ == "__main__":
    main()
