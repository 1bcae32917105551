import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from armybuilder.printing.pdf import to_pdf
from armybuilder.printing.press import Press, Presses
from armybuilder.printing.press_process import MEMORY

from armybuilder.printing import press as press_module
from armybuilder.printing.rendering import CannotPrint

PAGE = "<html lang=en><title>T</title><p>Hello</p></html>"
CSS = "p{font:500 10pt 'Barlow Condensed'}"
ENDLESS = "<div>" + "<table><tr><td>x</td></tr></table>" * 30_000 + "</div>"


@pytest.fixture(scope="module")
def kept() -> Iterator[Press]:
    """A press for one test after the other, as it is for one page after the other."""
    made = Press()
    yield made
    made.end()


def test_a_press_prints_what_this_process_would(kept: Press) -> None:
    assert kept.print(PAGE, CSS) == to_pdf(PAGE, CSS)
    assert kept.print(PAGE, CSS) == kept.print(PAGE, CSS)


def test_a_refusal_comes_through_and_the_press_goes_on(kept: Press) -> None:
    with pytest.raises(CannotPrint, match="fetches nothing"):
        kept.print('<link rel="stylesheet" href="file:///etc/passwd">', "")
    assert kept.print(PAGE, CSS).startswith(b"%PDF")


def test_what_takes_too_long_is_ended(kept: Press) -> None:
    kept.print(PAGE, CSS)
    process = kept._process
    assert process is not None
    begun = time.monotonic()
    with pytest.raises(CannotPrint, match="took too long"):
        kept.print(ENDLESS, CSS, longest=1)
    assert time.monotonic() - begun < 10
    assert process.poll() is not None
    assert kept.print(PAGE, CSS).startswith(b"%PDF")


def ending(monkeypatch: pytest.MonkeyPatch, *signals: int) -> list[int]:
    """Have the next processes ended by those signals before they answer; gives who was."""
    whole = Press._started
    left, ended = list(signals), []

    def started(press: Press) -> subprocess.Popen[bytes]:
        process = whole(press)
        if left:
            process.send_signal(left.pop(0))
            process.wait()
            ended.append(process.pid)
        return process

    monkeypatch.setattr(Press, "_started", started)
    return ended


def test_a_press_that_is_killed_is_replaced_and_prints(press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = ending(monkeypatch, signal.SIGKILL)
    assert press.print(PAGE, CSS) == to_pdf(PAGE, CSS)
    assert press._process is not None
    assert press._process.pid not in ended
    assert len(ended) == 1


@pytest.mark.parametrize(
    ("last", "words"),
    [
        (signal.SIGKILL, r"The server stopped the printing twice \(SIGKILL\), most likely for want of memory\."),
        (signal.SIGSEGV, r"The renderer broke down twice over these pages \(SIGSEGV\)\."),
    ],
)
def test_a_press_that_ends_twice_tells_how(
    press: Press, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, last: int, words: str
) -> None:
    ended = ending(monkeypatch, signal.SIGTERM, last)
    with pytest.raises(CannotPrint, match=words):
        press.print(PAGE, CSS)
    assert len(set(ended)) == 2
    assert f"status {-last}" in caplog.text
    assert press.print(PAGE, CSS).startswith(b"%PDF")


def test_a_mistake_in_the_press_is_no_matter_of_size(press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Press._started
    monkeypatch.setattr(Press, "_started", lambda press: _broken(whole(press)))
    with pytest.raises(CannotPrint, match="made a mistake with these pages, twice"):
        press.print(PAGE, CSS)


def _broken(process: subprocess.Popen[bytes]) -> subprocess.Popen[bytes]:
    """Have the process fail in Python: a message that is no JSON."""
    assert process.stdin is not None
    os.write(process.stdin.fileno(), (1).to_bytes(8, "big") + b"?")
    return process


def test_a_press_has_limits_and_no_secrets(press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARMYBUILDER_SECRET_KEY", "hush")
    press.print(PAGE, CSS)
    assert press._process is not None
    pid = press._process.pid
    assert resource.prlimit(pid, resource.RLIMIT_AS) == (MEMORY, MEMORY)
    assert resource.prlimit(pid, resource.RLIMIT_CPU)[0] == 300
    with open(f"/proc/{pid}/environ", "rb") as environment:
        assert b"hush" not in environment.read()


def test_a_press_is_replaced_after_some_renderings(press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press_module, "RENDERINGS", 2)
    press.print(PAGE, CSS)
    first = press._process
    press.print(PAGE, CSS)
    assert press._process is None
    assert first is not None
    assert first.poll() is not None


def test_a_press_that_is_killed_leaves_nothing_behind(press: Press) -> None:
    press.print(PAGE, CSS)
    assert press._folder is not None
    folder = Path(press._folder.name)
    assert list(folder.iterdir())
    press.end()
    assert not folder.exists()


def test_a_press_ends_with_its_owner() -> None:
    program = (
        "from armybuilder.printing.press import Press\n"
        f"press = Press(); press.print({PAGE!r}, ''); print(press._process.pid, flush=True); import os; os._exit(0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    pid = int(done.stdout)
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("the press outlived its owner")


def test_threads_take_turns_at_a_press() -> None:
    presses = Presses(1)
    order: list[str] = []

    def use(name: str) -> None:
        with presses.one():
            order.append(f"{name} in")
            time.sleep(0.05)
            order.append(f"{name} out")

    threads = [threading.Thread(target=use, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [order[place][0] for place in (0, 2, 4)] == [order[place][0] for place in (1, 3, 5)]
    presses.end()
