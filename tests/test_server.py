"""The real server over a socket: whom it keeps waiting, what it reads and passes on, and how it stops."""

import contextlib
import fcntl
import http.client
import json
import os
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from email.message import Message
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.conf import settings

from armybuilder.server import MAX_HEADER_BYTES
from armybuilder.site.whole_requests import MAX_BODY_BYTES
from tests.c_library import MEMORY
from tests.spreadsheets.test_workbooks import with_sheets

DEADLINE = 1.0
"""Seconds after which a server closes connections of visitors who are slow on purpose."""
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

    def start(program: str = "", **environment: str) -> tuple[subprocess.Popen[str], int]:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        given = {"HOST": "127.0.0.1", "PORT": str(port), "DEADLINE": str(PATIENCE), **MEMORY}
        process = subprocess.Popen(
            [sys.executable, *(["-c", program] if program else ["-m", "armybuilder"])],
            env=site | given | environment,
            cwd=settings.BASE_DIR,
            stdout=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        assert process.stdout
        while (line := process.stdout.readline()) != f"Armybuilder is ready: http://localhost:{port}\n":
            assert line
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
    "silent": (b"", b""),
    "half a header": (HEADERS, b""),
    "a header by letters": (HEADERS, b"X"),
    "empty lines": (b"", b"\r\n"),
    "half a body": (BODY, b""),
    "a body by letters": (BODY, b"x"),
}
"""Kinds of visitors who take their time: what they send at first, and what from then on."""
CLOSED = ("silent", "half a header", "a header by letters", "empty lines")
"""Those who have a deadline without a proxy."""


def test_slow_visitors_leave_others_served(serve: Serve, connected: Connected):
    _, port = serve(DEADLINE=str(DEADLINE))
    begun = time.monotonic()
    visitors = {kind: [connected(port, sent) for _ in range(MANY)] for kind, (sent, _) in SLOW.items()}
    longest = 0.0
    closed: dict[str, float] = {}
    while closed.keys() != {*CLOSED} and time.monotonic() - begun < PATIENCE:
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
    assert closed.keys() == {*CLOSED}
    assert min(closed.values()) > DEADLINE / 2
    assert longest < PATIENCE / 2
    for visitor in visitors["half a body"]:
        visitor.sendall(b"x" * 990)
    for visitor in visitors["half a body"]:
        visitor.settimeout(PATIENCE)
        assert visitor.recv(12) == b"HTTP/1.1 403", "they are answered when they have sent the rest"


def test_thousands_of_silent_connections_leave_others_served(serve: Serve, connected: Connected):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 4096), hard))
    _, port = serve()
    for _ in range(2100):
        connected(port, b"")
    assert [asked(port)[0] for _ in range(20)] == [200] * 20


