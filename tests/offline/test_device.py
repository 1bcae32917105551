"""Pages taken onto a device open there without a network, are listed with time and size, and can be removed."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import brotli
import orjson
import pytest
from django.core import signing
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django import Settings

from armybuilder.armies.documents import army_of
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import create_army, load_head
from armybuilder.offline import device, engine
from armybuilder.printing import background, preview_views
from armybuilder.revisions.store import plain_document
from armybuilder.sharing.links import create_link
from armybuilder.site import claims
from armybuilder.site.claims import Author
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset
from tests.armies.conftest import _empty_desk, army, make_army
from tests.browser.accessibility import assert_accessible
from tests.offline.engine_memory import GiveEngine, give_engine
from tests.visitors import ALICE

__all__ = ["_empty_desk", "army", "give_engine", "make_army"]

STAYS = "Available offline on this device."


def sign_in(page: Page, live_server: Any) -> None:
    """Make the browser Alice's."""
    signer = signing.get_cookie_signer(salt=claims.COOKIE + claims.SALT)
    page.context.add_cookies([{"name": claims.COOKIE, "value": signer.sign(ALICE.key), "url": live_server.url}])


def take_offline(page: Page, army: Army, give_engine: GiveEngine | None = None) -> None:
    """Take an army onto the device, with this engine on it already if given."""
    page.goto(army.get_absolute_url())
    if give_engine:
        give_engine(page)
    page.locator(".builder-menu > summary").click()
    page.get_by_role("button", name="Take it offline").click()
    expect(page.locator("#take-offline p")).to_have_text(STAYS, timeout=120_000)


def until(page: Page, condition: str) -> None:
    """Wait until an asynchronous script returns true; Playwright's own function takes any promise for true."""
    again = "await new Promise((resolve) => setTimeout(resolve, 50));"
    loop = f"for (let tries = 0; tries < 300; tries += 1) {{ if (await ({condition})()) return true; {again} }}"
    assert page.evaluate(f"async () => {{ {loop} return false; }}")


