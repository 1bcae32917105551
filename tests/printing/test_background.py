"""A request never waits long for pages; a later one with the same key gets them, in whichever process."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import caches

from armybuilder.jobs.running import MAX_PER_ADDRESS, MAX_PER_PERSON
from armybuilder.printing import background, jobs
from armybuilder.printing.background import result_of
from armybuilder.printing.documents.context import TooMuchToPrint
from armybuilder.printing.models import PagesJob
from armybuilder.printing.rendering import CannotPrint, TooMuchAtOnce
from armybuilder.printing.rendering.printer import HEARTBEAT, Printer
from armybuilder.site.tasks import POOLS, THREADS, Busy

pytestmark = pytest.mark.django_db(transaction=True)


class Work:
    """What the maker below waits for, and what it has begun."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.finished = threading.Event()
        self.begun: list[str] = []


WORK = Work()


@pytest.fixture(autouse=True)
def go() -> Iterator[threading.Event]:
    """What the work waits for."""
    WORK.__init__()  # type: ignore[misc]
    yield WORK.go
    WORK.go.set()


def make(printer: Printer, title: str) -> str:
    """Makes a result of its title, and is heard of meanwhile; one that is not held waits for nothing."""
    WORK.begun.append(title)
    while title != "not held" and not WORK.go.wait(HEARTBEAT / 5):
        printer._tell(0)
    printer._tell(0)
    WORK.finished.set()
    if title == "bad":
        raise TooMuchToPrint("Too large.", "labels")
    if title == "broken":
        raise ZeroDivisionError
    if title == "heavy":
        raise TooMuchAtOnce("Too much at once.")
    return title


def get(title: str, patience: float = 30, who: str = "ann") -> Any:
    return result_of(title, make, {"title": title}, {"person": who, "address": who}, patience)


def test_the_same_key_gets_what_was_begun(go: threading.Event) -> None:
    assert get("a", 0.01) is None
    assert get("a", 0.01) is None
    go.set()
    assert get("a") == "a"
    assert WORK.begun == ["a"]
    assert get("a") == "a"
    assert WORK.begun == ["a", "a"], "a result that was fetched is made anew"


def test_another_process_gets_what_was_begun_here(go: threading.Event) -> None:
    program = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "armybuilder.settings"
import django
django.setup()
from armybuilder.printing.background import result_of

def make(printer):
    raise AssertionError("made twice")

print(result_of("shared", make, {}, {}, 0.01), flush=True)
print(result_of("shared", make, {}, {}, 30))
"""
    assert get("shared", 0.01) is None
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, cwd=settings.BASE_DIR
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "None\n"
        go.set()
        assert other.stdout.read() == "shared\n"


def test_a_refusal_is_raised_once_with_its_choice(go: threading.Event) -> None:
    assert get("bad", 0.01) is None
    go.set()
    with pytest.raises(TooMuchToPrint, match="Too large") as refusal:
        get("bad")
    assert refusal.value.field == "labels"


def test_what_goes_wrong_is_noted(go: threading.Event, caplog: pytest.LogCaptureFixture) -> None:
    go.set()
    with pytest.raises(CannotPrint, match="could not be made"):
        get("broken")
    assert "ZeroDivisionError" in caplog.text


def test_work_whose_process_has_ended_is_begun_again(go: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "LEASE", 0.2)
    monkeypatch.setattr(POOLS, "submit", lambda *arguments: None)
    assert get("lost", 0.01) is None
    time.sleep(0.3)
    monkeypatch.undo()
    go.set()
    assert get("lost") == "lost"


def test_work_that_is_heard_of_is_not_begun_again(monkeypatch: pytest.MonkeyPatch, go: threading.Event) -> None:
    monkeypatch.setattr(background, "LEASE", 3 * HEARTBEAT)
    assert get("heard", 0.01) is None
    for _ in range(4):
        time.sleep(HEARTBEAT)
        assert get("heard", 0.01) is None
    go.set()
    assert get("heard") == "heard"
    assert WORK.begun == ["heard"]


def test_on_a_full_disk_the_request_makes_it_itself(go: threading.Event, full_disk: None) -> None:
    go.set()
    assert get("full", 0.01) == "full"
    with pytest.raises(TooMuchToPrint, match="Too large"):
        get("bad", 0.01)
    for _ in range(background.MAX_AT_ONCE + 1):
        assert get("full", 0.01) == "full"


def test_only_so_many_are_made_at_once_on_a_full_disk_too(full_disk: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "_requests", threading.BoundedSemaphore(1))
    # Redis has a disk of its own.
    monkeypatch.setattr(background, "cache", caches["local" if "local" in caches.settings else "default"])
    with pytest.raises(Busy):
        result_of("outer", lambda printer: get("inner", 0.01), {}, {}, 0.01)


def test_a_disk_that_fills_up_meanwhile_ends_the_work(go: threading.Event, request: pytest.FixtureRequest) -> None:
    assert get("meanwhile", 0.01) is None
    request.getfixturevalue("full_disk")
    go.set()
    assert WORK.finished.wait(30), "the work ends though its lease cannot be renewed"


def test_a_result_is_fetched_though_the_disk_is_full(go: threading.Event, request: pytest.FixtureRequest) -> None:
    assert get("ready", 0.01) is None
    go.set()
    assert WORK.finished.wait(30)
    POOLS.wait(30)
    request.getfixturevalue("full_disk")
    assert get("ready") == "ready"
    assert WORK.begun == ["ready"]


def test_nobody_waits_for_the_pages_of_another(go: threading.Event) -> None:
    for number in range(MAX_PER_PERSON):
        assert get(f"{number}", 0.01) is None
    with pytest.raises(Busy, match="of your previews and PDFs are not finished yet"):
        get("one more", 0.01)
    assert get("not held", who="bea") == "not held"
    assert WORK.begun == ["0", "not held"], "one at a time is made for a person"
    go.set()
    assert [get(f"{number}") for number in range(MAX_PER_PERSON)] == ["0", "1", "2"]
    assert get("one more") == "one more"
    assert not PagesJob.objects.exists()


def test_pretended_visitors_of_one_network_leave_others_a_thread(go: threading.Event) -> None:
    assert THREADS[PagesJob.queue] < MAX_PER_ADDRESS
    for number in range(MAX_PER_ADDRESS):
        by = {"person": f"pretended {number}", "address": "crowd"}
        assert result_of(f"{number}", make, {"title": "held"}, by, 0.01) is None
    assert get("not held") == "not held"
    assert WORK.begun == ["held", "not held"]


def test_pages_that_are_too_much_are_tried_among_the_slow(go: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    go.set()
    with pytest.raises(TooMuchAtOnce):
        get("heavy")
    assert WORK.begun == ["heavy", "heavy"]
    monkeypatch.setattr(jobs, "SHORT_SECONDS", 0.0)
    monkeypatch.setattr(jobs, "HEARTBEAT", 0.0)
    assert get("long") == "long"
    assert WORK.begun[2:] == ["long", "long"]


def test_a_turn_that_comes_late_is_waited_for(go: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "LEASE", 0.2)
    monkeypatch.setattr(POOLS, "submit", lambda *arguments: None)
    assert get("late", 0.01) is None
    time.sleep(0.3)
    assert get("late", 0.01) is None
    assert PagesJob.objects.count() == 1
