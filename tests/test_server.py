"""The real server: its deadlines, what it reads and passes on, and how it stops."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from waitress.adjustments import Adjustments

from armybuilder.server import Channel

DEADLINE = 1.0
PATIENCE = 30.0
"""Seconds that a machine with much else to do may take."""
MANY = 64
COOKIE = "Cookie: csrftoken=" + "a" * 32
"""With it a form's body is read, to look for its token."""
HEADERS = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
BODY = f"POST /theme HTTP/1.1\r\nHost: localhost\r\n{COOKIE}\r\nContent-Length: 1000\r\n".encode()
BODY += b"Content-Type: application/x-www-form-urlencoded\r\n\r\ntheme=dark"
ESTABLISHED = "01"
"""How Linux writes that a connection is open at both ends."""

Connected = Callable[..., socket.socket]
Serve = Callable[..., tuple["subprocess.Popen[str]", int]]


@pytest.fixture(scope="module")
def site(prepared_site: dict[str, str]) -> dict[str, str]:
    """The environment of a site with data of its own."""
    return {name: value for name, value in os.environ.items() if not name.startswith("DJANGO")} | prepared_site


@contextlib.contextmanager
def servers(site: dict[str, str]) -> Iterator[Serve]:
    """Start servers on this machine's own address, as ``bin/run`` does but for the data, and stop them again."""
    started: list[subprocess.Popen[str]] = []

    def start(**environment: str) -> tuple[subprocess.Popen[str], int]:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        given = {"HOST": "127.0.0.1", "PORT": str(port), "DEADLINE": str(DEADLINE)}
        process = subprocess.Popen(
            [sys.executable, "-m", "armybuilder.server"],
            env=site | given | environment,
            cwd=settings.BASE_DIR,
            stdout=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        assert process.stdout
        assert process.stdout.readline() == f"Armybuilder is ready: http://localhost:{port}\n"
        return process, port

    yield start
    for process in started:
        process.terminate()
        process.wait(60)
        assert process.stdout
        process.stdout.close()


@pytest.fixture(scope="module")
def port(site: dict[str, str]) -> Iterator[int]:
    """Where a server runs that no test stops or sets up otherwise."""
    with servers(site) as serve:
        yield serve()[1]


@pytest.fixture
def serve(site: dict[str, str]) -> Iterator[Serve]:
    """Start servers of the test's own."""
    with servers(site) as start:
        yield start


def asked(port: int, path: str = "/", method: str = "GET", body: bytes = b"", **headers: str) -> tuple[int, bytes]:
    """Status and content of an ordinary visitor's answer."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer.status, answer.read()


@pytest.fixture
def connected() -> Iterator[Connected]:
    """Make a visitor who sends that and no more; with ``room`` for so many bytes of answer."""
    visitors: list[socket.socket] = []

    def connect(port: int, sent: bytes, room: int = 0) -> socket.socket:
        visitor = socket.socket()
        visitors.append(visitor)
        if room:
            visitor.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        visitor.connect(("127.0.0.1", port))
        visitor.sendall(sent)
        visitor.setblocking(False)
        return visitor

    yield connect
    for visitor in visitors:
        visitor.close()


def is_closed(visitor: socket.socket) -> bool:
    """Whether the server has closed the connection; reads nothing of an answer before its end."""
    try:
        return visitor.recv(1, socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


SLOW = {
    "silent": (b"", b"", DEADLINE),
    "half a header": (HEADERS, b"", DEADLINE),
    "a header by letters": (HEADERS, b"X", DEADLINE),
    "empty lines": (b"", b"\r\n", DEADLINE),
    "half a body": (BODY, b"", 4 * DEADLINE),
    "a body by letters": (BODY, b"x", 4 * DEADLINE),
}
"""Kinds of visitors who take their time: what they send at first, what from then on, and the seconds they have."""


def test_slow_visitors_leave_others_served_and_are_closed(port: int, connected: Connected):
    begun = time.monotonic()
    visitors = {kind: [connected(port, sent) for _ in range(MANY)] for kind, (sent, _, _) in SLOW.items()}
    longest = 0.0
    closed: dict[str, float] = {}
    while len(closed) < len(SLOW) and time.monotonic() - begun < 4 * DEADLINE + PATIENCE:
        asking = time.monotonic()
        assert asked(port)[0] == 200
        longest = max(longest, time.monotonic() - asking)
        for kind in SLOW.keys() - closed.keys():
            if all(map(is_closed, visitors[kind])):
                closed[kind] = time.monotonic() - begun
            for visitor in visitors[kind]:
                with contextlib.suppress(OSError):
                    visitor.send(SLOW[kind][1])
        time.sleep(0.1)
    assert closed.keys() == SLOW.keys()
    assert [kind for kind, (_, _, seconds) in SLOW.items() if closed[kind] < seconds - 0.5] == []
    assert longest < PATIENCE / 2


def unread(port: int) -> int:
    """How many connections the server holds open with answers that nobody reads."""
    rows = [line.split()[1:5] for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(
        local.endswith(f":{port:04X}") and state == ESTABLISHED and not waiting.startswith("00000000:")
        for local, _, state, waiting in rows
    )


def test_who_never_reads_makes_nobody_wait_and_is_closed(site: dict[str, str], port: int, connected: Connected):
    (file,) = (Path(site["ARMYBUILDER_VAR"]) / "static").glob("vendor/bootstrap-*/bootstrap.min.*.css")
    large = f"GET /static/{file.parent.parent.name}/{file.parent.name}/{file.name} HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for _ in range(MANY):
        connected(port, large.encode(), room=2048)
    begun = time.monotonic()
    most = 0
    while most < MANY and time.monotonic() - begun < PATIENCE:
        most = max(most, unread(port))
        time.sleep(0.02)
    assert most
    while unread(port) and time.monotonic() - begun < 60:
        assert asked(port)[0] == 200
        time.sleep(0.1)
    assert DEADLINE < time.monotonic() - begun < 60


def test_requests_out_of_turn_are_refused_after_the_first_is_answered(port: int, connected: Connected):
    visitor = connected(port, (HEADERS + b"\r\n") * 3)
    visitor.settimeout(PATIENCE)
    answers = b""
    while more := visitor.recv(65536):
        answers += more
    assert re.findall(rb"HTTP/1.. (\d+)", answers) == [b"200", b"400"]


def test_a_stop_lets_the_request_in_work_end(serve: Serve, connected: Connected):
    process, port = serve(DEADLINE="30")
    begun, idle = connected(port, BODY), connected(port, b"")
    assert asked(port)[0] == 200
    process.terminate()
    time.sleep(1.5)
    assert is_closed(idle)
    with pytest.raises(ConnectionRefusedError):
        connected(port, b"")
    begun.sendall(b"x" * 990)
    begun.settimeout(PATIENCE)
    assert begun.recv(12) == b"HTTP/1.1 403"
    assert process.wait(PATIENCE) == 0


def test_a_stop_answers_who_has_connected_and_not_been_accepted(serve: Serve, connected: Connected):
    process, port = serve(WORKERS="1")
    (worker,) = _children(process)
    assert asked(port)[0] == 200
    os.kill(worker, signal.SIGSTOP)
    asking, late = connected(port, HEADERS + b"\r\n"), connected(port, b"")
    process.terminate()
    time.sleep(0.2)
    os.kill(worker, signal.SIGCONT)
    late.sendall(HEADERS + b"\r\n")
    for visitor in (asking, late):
        visitor.settimeout(PATIENCE)
        assert visitor.recv(12) == b"HTTP/1.1 200"
    assert process.wait(PATIENCE) == 0


@contextlib.contextmanager
def a_channel() -> Iterator[tuple[Channel, socket.socket]]:
    """A connection as a server has it, and the visitor's end."""
    ours, visitors = socket.socketpair()
    with ours, visitors:
        yield Channel(SimpleNamespace(active_channels={}), ours, ("", 0), Adjustments(), map={}), visitors


def test_a_connection_with_a_request_that_nobody_has_read_is_not_idle(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("armybuilder.server.ARRIVING", 0.0)
    with a_channel() as (channel, visitors):
        assert channel.is_idle
        visitors.sendall(HEADERS)
        assert not channel.is_idle


def test_a_visitor_who_reads_on_by_letters_has_twenty_times_as_long():
    with a_channel() as (channel, _):
        channel.total_outbufs_len = 1
        begun = channel.free = channel.answered
        assert [channel.is_late(begun + seconds) for seconds in (30, 31)] == [False, True]
        channel.free = begun + 590
        assert [channel.is_late(begun + seconds) for seconds in (600, 601)] == [False, True]


def test_processes_are_replaced_after_different_numbers_of_requests(site: dict[str, str]):
    program = """
import os
from armybuilder import server

server.MOST_REQUESTS, server.WORKERS, server.PORT = 10, 2, 0
def work(self, most):
    os.write(1, b"%d\\n" % most)
    os._exit(0)
server.Master._work = work
server.main()
"""
    process = subprocess.Popen([sys.executable, "-c", program], env=site, cwd=settings.BASE_DIR, stdout=subprocess.PIPE)
    with process:
        assert process.stdout
        numbers = {process.stdout.readline() for _ in range(8)}
        process.terminate()
    assert {b"10\n", b"15\n"} <= numbers


def test_the_site_is_loaded_before_its_processes_begin(site: dict[str, str]):
    program = """
import sys
from armybuilder import server

server.PORT = 0
def work(self, most):
    print({"armybuilder.armies.views", "rulesets.systems.mbt2020.legality"} <= {*sys.modules}, flush=True)
    self.stopping = True
    sys.exit()
server.Master._work = work
server.WORKERS = 1
server.main()
"""
    process = subprocess.Popen(
        [sys.executable, "-c", program], env=site, cwd=settings.BASE_DIR, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout
        lines = [process.stdout.readline() for _ in range(2)]
        process.terminate()
    assert "True\n" in lines


def test_a_process_that_ends_is_replaced(serve: Serve):
    process, port = serve(WORKERS="1")
    (worker,) = _children(process)
    os.kill(worker, 9)
    assert asked(port)[0] == 200
    (other,) = _children(process)
    assert other != worker


def test_each_process_that_serves_looks_for_interrupted_jobs(site: dict[str, str]):
    program = """
import os
from armybuilder import server
from armybuilder.jobs import interrupted

interrupted.restart_interrupted = lambda: os.write(1, b"%d\\n" % os.getpid())
server.Watch = lambda: interrupted.Watch(interval=0.1)
server.PORT = 0
server.main()
"""
    command = [sys.executable, "-c", program]
    process = subprocess.Popen(
        command, env=site | {"WORKERS": "2"}, cwd=settings.BASE_DIR, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout
        lines = [process.stdout.readline().strip() for _ in range(30)]
        workers = _children(process)
        process.terminate()
    assert {int(line) for line in lines if line.isdecimal()} == set(workers)


def _children(process: subprocess.Popen[str]) -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]


def test_the_site_says_itself_what_is_too_large_and_more_is_not_read(port: int, connected: Connected):
    status, page = asked(port, "/theme", "POST", b"x" * (settings.REQUEST_MAX_SIZE + 1))
    assert (status, "Too large" in page.decode()) == (413, True)
    status, problem = asked(port, "/api/v1/games/mbt2020/check", "POST", b" " * 11_000_000)
    assert (status, json.loads(problem)["errors"][0]["path"]) == (413, "body")
    visitor = connected(port, b"POST /theme HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n")
    visitor.settimeout(PATIENCE)
    assert visitor.recv(12) == b"HTTP/1.1 413"


def test_headers_of_a_proxy_arrive(serve: Serve):
    _, port = serve(ARMYBUILDER_HTTPS="1", ARMYBUILDER_PROXIES="1")
    assert asked(port)[0] == 301
    assert asked(port, X_Forwarded_Proto="https", X_Forwarded_For="192.0.2.1")[0] == 200


def test_what_large_forms_took_is_given_back(serve: Serve) -> None:
    process, port = serve(WORKERS="1", THREADS="4")
    (child,) = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()

    def send(fields: str) -> int:
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
            form = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": COOKIE.partition(": ")[2]}
            connection.request("POST", "/theme", fields, form)
            return connection.getresponse().status

    def resident() -> float:
        return int(Path(f"/proc/{child}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    with ThreadPoolExecutor(8) as pool:
        assert {*pool.map(send, ["theme=dark"] * 16)} == {403}
        before = resident()
        assert {*pool.map(send, ["theme=" + "%5B" * 200_000] * 16)} == {403}
    assert resident() - before < 40