@pytest.fixture
def without_engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The site has no Python for browsers, which takes most of the time of taking something offline."""
    monkeypatch.setattr(engine, "VENDOR", tmp_path)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("without_engine")
def test_an_army_taken_offline_opens_until_it_is_removed(
    army: Army,
    open_page: Callable[..., Page],
    live_server: Any,
    tmp_path: Path,
    alice: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The preview is still being laid out at the first request.
    results = iter([None])
    monkeypatch.setattr(preview_views, "result_of", lambda *given: next(results, True) and background.result_of(*given))
    monkeypatch.setattr(preview_views, "ASK_AGAIN", 1)
    page = open_page()
    sign_in(page, live_server)
    take_offline(page, army)
    page.reload()
    expect(page.locator("#page-state")).to_contain_text("Up to date, and stored on this device on")
    page.context.set_offline(True)
    expect(page.locator("#page-state")).to_contain_text("You are offline. This page was loaded on")
    page.reload()
    expect(page.locator("#page-state")).to_contain_text("You are offline. This page was stored on")
    expect(page.locator("#groups .unit-link").first).to_be_visible()
    for address in ("/pebbles/", "/pebbles/reference/", "/pebbles/rulings/", "/pebbles/catalogue/"):
        page.goto(address)
        expect(page.locator("#page-state")).to_contain_text("was stored on")
    page.goto(f"{army.get_absolute_url()}print/preview")
    expect(page.locator(".preview-pages")).not_to_be_empty()
    before = page.locator("html").evaluate("html => getComputedStyle(html, '::before').content")
    assert before == f'"Stored on {page.locator("html").get_attribute("data-kept")}"'
    fonts = [name for name in page.evaluate(FILES) if name.endswith(".woff2")]
    assert [name for name in fonts if "barlow-latin-400-italic" in name]
    page.goto("/armies/import")
    expect(page.get_by_role("heading", level=1)).to_have_text("You are offline")
    page.goto("/device/")
    kept = page.locator("#kept .army")
    expect(kept).to_have_count(2)
    mine = kept.filter(has_text=str(army))
    expect(mine).to_contain_text("Stored on")
    expect(mine).to_contain_text("kB")
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Save all as a file").click()
    file = Path(tmp_path, "device.json")
    downloading.value.save_as(file)
    written = json.loads(file.read_text())
    assert [army_of(each).force for each in written["armies"]] == [load_head(army).force]
    with file.open() as sent:
        assert str(army) in alice.post("/armies/import", {"file": sent}).text
    page.get_by_role("button", name=f"Remove {army}").click()
    expect(kept).to_have_count(1)
    page.goto(army.get_absolute_url())
    expect(page.get_by_role("heading", level=1)).to_have_text("You are offline")
    expect(page.locator("#kept .army")).to_have_count(1)
    page.context.set_offline(False)
    page.goto("/device/")
    assert_accessible(page)
    storage = page.locator("#storage")
    expect(storage).to_contain_text("stored on this device")
    expect(storage).not_to_contain_text("rules")
    page.evaluate("caches.open('engine')")
    page.reload()
    expect(storage).to_contain_text("Most of it is the rules, which everything here shares.")
    page.get_by_role("button", name="Remove everything").click()
    expect(page.locator("#nothing-kept")).to_be_visible()


UPDATE = "async () => (await navigator.serviceWorker.getRegistration()).update()"
FILES = """async () => (await (await caches.open("files")).keys()).map(({ url }) => new URL(url).pathname)"""
VERSIONS = """async () => {
  const [pages, engine] = await Promise.all(["pages", "engine"].map((name) => caches.open(name)));
  const own = ["/mbt2020/", "/device/", "/matches/"].map((address) => pages.match(address));
  const answers = await Promise.all([...own, engine.match("/engine/parts.json")]);
  return answers.map(({ headers }) => headers.get("Site-Version"));
}"""


GAME_AT_THE_TABLE = """async () => {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const { keep } = await import(loaded.find((name) => name.includes("/js/offline")));
  await keep({ address: "/matches/", title: "A game", kind: "Game at the table", pages: ["/matches/"] });
}"""
"""Keeps a page as games at the table are kept, which have no description."""


def set_version(monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    """Give the server a version of the site."""
    for module in ("offline.views", "site.pages", "site.version"):
        monkeypatch.setattr(f"armybuilder.{module}.site_version", lambda: version)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_two_versions_never_mix_on_a_device(
    author: Author,
    open_page: Callable[..., Page],
    live_server: Any,
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
    tmp_path: Path,
    give_engine: GiveEngine,
) -> None:
    game = get_ruleset("mbt2020")
    army = create_army(LoadedArmy(game, game.demo()), "New army", author)
    page = open_page()
    sign_in(page, live_server)
    set_version(monkeypatch, "second")
    take_offline(page, army, give_engine)
    page.goto(army.get_absolute_url())
    state, button = page.locator("#page-state"), page.get_by_role("button", name="Use the new version of the site")
    expect(state).to_be_visible()
    expect(button).to_have_count(0)
    page.evaluate(GAME_AT_THE_TABLE)
    page.evaluate("async () => (await caches.open('files')).put('/static/js/before.0.js', new Response('before'))")
    files = set(page.evaluate(FILES))

    def is_refused() -> None:
        """The open page is from another version than the engine on this device."""
        page.goto(army.get_absolute_url())
        expect(button).to_be_visible()
        page.locator("#unit-u2 .unit-link").click()
        expect(page.locator("#inspector")).to_have_attribute("data-at", "u2")
        page.context.set_offline(True)
        page.locator("#inspector").get_by_role("button", name="One more").click()
        expect(page.locator("#messages")).to_contain_text("from two versions of the site. Reload the page online")
        expect(page.locator("#groups .unit")).to_have_count(24)

    set_version(monkeypatch, "third")
    page.locator(".run-fold > summary").first.click()
    page.locator("#unit-u3 .unit-link").click()
    expect(state).to_contain_text("The site has been updated: reload the page.")
    is_refused()
    assert page.evaluate(VERSIONS) == ["second"] * 4
    page.reload()
    expect(state).to_contain_text("was stored on")
    assert page.url.endswith("?at=u2")
    expect(page.locator("#groups .unit")).to_have_count(24)
    assert page.locator("html").get_attribute("data-version") == "second"
    page.context.set_offline(False)
    page.goto(army.get_absolute_url())
    page.evaluate(UPDATE)
    with page.expect_navigation(timeout=120_000):
        button.click()
    expect(state).to_contain_text("Up to date, and stored")
    expect(button).to_have_count(0)
    assert page.evaluate(VERSIONS) == ["third"] * 4
    assert files - set(page.evaluate(FILES)) == {"/static/js/before.0.js"}
    set_version(monkeypatch, "first")
    is_refused()
    assert page.evaluate(VERSIONS) == ["third"] * 4
    page.context.set_offline(False)
    # When the site no longer has the engine, only that is deleted.
    monkeypatch.setattr("armybuilder.offline.engine.VENDOR", tmp_path)
    page.goto(army.get_absolute_url())
    with page.expect_navigation(timeout=120_000):
        button.click()
    expect(state).to_contain_text("Up to date, and stored")
    expect(button).to_have_count(0)
    assert page.evaluate("caches.has('engine')") is False
    page.context.set_offline(True)
    page.reload()
    assert page.locator("html").get_attribute("data-version") == "first"
    page.context.set_offline(False)
    page.goto("/device/")
    expect(page.locator("#kept .army").first).to_be_visible()
    settings.OFFLINE = False
    page.evaluate(UPDATE)
    until(page, "async () => !(await navigator.serviceWorker.getRegistration()) && !(await caches.keys()).length")


MODULE = b"\0asm\x01\0\0\0"
"""WebAssembly that does nothing."""
KEPT_NOW = """async () => {
  const kept = [];
  for (const name of ["engine", "pages"]) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      kept.push([new URL(request.url).pathname, answer.headers.get("Site-Version"), (await answer.text()).length]);
    }
  }
  return kept.sort();
}"""
"""Script that returns path, version and length of everything in the caches."""


@pytest.fixture
def small_engine(pebbles: AnyRuleset, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of an engine that cannot start but is small, which replaces the site's."""
    folder = tmp_path / "pyodide-0"
    folder.mkdir()
    no_python = b"export const loadPyodide = () => Promise.reject(new Error('none'));"
    for name, content in (
        ("pyodide.mjs", no_python),
        ("pyodide.asm.mjs", b"export default 0;"),
        ("pyodide.asm.wasm", MODULE),
    ):
        (folder / f"{name}.br").write_bytes(brotli.compress(content))
    monkeypatch.setattr(engine, "VENDOR", tmp_path)
    return folder


