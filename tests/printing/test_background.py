"""A request never waits long for pages; a later one with the same key gets them, in whichever process."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.core.cache import caches

from armybuilder.printing import background
from armybuilder.printing.background import result_of
from armybuilder.printing.documents.context import TooMuchToPrint
from armybuilder.printing.jobs import Busy
from armybuilder.printing.rendering import CannotPrint
from armybuilder.printing.rendering.printer import HEARTBEAT, Printer


@pytest.fixture
def go() -> Iterator[threading.Event]:
    """What the work waits for."""
    event = threading.Event()
    yield event
    event.set()


def slow(go: threading.Event, title: str, begun: list[str] | None = None) -> Callable[[Printer], str]:
    def make(printer: Printer) -> str:
        if begun is not None:
            begun.append(title)
        go.wait(30)
        if title == "bad":
            raise TooMuchToPrint("Too large.", "labels")
        if title == "broken":
            raise ZeroDivisionError
        return title

    return make


def test_the_same_key_gets_what_was_begun(go: threading.Event) -> None:
    begun: list[str] = []
    assert result_of("a", slow(go, "a", begun), 0.01) is None
    assert result_of("a", slow(go, "a", begun), 0.01) is None
    go.set()
    assert result_of("a", slow(go, "a", begun), 30) == "a"
    assert begun == ["a"]
    assert result_of("a", slow(go, "a", begun), 30) == "a"
    assert begun == ["a", "a"], "a result that was fetched is made anew"


def test_another_process_gets_what_was_begun_here(go: threading.Event) -> None:
    program = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "armybuilder.settings"
import django
django.setup()
from django.core.cache import cache
from armybuilder.printing.background import result_of
cache._dir = {folder!r}

def make(printer):
    raise AssertionError("made twice")

print("ready", flush=True)
print(result_of("shared", make, 0.01), result_of("shared", make, 30))
"""
    assert result_of("shared", slow(go, "pages"), 0.01) is None
    folder = caches["default"]._dir  # type: ignore[attr-defined]
    with subprocess.Popen(
        [sys.executable, "-c", program.format(folder=folder)], stdout=subprocess.PIPE, text=True, cwd=settings.BASE_DIR
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "ready\n"
        time.sleep(0.5)
        go.set()
        assert other.stdout.read() == "None pages\n"


def test_a_refusal_is_raised_once_with_its_choice(go: threading.Event) -> None:
    assert result_of("bad", slow(go, "bad"), 0.01) is None
    go.set()
    with pytest.raises(TooMuchToPrint, match="Too large") as refusal:
        result_of("bad", slow(go, "bad"), 30)
    assert refusal.value.field == "labels"


def test_what_goes_wrong_is_noted(go: threading.Event, caplog: pytest.LogCaptureFixture) -> None:
    go.set()
    with pytest.raises(CannotPrint, match="could not be made"):
        result_of("broken", slow(go, "broken"), 30)
    assert "ZeroDivisionError" in caplog.text


def test_work_whose_process_has_ended_is_begun_again(go: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "LEASE", 0.2)
    assert result_of("lost", slow(go, "first"), 0.01) is None
    time.sleep(0.3)
    done = threading.Event()
    done.set()
    assert result_of("lost", slow(done, "second"), 30) == "second"


def test_work_that_is_heard_of_is_not_begun_again(monkeypatch: pytest.MonkeyPatch, go: threading.Event) -> None:
    monkeypatch.setattr(background, "LEASE", 3 * HEARTBEAT)
    begun: list[int] = []

    def make(printer: Printer) -> str:
        begun.append(1)
        while not go.wait(HEARTBEAT / 5):
            printer._tell(0)
        return "done"

    assert result_of("heard", make, 0.01) is None
    for _ in range(4):
        time.sleep(HEARTBEAT)
        assert result_of("heard", make, 0.01) is None
    go.set()
    assert result_of("heard", make, 30) == "done"
    assert begun == [1]


def test_on_a_full_disk_the_request_makes_it_itself(go: threading.Event, full_disk: None) -> None:
    go.set()
    assert result_of("full", slow(go, "full"), 0.01) == "full"
    with pytest.raises(TooMuchToPrint, match="Too large"):
        result_of("bad", slow(go, "bad"), 0.01)
    for _ in range(background.MOST_AT_ONCE + 1):
        assert result_of("full", slow(go, "full"), 0.01) == "full"


def test_only_so_many_are_made_at_once_on_a_full_disk_too(full_disk: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "_threads", threading.BoundedSemaphore(1))
    with pytest.raises(Busy):
        result_of("outer", lambda printer: result_of("inner", lambda printer: "inner", 0.01), 0.01)


def test_a_disk_that_fills_up_meanwhile_makes_room_for_other_work(
    go: threading.Event, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    threads = threading.Semaphore(1)
    monkeypatch.setattr(background, "_threads", threads)
    finished = threading.Event()

    def make(printer: Printer) -> str:
        go.wait(30)
        printer._tell(0)
        finished.set()
        return "made"

    assert result_of("meanwhile", make, 0.01) is None
    request.getfixturevalue("full_disk")
    go.set()
    assert finished.wait(30), "the work ends though its lease cannot be renewed"
    assert threads.acquire(timeout=30), "another thread may begin"


def test_only_so_many_are_made_at_once(go: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "_threads", threading.BoundedSemaphore(2))
    for title in ("one", "two"):
        assert result_of(title, slow(go, title), 0.01) is None
    with pytest.raises(Busy):
        result_of("three", slow(go, "three"), 0.01)
    go.set()
    assert result_of("one", slow(go, "one"), 30) == "one"
    assert result_of("two", slow(go, "two"), 30) == "two"
    assert result_of("three", slow(go, "three"), 30) == "three"
