"""Serve the site (``python -m armybuilder.server``): several processes of waitress on one socket.

Waitress reads a request completely before a thread handles it, and buffers responses for visitors who read slowly;
``Channel`` adds the deadlines that it lacks. The rest of the module starts, replaces and stops the processes.
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
"""Seconds for the headers of a connection's next request, and for a visitor to continue reading."""
BODY_DEADLINE = 4 * DEADLINE
"""Seconds for a whole request with its body."""
ANSWER_DEADLINE = 20 * DEADLINE
"""Seconds for reading a whole response."""
ARRIVING = 1.0
"""Seconds to wait for the first request of a new connection when the site stops."""
STOPPING = 30.0
"""Seconds to finish requests when the site stops."""
MOST_REQUESTS = 20_000
"""Requests after which a process is replaced, to bound the memory that libraries leak; each process adds an offset."""
MOST_CONNECTIONS = 1000
MAX_REQUEST_SIZE = 4 * settings.REQUEST_MAX_SIZE
"""Maximum bytes of a request. The site's own limit is lower, so that it can explain its refusal to the sender."""
MOST_FILES = 4096
"""Open files for each connection, up to two of them for large requests and responses."""
M_TRIM_THRESHOLD, M_ARENA_MAX = -1, -8
"""The C library's parameters of ``mallopt``."""

logger = logging.getLogger(__name__)


class PipelinedRequest(HTTPRequestParser):
    """Refuses a request that is sent before the previous one was answered, and closes the connection.

    Browsers and proxies do not do this; unread responses to many such requests would block a thread.
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
        """The parser for the next request."""
        return (PipelinedRequest if self.requests else HTTPRequestParser)(adj)

    def write_soon(self, data: bytes) -> int:
        """Buffer a part of the response until it can be sent."""
        if not self.total_outbufs_len:
            self.free = self.answered = time.monotonic()
        size: int = super().write_soon(data)
        return size

    def handle_write(self) -> None:
        """Send as much as the visitor accepts."""
        super().handle_write()
        self.free = time.monotonic()

    def is_late(self, now: float) -> bool:
        """Whether the visitor has missed a deadline."""
        if self.total_outbufs_len:
            return now - self.free > DEADLINE or now - self.answered > ANSWER_DEADLINE
        if self.requests:
            return False
        headers = self.request is not None and self.request.headers_finished
        return now - self.free > (BODY_DEADLINE if headers else DEADLINE)

    @property
    def is_idle(self) -> bool:
        """Whether no request is in progress or waiting to be read, and no first request can still arrive."""
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
        """Pass a complete request to a thread."""
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
        """The sockets of the event loop: the listening one, the visitors' and the trigger."""
        sockets: dict[int, Any] = self._map
        return sockets

    def finish(self) -> None:
        """Accept only connections that are already waiting, and finish their requests."""
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
    """Starts the processes, replaces those that end, and stops them."""

    def __init__(self, listener: socket.socket) -> None:
        self.listener = listener
        self.workers: dict[int, int] = {}
        """The numbers of the processes by their ids."""
        self.stopping = False

    def run(self) -> None:
        """Serve until a signal says to stop."""
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
        if self.stopping:  # the signal arrived during the fork
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
        """Run as one of the processes, for a limited number of requests."""
        Watch().begin()
        server = _server(self.listener)

        def stop(number: int, frame: FrameType | None) -> None:
            self.stopping = True
            server.pull_trigger()

        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the master process passes it on
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
        max_request_body_size=MAX_REQUEST_SIZE,
        # The settings decide which headers of proxies to trust.
        clear_untrusted_proxy_headers=False,
        log_socket_errors=False,
        ident="",
    )


def name() -> str:
    """The host name in the site's address. Passkeys work with this machine's name, not with its IP address."""
    if HOST in ("127.0.0.1", "0.0.0.0"):  # noqa: S104
        return "localhost"
    return f"[{HOST}]" if ":" in HOST else HOST


def give_memory_back() -> None:
    """Have the C library return memory to the system; otherwise it keeps the maximum that each thread ever used."""
    mallopt = ctypes.CDLL(None).mallopt
    mallopt(M_ARENA_MAX, 2)
    mallopt(M_TRIM_THRESHOLD, 1 << 20)


def load_site() -> None:
    """Load the views and the games before forking: processes share the memory, and nobody waits for imports."""
    resolve("/")
    all_rulesets()
    gc.freeze()  # a garbage collection writes to the objects it visits, which ends their sharing


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
