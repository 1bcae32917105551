"""Fixtures shared by several parts."""

import errno
import gc
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal, cast

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache, caches
from django.db import OperationalError, connection
from django.test import Client
from hypothesis import HealthCheck, settings
from hypothesis.vendor.pretty import for_type_by_name
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, Response, expect
from playwright.sync_api import TimeoutError as BrowserTimeoutError

import rulesets.systems
from armybuilder.accounts import storage_limits
from armybuilder.printing import background
from armybuilder.site import limits
from armybuilder.site.claims import Author
from armybuilder.site.tasks import ThreadPools
from rulesets import registry
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import clear_game_caches, get_ruleset
from tests.browser.drawing import BrowserStoppedDrawing, draws, runs_scripts
from tests.ducks import with_ducks
from tests.visitors import ALICE, BOB, browser_of

AXE = Path(__file__).parent / "vendor" / "axe-4.14.1" / "axe.min.js"
TINY = Path(__file__).parent / "tiny_system"
"""The folder of a game that stands for any other."""
CHROMIUM = "/usr/bin/chromium-headless-shell"
"""Chromium without windows: Debian's package of that name, which does less apart from the page."""
LONG_JOURNEYS = ("tests/browser/test_every_page.py", "tests/offline/")
"""Where journeys take ten seconds or more."""
CHROMIUM_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NO_OPTIMIZING = "--js-flags=--no-maglev --no-turbofan"
"""Pages of tests are too short-lived for optimised machine code of their scripts to pay off."""

PATIENCE = 60_000
"""Milliseconds to wait for a page: long enough for a machine whose cores are all busy with other tests."""

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


def wait_until_ready(page: Page) -> None:
    """Navigation ends once the page listens, since keys and focus do not wait for that."""

    def until_seen(navigate: Callable[..., Any]) -> Callable[..., Any]:
        def go(*args: Any, **kwargs: Any) -> Any:
            response = navigate(*args, **kwargs)
            page.locator("html").wait_for()
            return response

        return go

    for name in ("goto", "reload", "go_back"):
        setattr(page, name, until_seen(getattr(page, name)))


# Else a failing example is printed with all of its game; Hypothesis warns of the length, and the warning ends the test
# in the place of the failure.
for_type_by_name(
    "rulesets.core.ruleset",
    "Ruleset",
    lambda game, printer, cycle: printer.text(f"get_ruleset({game.slug!r})"),
)
# How fast drawn examples come depends on what else the machine does, and says nothing about them.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


def pytest_xdist_auto_num_workers() -> int:
    """One and a half workers per processor: tests in a browser spend much of their time waiting."""
    processors = len(os.sched_getaffinity(0))
    return processors + processors // 2


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Start each worker with its share of the browser journeys, the longest first, and end with short tests.

    xdist gives each worker an equal run of the list; whoever is done takes over from the ends of the others' runs.
    """
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    journeys = [item for item in items if item.get_closest_marker("browser")]
    journeys.sort(key=lambda item: not item.nodeid.startswith(LONG_JOURNEYS))
    others = [item for item in items if not item.get_closest_marker("browser")]
    ordered: list[pytest.Item] = []
    for worker in range(workers):
        run = (len(items) - len(ordered)) // (workers - worker)
        first = journeys[worker::workers]
        ordered += first + others[: max(run - len(first), 0)]
        del others[: max(run - len(first), 0)]
    items[:] = ordered + others


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Iterator[None]:
    """Have a test run once more whose tap waited in vain because the browser drew no more."""
    try:
        return (yield)
    except BrowserTimeoutError as error:
        browser = cast(Browser, pyfuncitem.funcargs["browser"])
        for page in [page for context in browser.contexts for page in context.pages]:
            if runs_scripts(page) and not draws(page):
                raise BrowserStoppedDrawing(page.url) from error
        raise


def pytest_collection_finish() -> None:
    """Exempt everything loaded so far from garbage collection, and collect less often."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture(autouse=True)