def change(folder: Path) -> None:
    """Change the small engine."""
    (folder / "pyodide.asm.wasm.br").write_bytes(brotli.compress(MODULE + b"\0\2\1x"))
    engine.checksum.cache_clear()


def cut(found: engine.EngineFile | None) -> engine.EngineFile | None:
    """An answer with its headers, and only a part of the content that they announce."""
    return replace(found, compressed=b"\xff" * 20) if found else None


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_network_failure_within_a_part_changes_nothing(
    open_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch, small_engine: Path
) -> None:
    page = open_page(360, 740)
    said = page.locator("#take-offline p")

    def take() -> None:
        page.goto("/pebbles/calculators/")
        page.get_by_role("button", name="Take these calculators offline").click()

    broken, whole = True, engine.part

    def part(path: str) -> engine.EngineFile | None:
        return cut(whole(path)) if broken and "wasm" in path else whole(path)

    monkeypatch.setattr(engine, "part", part)
    kept = "Everything that was stored before is still there. Try again."
    lost = f"This could not be stored: the connection was lost. {kept}"
    set_version(monkeypatch, "first")
    take()
    expect(said).to_have_text(lost)
    assert page.evaluate("caches.keys()") == []
    broken = False
    page.get_by_role("button", name="Take these calculators offline").click()
    expect(said).to_contain_text("Available offline on this device")
    before = page.evaluate(KEPT_NOW)
    assert {version for _, version, _ in before} == {"first"}
    set_version(monkeypatch, "second")
    change(small_engine)
    broken = True
    take()
    expect(said).to_have_text(lost)
    assert page.evaluate(KEPT_NOW) == before
    broken = False
    page.get_by_role("button", name="Take these calculators offline").click()
    expect(said).to_contain_text("Available offline on this device")
    after = page.evaluate(KEPT_NOW)
    assert len(after) == len(before)
    named = ("/engine-worker.js", "/engine/parts.json", "/pebbles/")
    assert [version for path, version, _ in after if path in named] == ["second"] * 3


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_network_failure_leaves_no_unreported_mixture(
    open_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch, small_engine: Path
) -> None:
    page, other_page = open_page(360, 740), "/pebbles/calculators/skipping/"
    state, button = page.locator("#page-state"), page.get_by_role("button", name="Use the new version of the site")
    whole = engine.part

    def versions() -> set[tuple[str, str]]:
        """The versions of the kept pages of the game, and of the list of the engine's parts."""
        kept = [(path, version) for path, version, _ in page.evaluate(KEPT_NOW)]
        of_engine = {("engine", version) for path, version in kept if path.startswith(("/engine-", "/engine/parts"))}
        return of_engine | {("pages", version) for path, version in kept if path.startswith("/pebbles/")}

    set_version(monkeypatch, "first")
    page.goto("/pebbles/calculators/")
    page.get_by_role("button", name="Take these calculators offline").click()
    expect(page.locator("#take-offline p")).to_contain_text("Available offline on this device")
    set_version(monkeypatch, "second")
    change(small_engine)
    # It fails before the whole engine is fetched: nothing has changed.
    monkeypatch.setattr(engine, "part", lambda path: cut(whole(path)) if "wasm" in path else whole(path))
    page.goto("/device/")
    with page.expect_navigation():
        button.click()
    assert versions() == {("engine", "first"), ("pages", "first")}
    # It fails after the engine and before the pages: the older pages do not work with it, and say so.
    monkeypatch.setattr(engine, "part", whole)
    with monkeypatch.context() as patched:
        patched.setattr(device, "game_pages", lambda ruleset: ["/nowhere/"])
        page.goto("/device/")
        with page.expect_navigation():
            button.click()
        expect(page.locator("#kept .army")).to_have_count(1)
        page.context.set_offline(True)
    assert versions() == {("engine", "second"), ("pages", "first")}
    page.goto(other_page)
    expect(state).to_contain_text("You are offline. This page was stored on")
    page.locator("#question").evaluate("form => form.requestSubmit()")
    expect(page.locator("#answer > .alert")).to_contain_text("from two versions of the site. Reload the page online")
    # Any page with a network fetches the rest.
    page.context.set_offline(False)
    page.goto("/device/")
    until(page, f"async () => !(await ({KEPT_NOW})()).some((kept) => /^.pebbles.*,first,/.test(kept))")
    assert versions() == {("engine", "second"), ("pages", "second")}
    expect(button).to_have_count(0)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("without_engine")
