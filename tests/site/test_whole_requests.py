import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from armybuilder.site import lanes
from armybuilder.site.health import LIVE
from armybuilder.site.lanes import Lanes
from armybuilder.site.whole_requests import MAX_BODY_BYTES, Message, WholeRequests
from tests.event_loop import THREAD, run

LIMIT = settings.REQUEST_MAX_SIZE
CHUNK = 64 * 1024
IN_MEMORY = settings.FILE_UPLOAD_MAX_MEMORY_SIZE
GONE: Message = {"type": "http.disconnect"}


class Visitor:
    """Who sends so many bytes, and leaves when ``stays`` is over; what was read and sent back."""

    def __init__(self, size: int = 0, stays: Callable[[], bool] = lambda: True) -> None:
        self.left, self.stays = size, stays
        self.read, self.has_sent = 0, False
        self.sent: list[Message] = []

    async def receive(self) -> Message:
        if not self.has_sent:
            given = min(self.left, CHUNK)
            self.left -= given
            self.read += given
            self.has_sent = not self.left
            return {"type": "http.request", "body": b"x" * given, "more_body": bool(self.left)}
        while self.stays():
            await asyncio.sleep(0)
        return GONE

    async def send(self, message: Message) -> None:
        self.sent.append(message)

    @property
    def status(self) -> int:
        status: int = self.sent[0]["status"]
        return status

    @property
    def content(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.sent)


class Leaving(Visitor):
    """Who leaves before all is sent."""

    async def receive(self) -> Message:
        message = await super().receive()
        return GONE if self.has_sent else message