def _fresh_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start rate limits at zero within a minute that does not end, with today's visits already noted."""
    monkeypatch.setattr(limits, "time", SimpleNamespace(time=lambda: 600.0))
    cache.clear()
    caches["counts"].clear()
    cache.set_many({f"visit:{claim.hash}": 1 for claim in (ALICE, BOB)})


@pytest.fixture(autouse=True)
def _little_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is stored is too little to be counted, as it mostly is: otherwise chance decides on two more queries."""
    monkeypatch.setattr(storage_limits, "MIN_COUNTED_BYTES", 10**9)


@pytest.fixture(scope="session")
def prepared_site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a site with separate data, prepared by ``manage.py prepare``."""
    site = {"ARMYBUILDER_VAR": str(tmp_path_factory.mktemp("site")), "ARMYBUILDER_SECRET_KEY": "only-for-this-test"}
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO")} | site
    done = subprocess.run(
        [sys.executable, "-W", "error", "manage.py", "prepare"],
        env=environment,
        cwd=django_settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return site


@pytest.fixture
def still_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the minute of the rate limits from ending during the test."""
    monkeypatch.setattr(limits, "time", SimpleNamespace(time=lambda: 1_000_000_000.0))


@contextmanager
def tiny_game() -> Iterator[AnyRuleset]:
    """One more game: its folder is put among the systems' folders, and nothing else is touched.

    Python keeps what it has read, so that the game is there at once the next time.
    """
    rulesets.systems.__path__.append(str(TINY))
    clear_game_caches()
    yield get_ruleset("pebbles")
    rulesets.systems.__path__.remove(str(TINY))
    clear_game_caches()


@pytest.fixture(autouse=True)
def _patient_print_shop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for printing, however busy the machine is."""
    monkeypatch.setattr(background, "PATIENCE", 60.0)


@pytest.fixture(autouse=True)
def _tasks_see_the_test(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run tasks at once: the rows of a test are in a transaction that other threads do not see."""
    marked = request.node.get_closest_marker("django_db")
    names = set(request.fixturenames)
    within = not marked.kwargs.get("transaction") if marked else "db" in names
    if within and not names & {"transactional_db", "live_server"}:
        monkeypatch.setattr(ThreadPools, "submit", lambda self, queue, work, result: work(result))


@pytest.fixture
def pebbles() -> Iterator[AnyRuleset]:
    """The tiny game."""
    with tiny_game() as game:
        yield game


@pytest.fixture
def ducks(pebbles: AnyRuleset, monkeypatch: pytest.MonkeyPatch) -> AnyRuleset:
    """The only game, with a calculator that has every kind of question and answer."""
    game = with_ducks(pebbles)
    monkeypatch.setitem(sys.modules, "only_ducks", SimpleNamespace(RULESET=game))
    monkeypatch.setattr(registry, "_modules", lambda: iter(["only_ducks"]))
    clear_game_caches()
    return game


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
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": [*CHROMIUM_FLAGS, NO_OPTIMIZING]}


@pytest.fixture
def open_page(new_context: Callable[..., BrowserContext], live_server) -> Iterator[Callable[..., Page]]:
    """Make pages, each in a separate context: `open_page(width=, height=, …)`; addresses may start with "/".

    A page that logs an error (a script's, a refused style) or lacks a file of its own fails the test; `expected`
    is how an error begins that the test means to provoke.
    """
    complaints: list[str] = []

    def note(message: ConsoleMessage, expected: str | None) -> None:
        if message.type == "error" and not message.text.startswith((*NETWORK_FAILURES, *filter(None, [expected]))):
            complaints.append(message.text)

    def note_missing(response: Response) -> None:
        if response.status >= 400 and response.request.resource_type not in ("document", "fetch"):
            complaints.append(f"{response.status} {response.url}")

    def loaded(width: int = 1280, height: int = 900, expected: str | None = None, **context) -> Page:
        browser = new_context(
            base_url=live_server.url, viewport={"width": width, "height": height}, reduced_motion="reduce", **context
        )
        if context.get("java_script_enabled", True):
            browser.add_init_script(UNSEEN_UNTIL_READY)
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


UNFOLD = "document.querySelectorAll('details').forEach((details) => { details.open = true; })"
"""Opens all details of a page."""
COLOUR_RULES = ("color-contrast", "link-in-text-block")
"""The rules of axe that look at colours. They take more than half of its time."""
COLOURS = """() => {
  const grounds = new Map();
  const ground = (element) => {
    if (!element) return "";
    if (!grounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      const own = [backgroundColor, backgroundImage, opacity].join(" ");
      const below = ground(element.parentElement);
      grounds.set(element, own === "rgba(0, 0, 0, 0) none 1" ? below : `${below} ${own}`);
    }
    return grounds.get(element);
  };
  const hasText = (element) => element.matches("input, select, textarea")
    || [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim().length > 1);
  const isSeen = (element) => {
    const { width, height, right, bottom } = element.getBoundingClientRect();
    return Math.min(width, height) > 1 && right > 0 && bottom + scrollY > 0
      && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const look = (element) => {
    const { color, fontSize, fontWeight, textDecorationLine, textShadow } = getComputedStyle(element);
    const around = element.localName === "a" ? getComputedStyle(element.parentElement).color : "";
    return [color, fontSize, fontWeight, textDecorationLine, textShadow, around, ground(element)].join(" ");
  };
  const enabled = "body *:not(:disabled, [aria-disabled='true'], [aria-disabled='true'] *)";
  const texts = [...document.querySelectorAll(enabled)].filter((element) => hasText(element) && isSeen(element));
  return [...new Set(texts.map(look))];
}"""
"""Script that returns what the contrast of the page's texts depends on: their colours, sizes and backgrounds."""
PASSED_COLOURS: set[str] = set()
"""The results of ``COLOURS`` for pages whose colours axe has passed in this process."""
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PHONE, DESK = 360, 1280
"""Widths in which pages are checked, in pixels."""


def assert_accessible(page: Page, only_colours: bool = False) -> None:
    """The page breaks no rule of axe, or none about colours, and does not scroll sideways.

    Rules about colours are left out where all that they depend on has passed before.
    """
    colours = set(page.evaluate(COLOURS))
    passed = colours <= PASSED_COLOURS
    if not (only_colours and passed):
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text())
        options: dict[str, Any] = {"resultTypes": ["violations"]}
        if only_colours:
            options["runOnly"] = {"type": "rule", "values": COLOUR_RULES}
        elif passed:
            options["rules"] = {rule: {"enabled": False} for rule in COLOUR_RULES}
        violations = page.evaluate("async (options) => (await axe.run(options)).violations", options)
        found = [(each["id"], [node["html"] for node in each["nodes"]]) for each in violations]
        assert found == [], f"{page.url}: {json.dumps(found, indent=1)}"
        PASSED_COLOURS.update(colours)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def assert_accessible_in_every_view(page: Page) -> None:
    """The page is accessible on a phone and a desktop, light and dark; only colours can differ in the dark theme."""
    for width in (PHONE, DESK):
        page.set_viewport_size({"width": width, "height": 800})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            expect(page.locator("html")).to_have_attribute("data-bs-theme", theme)
            assert_accessible(page, only_colours=theme == "dark")


@pytest.fixture
def alice() -> Client:
    """The browser that owns what is tested."""
    return browser_of(ALICE)


@pytest.fixture
def bob() -> Client:
    """A browser with a claim on something else."""
    return browser_of(BOB)


@pytest.fixture
def author() -> Author:
    """Alice as the author of revisions."""
    return Author(None, ALICE.hash)


WRITING = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)


def refuse_writing(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """Raise what SQLite raises when the disk is full."""
    if WRITING.match(sql):
        raise OperationalError("database or disk is full")
    return execute(sql, params, many, context)


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Neither a file of the cache nor a row of the database can be written."""

    def fail(*args: Any, **kwargs: Any) -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("django.core.cache.backends.filebased.tempfile.mkstemp", fail)
    with connection.execute_wrapper(refuse_writing):
        yield