def unread(port: int) -> int:
    """How many connections the server holds open with answers that nobody reads."""
    rows = [line.split()[1:5] for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(
        local.endswith(f":{port:04X}") and state == ESTABLISHED and not waiting.startswith("00000000:")
        for local, _, state, waiting in rows
    )


def test_who_never_reads_makes_nobody_wait(site: dict[str, str], port: int, connected: Connected):
    (file,) = (Path(site["ARMYBUILDER_VAR"]) / "static").glob("vendor/bootstrap-*/bootstrap.min.*.css")
    large = f"GET /static/{file.parent.parent.name}/{file.parent.name}/{file.name} HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for _ in range(MANY):
        connected(port, large.encode(), room=2048)
    begun = time.monotonic()
    while unread(port) < MANY and time.monotonic() - begun < PATIENCE:
        time.sleep(0.02)
    assert unread(port) >= MANY
    assert [asked(port)[0] for _ in range(20)] == [200] * 20


def read_until(visitor: socket.socket, end: bytes) -> bytes:
    """What the visitor is sent until those bytes."""
    visitor.settimeout(PATIENCE)
    read = b""
    while not read.endswith(end):
        read += visitor.recv(1)
    return read


@pytest.mark.parametrize("path", ["/", "/offline", "/health/live", "/none", "/static/none.css", "/api/v1/games"])
def test_an_answer_to_head_has_no_body_and_the_connection_goes_on(path: str, port: int, connected: Connected):
    assert len(asked(port, path)[1]) > 10
    visitor = connected(port, f"HEAD {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    read_until(visitor, b"\r\n\r\n")
    visitor.sendall(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert read_until(visitor, b'{"status": "ok"}').startswith(b"HTTP/1.1 200 OK\r\n")


def test_headers_are_limited_to_what_a_browser_sends(port: int):
    assert asked(port, X_Long="x" * (MAX_HEADER_BYTES - 1000))[0] == 200
    assert asked(port, X_Long="x" * 3 * MAX_HEADER_BYTES)[0] == 431


def test_a_stop_lets_the_request_in_work_end(serve: Serve, connected: Connected):
    process, port = serve()
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


def test_who_sends_no_end_does_not_prevent_a_stop(serve: Serve, connected: Connected):
    process, port = serve("from armybuilder import server; server.KILLED = 2; server.main()")
    for _ in range(MANY):
        connected(port, BODY)
    assert asked(port)[0] == 200
    process.terminate()
    assert process.wait(PATIENCE) == 0
    with pytest.raises(ConnectionRefusedError):
        connected(port, b"")


HOLDING = """
import os, threading
from armybuilder import server

told = threading.Event()
def drain(seconds):
    os.write(1, b"told\\n")
    told.set()

answer = server.application.get_response
def get_response(request):
    if request.path == "/held":
        os.write(1, b"%d\\n" % os.getpid())
        told.wait()
    return answer(request)
server.application.get_response = get_response
server.POOLS.drain = drain
server.BEAT = 0.5
server.main()
"""
"""A request to /held is in work until the tasks of its process are told. Lines of two processes must not mix."""


def test_tasks_are_told_to_hand_back_their_work_while_requests_end(serve: Serve, connected: Connected):
    process, port = serve(HOLDING, THREADS="30")
    held_by_two(process, port, connected)
    begun = connected(port, BODY)
    assert asked(port)[0] == 200
    process.terminate()
    assert process.stdout
    assert [process.stdout.readline() for _ in range(2)] == ["told\n"] * 2
    begun.sendall(b"x" * 990)
    assert process.wait(PATIENCE) == 0


def held_by_two(process: subprocess.Popen[str], port: int, connected: Connected) -> set[int]:
    """Send requests until each of two processes has one in work."""
    assert process.stdout
    found: set[int] = set()
    while len(found) < 2:
        connected(port, b"GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n")
        found.add(int(process.stdout.readline()))
    return found


def test_a_second_server_at_the_same_port_is_refused(site: dict[str, str], port: int):
    second = subprocess.run(
        [sys.executable, "-m", "armybuilder"],
        env=site | {"PORT": str(port)},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert second.returncode == 1
    assert "Address already in use" in second.stderr


LOADED = """
import sys
from pathlib import Path
from armybuilder import server
from armybuilder.drawing.symbols import drawing
from rulesets.core.cards import SymbolSet

begin = server.begin_process
def begin_process():
    assert {"armybuilder.armies.views", "rulesets.systems.mbt2020.legality"} <= {*sys.modules}
    pages = [int(Path("/proc/self/statm").read_text().split()[1])]
    drawing(SymbolSet.APP6, "10031000141205000000")
    pages.append(int(Path("/proc/self/statm").read_text().split()[1]))
    assert (pages[1] - pages[0]) * 4096 < 15e6
    return begin()
server.begin_process = begin_process
server.main()
"""


def test_the_site_is_loaded_before_its_processes_begin(serve: Serve):
    assert asked(serve(LOADED)[1])[0] == 200


def test_a_process_that_ends_is_replaced(serve: Serve):
    process, port = serve(WORKERS="1")
    (worker,) = _children(process.pid)
    os.kill(worker, signal.SIGKILL)
    until(lambda: is_serving(port))
    (other,) = _children(process.pid)
    assert other != worker


HANGING = """
import re, threading
from armybuilder import server

answer = server.application.get_response
def get_response(request):
    if request.path == "/busy":
        re.match("(a|aa)+$", "a" * 80 + "b")  # no other thread gets a turn
    if request.path == "/stuck":
        threading.Event().wait()
    return answer(request)
server.application.get_response = get_response
arrived = server.application.create_request
def create_request(scope, body):
    if scope["path"] == "/asleep":
        threading.Event().wait()  # nor does the event loop
    return arrived(scope, body)
server.application.create_request = create_request
server.HUNG = 3
server.main()
"""


@pytest.mark.parametrize(("path", "times"), [("/busy", 1), ("/stuck", 4), ("/asleep", 1)])
def test_a_process_that_hangs_is_replaced(path: str, times: int, serve: Serve, connected: Connected):
    process, port = serve(HANGING, WORKERS="1", THREADS="4")
    (worker,) = _children(process.pid)
    for _ in range(times):
        connected(port, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    until(lambda: worker not in _children(process.pid) and is_serving(port))


def test_processes_end_when_the_first_one_is_killed(serve: Serve, connected: Connected):
    process, port = serve(HOLDING, THREADS="30")
    workers = held_by_two(process, port, connected)
    assert workers == {*_children(process.pid)}
    process.kill()
    until(lambda: all(map(has_ended, workers)))


def until(look: Callable[[], bool]) -> None:
    """Wait until it is so."""
    begun = time.monotonic()
    while not look():
        assert time.monotonic() - begun < PATIENCE
        time.sleep(0.1)


LOCKING = """
import logging, threading
from armybuilder import server

answer = server.application.get_response
def get_response(request):
    if request.path == "/lock":
        for handler in logging.getLogger().handlers:
            handler.acquire()
        print("locked", flush=True)
        threading.Event().wait()
    return answer(request)
server.application.get_response = get_response
server.main()
"""


def test_live_waits_for_no_lock(site: dict[str, str], serve: Serve, connected: Connected):
    """Not for the log, the counts, the database or a thread that answers requests."""
    process, port = serve(LOCKING, WORKERS="1", THREADS="1", ARMYBUILDER_LOGS="json")
    connected(port, b"GET /lock HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert process.stdout
    assert process.stdout.readline() == "locked\n"
    folder = Path(site["ARMYBUILDER_VAR"])
    (folder / "cache").mkdir(exist_ok=True)
    database = sqlite3.connect(folder / "armybuilder.sqlite3", isolation_level=None)
    with contextlib.closing(database), (folder / "cache" / "lock").open("w") as counts:
        database.execute("begin exclusive")
        fcntl.flock(counts, fcntl.LOCK_EX)
        assert asked(port, "/health/live") == (200, b'{"status": "ok"}')
    process.kill()
    process.wait()


def test_the_first_process_of_a_container_outlives_killed_ones(site: dict[str, str]):
    """There a renderer whose parent was killed becomes its child."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    user = [] if os.geteuid() == 0 else ["--map-root-user"]
    own = ["unshare", *user, "--pid", "--fork", "--kill-child", "--mount-proc"]
    process = subprocess.Popen(
        [*own, sys.executable, "-m", "armybuilder"],
        env=site | {"PORT": str(port), "WORKERS": "1"},
        cwd=settings.BASE_DIR,
        stdout=subprocess.PIPE,
    )
    try:
        assert process.stdout
        assert process.stdout.readline().startswith(b"Armybuilder is ready")
        (first,) = _children(process.pid)
        (worker,) = _children(first)
        assert asked(port, "/armies/example-mbt2020/print/preview?roster=0&qrs=0")[0] in (200, 202)
        until(lambda: bool(_children(worker)))
        (renderer, *_) = _children(worker)
        os.kill(worker, signal.SIGKILL)
        until(lambda: has_ended(renderer))
        until(lambda: is_serving(port))
        os.kill(first, signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.communicate()


UPLOADS = 116
"""Workbooks from four addresses, as many as the rates allow them."""
SLOW_ROW = b'<row r="20000"><c><v>1</v></c></row>'
"""It makes a workbook of 5 kB one that takes half a second to read."""


def post_as(
    port: int, address: str, path: str, body: bytes, kind: str, cookies: str = ""
) -> tuple[int, Message, bytes]:
    """The answer to what a visitor of that network address sends."""
    sent = {"Content-Type": kind, "X-Forwarded-For": address, "X-CSRFToken": "c" * 32}
    sent["Cookie"] = f"csrftoken={'c' * 32}; {cookies}"
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=4 * PATIENCE)) as connection:
        connection.request("POST", path, body, sent)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()


def form(**fields: str) -> tuple[bytes, str]:
    """The body of a form and its type."""
    return urlencode(fields).encode(), "application/x-www-form-urlencoded"


def form_with(workbook: bytes) -> tuple[bytes, str]:
    """A form with a pasted text and a workbook."""
    parts = b'--edge\r\nContent-Disposition: form-data; name="text"\r\n\r\nKept words\r\n--edge\r\n'
    parts += b'Content-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n' + workbook + b"\r\n--edge--\r\n"
    return parts, "multipart/form-data; boundary=edge"


def test_pages_edits_and_games_are_answered_while_116_uploads_wait(serve: Serve):
    process, port = serve(ARMYBUILDER_PROXIES="1")
    copied, headers, _ = post_as(port, "10.1.0.1", "/armies/example-mbt2020/copy", *form())
    cookies = "; ".join(each.partition(";")[0] for each in headers.get_all("Set-Cookie", []))
    army = headers["Location"]
    key = army.split("/")[2]
    match = form(own=key, opposing=key)
    begun, headers, _ = post_as(port, "10.1.0.1", "/mbt2020/matches/new", *match, cookies)
    assert (copied, begun) == (302, 302)
    event = json.dumps({"since": 0, "events": [{"id": "dice", "kind": "dice", "dice": 2, "faces": 6}]}).encode()
    workers = _children(process.pid)
    upload = form_with(with_sheets(SLOW_ROW, 2))
    paste = "/mbt2020/catalogue/troop_type/paste"
    with ThreadPoolExecutor(UPLOADS) as visitors:
        uploads = [
            visitors.submit(post_as, port, f"10.0.0.{number % 4}", paste, *upload, f"sessionid={number:032}")
            for number in range(UPLOADS)
        ]
        until(lambda: sum(each.done() for each in uploads) > UPLOADS / 4)
        answered = [
            asked(port)[0],
            post_as(port, "10.1.0.1", f"{army}edits/add-group", *form(head="1"), cookies)[0],
            post_as(port, "10.1.0.1", f"{headers['Location']}/events", event, "application/json", cookies)[0],
        ]
        waiting = sum(not each.done() for each in uploads)
        ended = [each.result() for each in uploads]
    assert answered == [200, 302, 200]
    assert waiting > 16, "those that wait hold no thread that answers pages"
    assert {status for status, _, _ in ended} <= {200, 422, 429, 503}
    refused = [(headers, page) for status, headers, page in ended if status in (429, 503)]
    assert len(refused) > UPLOADS / 4
    for headers, page in refused:
        assert int(headers["Retry-After"]) > 0
        assert b'value="Kept words"' in page
    assert _children(process.pid) == workers


def has_ended(pid: int) -> bool:
    """Whether a process has ended, perhaps with nobody to notice."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    return True


def is_serving(port: int) -> bool:
    """Whether the home page is answered."""
    with contextlib.suppress(OSError):
        return asked(port)[0] == 200
    return False


WATCHING = """
import os
import re
from armybuilder import server
from armybuilder.jobs import interrupted

interrupted.restart_interrupted = lambda: os.write(1, b"%d\\n" % os.getpid())
server.Watch = lambda: interrupted.Watch(interval=0.1)
server.main()
"""


def test_each_process_that_serves_looks_for_interrupted_jobs(serve: Serve):
    process, _ = serve(WATCHING, WORKERS="2")
    assert process.stdout
    lines = [process.stdout.readline() for _ in range(30)]
    assert {int(line) for line in lines} == {*_children(process.pid)}


def _children(pid: int) -> list[int]:
    """The processes that any thread of a process has started."""
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for thread in threads for child in thread.read_text().split()]


def test_the_site_says_itself_what_is_too_large_and_more_is_not_read(port: int, connected: Connected):
    status, page = asked(port, "/theme", "POST", b"x" * (settings.REQUEST_MAX_SIZE + 1))
    assert (status, "Too large" in page.decode()) == (413, True)
    status, problem = asked(port, "/api/v1/games/mbt2020/check", "POST", b" " * 11_000_000)
    assert (status, json.loads(problem)["errors"][0]["path"]) == (413, "body")
    visitor = connected(port, b"POST /theme HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n")
    visitor.settimeout(PATIENCE)
    assert visitor.recv(12) == b"HTTP/1.1 413"


IN_CHUNKS = (
    b"POST /api/v1/games/mbt2020/check HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
)


def test_a_body_without_a_length_is_read_as_far_as_accepted(port: int, connected: Connected):
    army = json.dumps(json.loads(asked(port, "/api/v1/games/mbt2020/example")[1])["army"]).encode()
    visitor = connected(port, IN_CHUNKS)
    visitor.settimeout(PATIENCE)
    for part in (army[:1000], army[1000:], b""):
        visitor.sendall(b"%x\r\n%b\r\n" % (len(part), part))
    assert visitor.recv(12) == b"HTTP/1.1 200"

    endless = connected(port, IN_CHUNKS)
    endless.settimeout(PATIENCE)
    sent, chunk = 0, b"10000\r\n%b\r\n" % (b" " * 65536)
    with contextlib.suppress(ConnectionError):
        while sent < 4 * MAX_BODY_BYTES:
            endless.sendall(chunk)
            sent += 65536
    assert MAX_BODY_BYTES <= sent < 2 * MAX_BODY_BYTES, "the rest fits into no buffer"


@pytest.mark.parametrize("length", [b"Transfer-Encoding: chunked\r\n\r\n2\r\n", b"Content-Length: 9\r\n\r\n"])
def test_a_body_that_ends_early_is_refused(length: bytes, port: int, connected: Connected):
    visitor = connected(port, IN_CHUNKS.partition(b"Transfer")[0] + length + b"{}")
    visitor.shutdown(socket.SHUT_WR)
    visitor.settimeout(PATIENCE)
    assert visitor.recv(12) == b"HTTP/1.1 400"


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