class Site:
    """A site that says what it was asked."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponseBase] = lambda _: HttpResponse(b"answered")) -> None:
        self.answer = answer
        self.asked: list[tuple[str | None, int, str]] = []

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        thread = threading.current_thread().name
        self.asked.append((request.META.get("CONTENT_LENGTH"), len(request.read()), thread))
        self.request = request
        return self.answer(request)


def send(visitor: Visitor, site: Site, path: str = "/", method: str = "POST", **headers: str) -> None:
    """Have the site answer the visitor."""
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "http_version": "1.1",
        "scheme": "http",
        "server": ("127.0.0.1", 8000),
        "client": ("192.0.2.1", 1000),
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
    }
    application: Any = WholeRequests(Lanes(1))
    application.get_response = site
    run(application(scope, visitor.receive, visitor.send))


def ask(size: int, path: str = "/", **headers: str) -> tuple[int, list[tuple[str | None, int, str]], int]:
    """The status, what the site was asked, and how much of a body was read."""
    site, visitor = Site(), Visitor(size)
    send(visitor, site, path, **headers)
    return visitor.status, site.asked, visitor.read


@pytest.mark.parametrize("size", [1, 70_000, IN_MEMORY + 1, LIMIT])
@pytest.mark.parametrize("chunked", [False, True])
def test_a_whole_body_is_passed_on_with_its_length(size: int, chunked: bool) -> None:
    said = {"transfer_encoding": "chunked"} if chunked else {"content_length": str(size)}
    assert ask(size, **said) == (200, [(str(size), size, "request_0")], size)


def test_a_request_without_a_body_has_no_length() -> None:
    assert ask(0) == (200, [(None, 0, "request_0")], 0)


def test_a_body_that_ends_early_is_never_answered_as_a_whole_one() -> None:
    site, visitor = Site(), Leaving(2 * CHUNK)
    send(visitor, site, content_length=str(2 * CHUNK))
    assert (site.asked, visitor.status) == ([], 400)


@pytest.mark.parametrize(
    ("size", "said", "read"),
    [
        (LIMIT + 1, {"content_length": str(LIMIT + 1)}, LIMIT + 1),
        (LIMIT + 1, {"transfer_encoding": "chunked"}, LIMIT + 1),
        (MAX_BODY_BYTES, {"transfer_encoding": "chunked"}, MAX_BODY_BYTES),
        (10 * MAX_BODY_BYTES, {"transfer_encoding": "chunked"}, MAX_BODY_BYTES),
        (10 * MAX_BODY_BYTES, {"content_length": str(10 * MAX_BODY_BYTES)}, 0),
        (10, {"content_length": "many"}, 0),
    ],
)
def test_a_too_large_length_tells_the_site_to_refuse_the_body(size: int, said: dict[str, str], read: int) -> None:
    status, ((length, passed_on, _),), read_of_it = ask(size, **said)
    assert (status, read_of_it) == (200, read)
    assert length is not None
    assert not length.isdecimal() or int(length) > LIMIT
    assert passed_on <= LIMIT + CHUNK


def test_a_health_check_is_answered_without_waiting_for_a_thread() -> None:
    _, ((_, _, thread),), _ = ask(0, LIVE)
    assert not thread.startswith("request")


def test_a_header_with_an_underscore_passes_for_no_other() -> None:
    site, visitor = Site(), Visitor()
    application: Any = WholeRequests(Lanes(1))
    application.get_response = site
    names = (b"x-forwarded-for", b"x_forwarded_for", b"x-forwarded-for")
    headers = [(name, str(number).encode()) for number, name in enumerate(names)]
    scope = {"type": "http", "method": "GET", "path": "/", "headers": headers}
    run(application(scope, visitor.receive, visitor.send))
    assert site.request.META["HTTP_X_FORWARDED_FOR"] == "0,2"


@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, 3 * CHUNK + 1])
def test_a_file_is_sent_in_pieces_and_closed(size: int, tmp_path: Any) -> None:
    (tmp_path / "file").write_bytes(b"x" * size)
    responses: list[FileResponse] = []

    def open_file(_: HttpRequest) -> FileResponse:
        responses.append(FileResponse((tmp_path / "file").open("rb")))
        return responses[0]

    visitor = Visitor()
    send(visitor, Site(open_file), method="GET")
    assert visitor.content == b"x" * size
    assert max(len(message.get("body", b"")) for message in visitor.sent) <= CHUNK
    assert [message.get("more_body", False) for message in visitor.sent[1:]].index(False) == len(visitor.sent) - 2
    assert responses[0].closed


class Parts:
    """Parts of an asynchronous response, and whether they were closed."""

    def __init__(self, end: int) -> None:
        self.end, self.given, self.closed = end, 0, False
        self.threads: set[str] = set()

    def __aiter__(self) -> "Parts":
        return self

    async def __anext__(self) -> bytes:
        self.threads.add(threading.current_thread().name)
        if self.given == self.end:
            raise StopAsyncIteration
        self.given += 1
        await asyncio.sleep(0)
        return b"part "

    def close(self) -> None:
        self.closed = True


def test_an_asynchronous_response_occupies_no_thread_and_is_closed() -> None:
    parts, visitor = Parts(3), Visitor()
    send(visitor, Site(lambda _: StreamingHttpResponse(parts)), method="GET")
    assert (visitor.content, parts.closed, parts.threads) == (b"part " * 3, True, {THREAD})


def test_an_asynchronous_response_ends_when_its_visitor_leaves() -> None:
    parts = Parts(-1)
    send(Visitor(stays=lambda: parts.given < 5), Site(lambda _: StreamingHttpResponse(parts)), method="GET")
    assert parts.closed
    assert parts.given >= 5


@pytest.mark.parametrize("path", ["/", "/armies/import"])
def test_a_visitor_who_leaves_does_not_stop_the_work(path: str) -> None:
    begun, parts = threading.Event(), Parts(-1)
    read: list[int] = []

    def work(request: HttpRequest) -> StreamingHttpResponse:
        begun.set()
        threading.Event().wait(0.2)
        read.append(len(request.read()))
        return StreamingHttpResponse(parts)

    visitor = Visitor(1000, stays=lambda: not begun.is_set())
    application: Any = WholeRequests(Lanes(1))
    application.get_response = work
    scope = {"type": "http", "method": "POST", "path": path, "headers": [(b"content-length", b"1000")]}
    run(application(scope, visitor.receive, visitor.send))
    assert (read, parts.given, parts.closed, visitor.sent) == ([1000], 0, True, [])


def test_work_begins_with_database_connections_that_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    monkeypatch.setattr(lanes, "close_old_connections", lambda: looked.append(threading.current_thread().name))
    for path in ("/", "/armies/import"):
        ask(1, path, content_length="1")
    assert looked == ["request_0", "uploads_0"]