def test_the_page_of_the_device_takes_an_army_offline(
    army: Army, open_page: Callable[..., Page], live_server: Any
) -> None:
    page = open_page(360, 740)
    sign_in(page, live_server)
    page.goto("/device/")
    offered = page.get_by_role("button", name=f"Take offline: {army}")
    offered.click()
    expect(page.locator("#kept")).to_contain_text(str(army))
    expect(offered).to_be_hidden()
    page.context.set_offline(True)
    page.locator("#kept").get_by_role("link", name=str(army)).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(str(army))


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("small_engine")
def test_the_page_of_the_device_takes_calculators_offline(open_page: Callable[..., Page]) -> None:
    page = open_page(360, 740)
    page.goto("/device/")
    offered = page.get_by_role("button", name="Take offline: calculators of Pebbles")
    offered.click()
    expect(page.locator("#kept")).to_contain_text("Pebbles")
    expect(offered).to_be_hidden()
    page.context.set_offline(True)
    page.goto("/pebbles/calculators/skipping/")
    expect(page.locator("#page-state")).to_contain_text("was stored on")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("without_engine", "pebbles")
def test_a_device_without_the_engine_offers_no_calculators(open_page: Callable[..., Page]) -> None:
    page = open_page(360, 740)
    page.goto("/device/", wait_until="networkidle")
    expect(page.locator("main").get_by_role("link", name="Pebbles")).to_be_visible()
    expect(page.get_by_role("button", name="Take offline: calculators of Pebbles")).to_be_hidden()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("without_engine")
