"""Fixtures for journeys: pages of Debian's Chromium that fail their test when something on them goes wrong."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page, Playwright, Response, expect

from rulesets.registry import all_rulesets

CHROMIUM = "/usr/bin/chromium-headless-shell"
"""Chromium without windows: Debian's package of that name, which does less apart from the page."""
CHROMIUM_FLAGS = ["--headless", "--no-sandbox", "--disable-gpu"]
NO_OPTIMIZING = "--js-flags=--no-maglev --no-turbofan --liftoff-only"
"""Pages of tests are too short-lived for optimised machine code of their scripts to pay off."""
ON_DISK = "--disable-dev-shm-usage"
"""Playwright's flag for containers, with which memory shared by Chromium's processes is made of slower files."""

PATIENCE = 60_000
"""Milliseconds to wait for a page: long enough beside other tests."""

NETWORK_FAILURES = ("Failed to load resource", "An unknown error occurred when fetching the script.")
"""How the browser reports a request without an answer, the second for the script of a service worker."""

UNSEEN_UNTIL_READY = """{
  const unseen = new CSSStyleSheet();
  unseen.replaceSync("html { visibility: hidden !important }");
  document.adoptedStyleSheets.push(unseen);
  addEventListener("load", () => setTimeout(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== unseen);
    if (document.activeElement === document.body) document.querySelector("[autofocus]")?.focus();
  }));
}"""
"""Script that keeps a page invisible until its own scripts listen.

Playwright acts only on what is visible, so that no click or choice comes before the page can hear it, however the
journey got there. htmx starts in a task of its own after it has loaded: the timer waits for that one.
"""

HINTS_READ = """(games) => {
  try {
    for (const game of games) localStorage.setItem(`codes-read-${game}`, "1");
  } catch { /* an empty page has no storage */ }
}"""
"""Script of a player who has met the games before and closed the keys to their codes."""

FULL = """{
  const { storage } = navigator;
  if (storage) storage.estimate = async () => ({ usage: 0, quota: 100e6 });
}"""
"""Script of a device that has no room for the rules of a game, which a page of a game takes along otherwise."""
ASKED = """try {
  localStorage.setItem("asked about room", "yes");
} catch { /* an empty page has no storage */ }"""
"""Script of a player who was asked about that before."""


AT_REST = """() => {
  const { sheet, panel, map } = history.state ?? {};
  return !sheet && !panel && !map || document.querySelector("dialog[open], #engage-panel:not([hidden])");
}"""
"""Whether no step back in the history is under way, as one is for a moment after a sheet at the table was closed."""


def wait_until(page: Page, expression: str, arg: object = None) -> None:
    """Wait until an expression of a script, or a function of it, holds.

    Playwright's own wait evaluates it in the page, whose policy forbids that after the first time.
    """
    deadline = time.monotonic() + PATIENCE / 1000
    while not _holds(page, expression, arg):
        assert time.monotonic() < deadline, expression
        page.wait_for_timeout(20)


def _holds(page: Page, expression: str, arg: object) -> bool:
    try:
        return bool(page.evaluate(expression, arg))
    except Error as error:
        if "Execution context was destroyed" not in str(error):
            raise
        return False  # another page is loaded meanwhile


def wait_until_ready(page: Page) -> None:
    """Navigation ends once the page listens, since keys and focus do not wait for that.

    It begins once the history is at rest: a step back that comes later would end it.
    """

    def until_seen(navigate: Callable[..., Any]) -> Callable[..., Any]:
        def go(*args: Any, **kwargs: Any) -> Any:
            wait_until(page, AT_REST)
            response = navigate(*args, **kwargs)
            page.locator("html").wait_for()
            return response

        return go

    for name in ("goto", "reload", "go_back"):
        setattr(page, name, until_seen(getattr(page, name)))


@pytest.fixture(scope="session")
def playwright(playwright: Playwright) -> Iterator[Playwright]:
    """Allow the event loop that Playwright keeps in the test's thread, which Django takes for an error."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        expect.set_options(timeout=PATIENCE)
        yield playwright


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's Chromium."""
    return {
        **browser_type_launch_args,
        "executable_path": CHROMIUM,
        "args": [*CHROMIUM_FLAGS, NO_OPTIMIZING],
        "ignore_default_args": [ON_DISK],
    }


@pytest.fixture
def open_page(new_context: Callable[..., BrowserContext], live_server) -> Iterator[Callable[..., Page]]:
    """Make pages, each in a separate context: `open_page(width=, height=, …)`; addresses may start with "/".

    A page that logs an error (a script's, a refused style) or lacks a file of its own fails the test; `expected`
    is how an error begins that the test means to provoke. A `newcomer` has not closed the keys to codes yet. The
    `scripts` run first: those of a device on which a game does not take its rules along, unless given.
    """
    complaints: list[str] = []

    def note(message: ConsoleMessage, expected: str | None) -> None:
        if message.type == "error" and not message.text.startswith((*NETWORK_FAILURES, *filter(None, [expected]))):
            complaints.append(message.text)

    def note_missing(response: Response) -> None:
        if response.status >= 400 and response.request.resource_type not in ("document", "fetch"):
            complaints.append(f"{response.status} {response.url}")

    def loaded(
        width: int = 1280,
        height: int = 900,
        expected: str | None = None,
        *,
        newcomer: bool = False,
        scripts: tuple[str, ...] = (FULL, ASKED),
        **context,
    ) -> Page:
        browser = new_context(
            base_url=live_server.url, viewport={"width": width, "height": height}, reduced_motion="reduce", **context
        )
        if context.get("java_script_enabled", True):
            browser.add_init_script(UNSEEN_UNTIL_READY)
        if not newcomer:
            browser.add_init_script(f"({HINTS_READ})({[game.slug for game in all_rulesets()]})")
        for script in scripts:
            browser.add_init_script(script)
        browser.set_default_timeout(PATIENCE)
        browser.on("page", wait_until_ready)
        page = browser.new_page()
        page.on("console", lambda message: note(message, expected))
        page.on("response", note_missing)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield loaded
    assert complaints == []


@pytest.fixture
def desktop(open_page: Callable[..., Page]) -> Page:
    """A page 1280 pixels wide."""
    return open_page()


@pytest.fixture
def phone(open_page: Callable[..., Page]) -> Page:
    """A page 360 pixels wide, on a touch screen."""
    return open_page(360, 740, has_touch=True, is_mobile=True)
