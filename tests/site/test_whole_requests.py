from concurrent.futures import ThreadPoolExecutor
from threading import current_thread
from typing import Any

import pytest
from django.conf import settings

from armybuilder.site.health import LIVE
from armybuilder.site.lanes import Lanes
from armybuilder.site.whole_requests import IN_MEMORY, MAX_BODY_BYTES, WholeRequests

LIMIT = settings.REQUEST_MAX_SIZE


class Arriving:
    """A body as the server passes it on; counts what was read of it."""

    def __init__(self, size):
        self.left, self.read_so_far = size, 0

    def read(self, size=0):
        given = min(size, self.left)
        self.left -= given
        self.read_so_far += given
        return b"x" * given


class Site:
    """A site that says what it was asked."""

    def __init__(self):
        self.asked = []

    def __call__(self, environ, start_response):
        body = environ["wsgi.input"].read() if environ["PATH_INFO"] != LIVE else b""
        self.asked.append((environ.get("CONTENT_LENGTH"), len(body), current_thread().name))
        start_response("200 OK", [])
        return [b"answered"]


def ask(size, path="/", **environ):
    """The status, what the site was asked, and how much of a body was read."""
    site, body = Site(), Arriving(size)
    statuses: list[str] = []
    with ThreadPoolExecutor(1, "request") as pool:
        answer: Any = WholeRequests(site, Lanes(pool))
        answer(
            {"REQUEST_METHOD": "POST", "PATH_INFO": path, "wsgi.input": body, **environ},
            lambda status, headers: statuses.append(status),
        )
    return statuses[0], site.asked, body.read_so_far


@pytest.mark.parametrize("size", [1, 70_000, IN_MEMORY + 1, LIMIT])
@pytest.mark.parametrize("chunked", [False, True])
def test_a_whole_body_is_passed_on_with_its_length(size, chunked):
    said = {"HTTP_TRANSFER_ENCODING": "chunked"} if chunked else {"CONTENT_LENGTH": str(size)}
    assert ask(size, **said) == ("200 OK", [(str(size), size, "request_0")], size)


def test_a_request_without_a_body_is_not_waited_for():
    status, asked, read = ask(0)
    assert (status, [length for length, _, _ in asked], read) == ("200 OK", [None], 0)


def test_a_body_that_ends_early_is_never_answered_as_a_whole_one():
    assert ask(999, CONTENT_LENGTH="1000") == ("400 Bad Request", [], 999)


@pytest.mark.parametrize(
    ("size", "said", "read"),
    [
        (LIMIT + 1, {"CONTENT_LENGTH": str(LIMIT + 1)}, LIMIT + 1),
        (LIMIT + 1, {"HTTP_TRANSFER_ENCODING": "chunked"}, LIMIT + 1),
        (10 * MAX_BODY_BYTES, {"HTTP_TRANSFER_ENCODING": "chunked"}, MAX_BODY_BYTES),
        (10 * MAX_BODY_BYTES, {"CONTENT_LENGTH": str(10 * MAX_BODY_BYTES)}, 0),
        (10, {"CONTENT_LENGTH": "many"}, 0),
    ],
)
def test_the_length_of_a_body_that_is_too_large_tells_the_site_to_refuse_it(size, said, read):
    status, ((length, passed_on, _),), read_of_it = ask(size, **said)
    assert (status, read_of_it) == ("200 OK", read)
    assert not length.isdecimal() or int(length) > LIMIT
    assert passed_on <= LIMIT


def test_whether_the_process_lives_is_answered_without_waiting_for_a_thread():
    _, ((_, _, thread),), _ = ask(0, LIVE)
    assert not thread.startswith("request")