def test_a_device_that_has_no_room_says_so(army: Army, open_page: Callable[..., Page], live_server: Any) -> None:
    page = open_page()
    sign_in(page, live_server)
    page.context.add_init_script(
        "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };"
    )
    page.goto(army.get_absolute_url())
    page.locator(".builder-menu > summary").click()
    page.get_by_role("button", name="Take it offline").click()
    said = "This could not be stored: its storage is full. Everything that was stored before is still there. Try again."
    expect(page.locator("#take-offline p")).to_have_text(said)
    page.context.add_init_script("indexedDB.open = () => { throw new DOMException('refused', 'SecurityError'); };")
    page.reload()
    page.locator(".builder-menu > summary").click()
    page.get_by_role("button", name="Take it offline").click()
    expect(page.locator("#take-offline p")).to_contain_text("the browser does not store anything")
    expect(page.locator("#page-state")).to_contain_text("The data on this device cannot be read")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("without_engine")
def test_a_network_without_the_site_is_known_by_the_last_answer(
    army: Army, open_page: Callable[..., Page], live_server: Any
) -> None:
    page = open_page(360, 740)
    sign_in(page, live_server)
    take_offline(page, army)
    page.reload()
    state, message, menu = page.locator("#page-state"), page.locator("#messages"), page.locator(".builder-menu")
    expect(state).to_contain_text("Up to date, and stored")
    page.context.route("**/*", lambda route: route.abort())
    assert page.evaluate("navigator.onLine") is True
    menu.locator("summary").click()
    menu.get_by_role("button", name="Copy", exact=True).click()
    expect(message).to_contain_text("The site could not be reached, so nothing was saved or shown.")
    expect(state).to_contain_text("You are offline. This page was loaded on")
    page.get_by_role("link", name="Print").first.click()
    expect(message).to_contain_text("You are offline, and that page is not on this device.")
    page.context.unroute("**/*")
    menu.locator("summary").click()
    menu.get_by_role("button", name="Copy", exact=True).click()
    expect(page).not_to_have_url(re.compile(army.pk))
    assert Army.objects.count() == 2


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("without_engine")
def test_pages_deleted_by_the_browser_are_reported_and_kept_again(
    army: Army, open_page: Callable[..., Page], live_server: Any
) -> None:
    page = open_page()
    sign_in(page, live_server)
    take_offline(page, army)
    page.evaluate("caches.delete('pages')")
    page.goto("/device/")
    mine = page.locator("#kept .army").filter(has_text=str(army))
    expect(mine).to_contain_text("The browser has deleted its pages")
    page.goto(army.get_absolute_url())
    expect(page.locator("#page-state")).to_have_text("Up to date. The browser has deleted this page from this device.")
    expect(page.locator("#page-state")).to_contain_text("Up to date, and stored on this device on")
    page.goto("/device/")
    expect(mine).to_contain_text("Stored on")


@pytest.mark.django_db
def test_the_file_of_a_device_says_what_is_wrong_with_an_army(army: Army, alice: Client) -> None:
    text = json.dumps({"armies": [alice.get(f"/armies/{army.pk}/device.json").json()["army"]["now"], {"ruleset": "x"}]})
    answer = alice.post("/armies/import", {"text": text})
    assert answer.status_code == 200
    assert "2 armies in this file" in answer.text
    assert f"Look at {army}" in answer.text
    assert "give a game of this site" in answer.text


@pytest.mark.django_db
def test_an_army_and_a_shared_army_name_their_pages_and_their_game(army: Army, alice: Client, client: Client) -> None:
    described = alice.get(f"/armies/{army.pk}/device.json").json()
    place = army.get_absolute_url()
    assert described["pages"] == [place, f"{place}print/preview"]
    assert described["army"]["head"] == described["head"] == 1
    assert army_of(described["army"]["now"]).force == load_head(army).force
    game = client.get(described["game"]).json()
    assert [client.get(page).status_code for page in game["pages"]] == [200] * len(game["pages"])
    share = create_link(army, frozen=False, notes=False, blanks=False)
    shared = client.get(f"{share.get_absolute_url()}device.json").json()
    assert (shared["title"], shared["pages"], shared["game"]) == (
        str(army),
        [share.get_absolute_url()],
        described["game"],
    )


@pytest.mark.django_db
def test_an_army_comes_with_the_steps_to_undo_and_redo(
    army: Army, alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for head in (1, 2, 3):
        alice.post(f"/armies/{army.pk}/edits/copy-unit", {"unit": "u2", "head": head})
    alice.post(f"/armies/{army.pk}/undo", {"head": 4})
    summary = "Added one more Flint to Pile 1"

    def steps() -> dict[str, list[tuple[int, str, int]]]:
        taken = alice.get(f"/armies/{army.pk}/device.json").json()["army"]
        return {
            way: [(each["number"], each["said"], len(each["now"]["groups"][0]["units"])) for each in taken[way]]
            for way in ("back", "ahead")
        }

    assert steps() == {"back": [(2, summary, 4), (1, summary, 3)], "ahead": [(4, summary, 6)]}
    size = len(orjson.dumps(plain_document(army.revisions.get(number=2).document)))
    monkeypatch.setattr(device, "MAX_BYTES", size)
    assert steps() == {"back": [(2, summary, 4)], "ahead": []}
    monkeypatch.setattr(device, "MAX_BYTES", 3 * size)
    alice.post(f"/armies/{army.pk}/undo", {"head": 3})
    assert steps() == {"back": [(1, summary, 3)], "ahead": [(3, summary, 5), (4, summary, 6)]}
    monkeypatch.setattr(device, "MAX_STEPS", 1)
    assert steps() == {"back": [(1, summary, 3)], "ahead": [(3, summary, 5)]}
    monkeypatch.setattr(device, "MAX_STEPS", 0)
    assert steps() == {"back": [], "ahead": []}


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_damaged_data_on_a_device_is_counted_and_can_be_deleted(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/device/")
    page.evaluate("localStorage.setItem('match /matches/x/events 0', '{')")
    page.reload()
    expect(page.locator("#device-tools")).to_be_visible()
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Save all as a file").click()
    written = json.loads(Path(downloading.value.path()).read_text())
    assert written == {
        "armies": [],
        "edits": [],
        "games": {"match /matches/x/events 0": "{"},
        "matches": [],
        "entries": [],
    }
    later = "new Promise((done) => { const request = indexedDB.open('armybuilder', 99); request.onsuccess = done; })"
    page.evaluate(f"async () => {{ await {later}; }}")
    page.reload()
    expect(page.locator("#storage")).to_contain_text("The data on this device cannot be read")
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Save all as a file").click()
    assert json.loads(Path(downloading.value.path()).read_text()) == written
    page.get_by_text("If something does not work").click()
    page.get_by_role("button", name="Delete everything").click()
    expect(page.locator("#nothing-kept")).to_be_visible()
    expect(page.locator("#storage")).to_be_empty()
    expect(page.locator("#device-tools")).to_be_hidden()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("without_engine")
def test_taking_offline_goes_on_after_the_page_is_left(
    army: Army, open_page: Callable[..., Page], live_server: Any
) -> None:
    page = open_page()
    sign_in(page, live_server)
    page.goto(army.get_absolute_url())
    page.evaluate(SPOKEN)
    source = page.locator("#take-offline").get_attribute("data-take")
    # The first answer never comes.
    page.route(f"**{source}", lambda route: None, times=1)
    page.locator(".builder-menu > summary").click()
    page.get_by_role("button", name="Take it offline").click()
    expect(page.locator("#take-offline p")).to_have_text("Fetching…")
    page.goto("/device/")
    expect(page.locator("#kept .army").filter(has_text=str(army))).to_be_visible(timeout=120_000)
    assert page.evaluate("localStorage.getItem('taking offline')") is None
    page.goto(army.get_absolute_url())
    page.evaluate(SPOKEN)
    page.locator(".builder-menu > summary").click()
    page.get_by_role("button", name="Take it offline").click()
    expect(page.locator("#take-offline p")).to_have_text(STAYS, timeout=120_000)
    assert page.evaluate("window.spoken") == ["Fetching Pebbles…", f"Fetching {army}…"]


SPOKEN = """() => {
  window.spoken = [];
  document.addEventListener("taking-offline", ({ detail }) => window.spoken.push(detail));
}"""
