"""The parts of the engine, and its answers in a browser, which equal the server's."""

import ast
import io
import json
import re
import time
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.metadata import version
from pathlib import PurePath
from typing import Any
from urllib.parse import urlencode

import brotli
import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page, expect

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import create_army
from armybuilder.calculators.questions import PREFIX
from armybuilder.offline import engine
from armybuilder.schema_forms.plain import differences, fill_blanks
from armybuilder.sharing.links import create_link
from armybuilder.site.claims import Author
from armybuilder.site.security import CONTENT_SECURITY_POLICY
from rulesets.core.declarations.codec import encode
from rulesets.registry import all_rulesets, get_ruleset
from tests.declared import values
from tests.offline.engine_memory import GiveEngine, give_engine
from tests.offline.test_device import STAYS, sign_in, take_offline
from tests.visitors import ALICE, BOB

__all__ = ["give_engine"]

MAX_BYTES = 6_000_000
"""Bytes that "Take it offline" may fetch to compute."""
WORKED_OUT = re.compile("You are offline: this device worked this out with the rules as of .*20.*[.]")
EACH = 4
"""Random questions to each calculator."""

DAMAGE = """async () => {
  const kept = await caches.open("engine");
  const [{ url }] = await kept.keys();
  const whole = await kept.match(url);
  const { headers } = whole;
  await kept.put(url, new Response((await whole.arrayBuffer()).slice(0, 1e7), { headers }));
}"""
HAS_MEMORY = """async () => (await (await caches.open("engine")).keys()).some(({ url }) => url.includes("memory"))"""
DAMAGE_ARMIES = """() => new Promise((resolve) => {
  const request = indexedDB.open("armybuilder");
  request.onsuccess = () => {
    const damaging = request.result.transaction("armies", "readwrite");
    const store = damaging.objectStore("armies");
    store.getAll().onsuccess = ({ target }) => {
      for (const { address, now } of target.result) store.put({ address, head: 1, now: { ...now, groups: 7 } });
    };
    damaging.oncomplete = () => request.result.close() ?? resolve();
  };
})"""
IN_A_WORKER = """async (messages) => {
  const worker = new Worker("/engine-worker.js", { type: "module" });
  const replies = messages.map((message, id) => new Promise((resolve, reject) => {
    worker.addEventListener("message", ({ data }) => {
      if (data.id === id) data.failure ? reject(new Error(data.failure)) : resolve(data.reply);
    });
    worker.addEventListener("error", () => reject(new Error("the worker cannot be loaded")));
    worker.postMessage({ id, message, version: document.documentElement.dataset.version });
  }));
  const all = await Promise.all(replies);
  worker.terminate();
  return all;
}"""


WATCH_START = """async () => {
  const { ask } = await import([...document.scripts].find(({ src }) => src.includes("js/engine")).src);
  const answer = ask({ path: "/mbt2020/calculators/engagement/", query: "" });
  const steps = [];
  const look = () => document.querySelector(".engine-start progress");
  while (!look()) await new Promise((resolve) => setTimeout(resolve, 5));
  const words = look().parentElement.textContent;
  const watching = setInterval(() => look() && steps.at(-1) !== look().value && steps.push(look().value), 1);
  await answer;
  clearInterval(watching);
  return { words, steps };
}"""


def questions(each: int) -> Iterator[str]:
    """The usual question to every calculator of every game, and random ones, the same in every run."""
    for ruleset in all_rulesets():
        for calculator in ruleset.calculators:
            declaration, usual = calculator.question, fill_blanks(calculator.question, {})
            address = reverse("calculators:calculator", args=[ruleset, calculator.slug])
            queries = [""]

            @settings(max_examples=each, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
            @given(st.data())
            def collect(data: st.DataObject) -> None:
                plain = encode(data.draw(values(declaration, ruleset.catalogue)))  # noqa: B023
                queries.append(urlencode(list(differences(declaration, PREFIX, plain, usual))))  # noqa: B023

            collect()
            for query in queries:
                yield json.dumps({"path": address, "query": query})


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_worker_renders_exactly_what_the_server_renders(
    open_page: Callable[..., Page], client: Client, give_engine: GiveEngine
) -> None:
    page = open_page()
    page.goto("/offline")
    messages = list(questions(EACH))
    here = []
    for message in messages:
        asked = json.loads(message)
        answer = client.get(f"{asked['path']}?{asked['query']}", headers={"HX-Request-Type": "partial"})
        assert answer.status_code == 200
        here.append({"html": answer.text, "address": answer.headers["HX-Replace-Url"]})
    first = [json.loads(reply) for reply in page.evaluate(IN_A_WORKER, messages[::20])]
    assert first == here[::20]
    give_engine(page)
    there = [json.loads(reply) for reply in page.evaluate(IN_A_WORKER, messages)]
    assert [pair for pair in zip(here, there, strict=True) if pair[0] != pair[1]] == []
    page.evaluate(DAMAGE)
    assert [json.loads(reply) for reply in page.evaluate(IN_A_WORKER, messages[:1])] == here[:1]
    assert page.evaluate(HAS_MEMORY) is False
    assert sum("No answer yet" not in each["html"] for each in here) > len(here) / 2


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_calculators_taken_offline_answer_without_a_network(open_page: Callable[..., Page]) -> None:
    page = open_page(360, 740)
    page.goto("/mbt2020/calculators/")
    page.get_by_role("button", name="Take these calculators offline").click()
    expect(page.get_by_text("Available offline on this device")).to_be_visible()
    page.goto("/mbt2020/calculators/engagement/")
    before = page.locator("#answer").inner_html()
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("You are offline. This page was stored on")).to_be_visible()
    page.locator("#question").evaluate("form => form.requestSubmit()")
    note = page.locator("#answer > .alert")
    expect(note).to_have_text(WORKED_OUT)
    note.evaluate("note => note.remove()")
    assert page.locator("#answer").inner_html().split() == before.split()
    late = """async () => {
      const { ask } = await import([...document.scripts].find(({ src }) => src.includes("js/engine")).src);
      const question = { path: "/mbt2020/calculators/engagement/", query: "" };
      const answers = Array.from({ length: 20 }, () => ask(question, 0));
      return Promise.all(answers).then(() => "", ({ message }) => message);
    }"""
    assert page.evaluate(late).startswith("This took too long on this device and was stopped.")
    seen = page.evaluate(WATCH_START)
    assert seen["words"].strip().startswith("Starting the calculators on this device…")
    assert seen["steps"] == sorted(set(seen["steps"]))
    assert {1, 2, 3} & set(seen["steps"])
    expect(page.locator(".engine-start")).to_have_count(0)
    assert page.evaluate(late.replace(", 0)", ")")) == ""
    page.goto("/mbt2020/battlefield/?seed=7")
    expect(page.locator("#field > .alert")).to_have_text(WORKED_OUT)
    map_of_seven = page.locator(".battlefield-map").inner_html()
    page.get_by_role("button", name="Roll a new battlefield").click()
    expect(page).not_to_have_url(re.compile("seed=7$"))
    assert page.locator(".battlefield-map").inner_html() != map_of_seven
    expect(page.get_by_text("Go online for printing")).to_be_visible()
    page.keyboard.press("/")
    page.locator("#search-text").fill("MBT-12")
    expect(page.locator("#search-results .alert")).to_contain_text("this device searched")
    page.locator("#search-results a").first.click()
    expect(page).to_have_url(re.compile("/mbt2020/(rules|reference|rulings)/#"))
    expect(page.get_by_text("This page was stored on")).to_be_visible()
    page.keyboard.press("/")
    page.locator("#search-text").fill("finding a rule")
    page.locator("#search-results").get_by_role("link", name="Finding a rule").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Finding a rule")
    assert page.locator(".guide-picture img").evaluate("image => image.decode().then(() => image.naturalWidth > 0)")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_armies_on_the_device_are_answered_without_a_network(
    open_page: Callable[..., Page], live_server: Any, give_engine: GiveEngine
) -> None:
    game = get_ruleset("mbt2020")
    force = game.demo()
    army = create_army(LoadedArmy(game, force), "New army", Author(None, ALICE.hash))
    first, second = (unit.id for unit in force.groups[0].units[:2])
    share = create_link(create_army(LoadedArmy(game, force), "New army", Author(None, BOB.hash)), False, False)
    page = open_page(360, 740)
    sign_in(page, live_server)
    take_offline(page, army, give_engine)
    page.goto(share.get_absolute_url())
    page.locator(".shared-notice summary").click()
    keep = page.get_by_role("button", name="Save to opponents")
    keep.click()
    expect(keep).to_have_count(0)
    page.locator(".shared-notice summary").click()
    page.get_by_role("button", name="Take it offline").click()
    expect(page.locator("#take-offline p")).to_have_text(STAYS)
    address = f"/mbt2020/calculators/engagement/?army.own={army.pk}:{first}&army.opposing={share.token}"
    page.goto(address)
    before = page.locator("#question-fields").inner_html()
    page.context.set_offline(True)
    page.goto(address)
    note = page.locator("#answer > .alert")
    expect(note).to_have_text(WORKED_OUT)
    assert page.locator("#question-fields").inner_html().split() == before.split()
    page.locator("#own-unit").select_option(f"{army.pk}:{second}")
    expect(page.locator("#question input[name='army.own']")).to_have_value(f"{army.pk}:{second}")
    expect(note).to_have_text(WORKED_OUT)
    page.goto("/mbt2020/calculators/engagement/?army.own=unknown")
    expect(note).to_have_text(
        "An army in this question is not on this device. Go online and take it offline in its menu."
    )
    page.evaluate(DAMAGE_ARMIES)
    page.goto(address)
    expect(note).to_contain_text("the rules on this device are damaged")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_pages_may_not_compile_what_the_worker_may(open_page: Callable[..., Page]) -> None:
    page = open_page(expected="Compiling or instantiating WebAssembly")
    page.goto("/offline")
    compiled = "WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => true, () => false)"
    assert page.evaluate(compiled) is False


@pytest.mark.django_db
def test_webassembly_is_for_the_response_of_the_worker_alone(client: Client) -> None:
    worker = client.get("/engine-worker.js")
    assert worker.headers["Content-Type"] == "text/javascript; charset=utf-8"
    policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
    assert worker.headers["Content-Security-Policy"] == policy
    parts = client.get("/engine/parts.json").json()
    for address in ("/", "/offline", "/service-worker.js", "/engine/parts.json", parts["sources"]):
        assert client.get(address).headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    assert "wasm" not in CONTENT_SECURITY_POLICY


@pytest.mark.django_db
def test_the_parts_are_compressed_cached_for_good_and_small(client: Client) -> None:
    parts = client.get("/engine/parts.json").json()
    names = (
        "packages.zip",
        "pyodide.asm.mjs",
        "pyodide.asm.wasm",
        "pyodide.mjs",
        "python_stdlib.zip",
    )
    total = 0
    needed = {*(f"{parts['runtime']}{name}" for name in names), parts["sources"]}
    assert needed == set(parts["files"])
    for address in sorted(needed):
        answer = client.get(address, headers={"Accept-Encoding": "gzip, deflate, br"})
        assert (answer.status_code, answer.headers["Content-Encoding"]) == (200, "br")
        assert "immutable" in answer.headers["Cache-Control"]
        total += len(answer.content)
    assert total <= MAX_BYTES
    plain = client.get(parts["sources"], headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers
    packed = client.get(parts["sources"], headers={"Accept-Encoding": "br"})
    assert plain.content == brotli.decompress(packed.content)
    names_in = zipfile.ZipFile(io.BytesIO(plain.content)).namelist()
    assert len(names_in) == len(set(names_in))
    assert {"armybuilder/offline/browser.py", "rulesets/core/dice.py", "templates/calculators/answer.html"} < set(
        names_in
    )
    assert [name for name in names_in if "__pycache__" in name] == []


def test_the_packages_are_compiled_in_the_versions_that_are_installed() -> None:
    folder = engine.runtime()
    assert folder is not None
    archive = zipfile.ZipFile(io.BytesIO(brotli.decompress((folder / "packages.zip.br").read_bytes())))
    versions = json.loads(archive.read("versions.json"))
    assert set(versions) == {"Django", "asgiref", "django-crispy-forms", "sqlparse"}
    assert versions == {name: version(name) for name in versions}, "run bin/vendor pack"
    assert {PurePath(name).suffix for name in archive.namelist()} == {".html", ".json", ".pyc"}


def test_the_modules_of_the_site_are_those_that_browsers_import() -> None:
    modules = set(engine.site_modules())
    assert {"armybuilder.offline.browser", "armybuilder.offline.editing", "armybuilder.drawing.charts"} < modules
    # Imported for its types alone, by a module that browsers run.
    assert "armybuilder.armies.models" not in modules


@pytest.mark.django_db
def test_devices_that_ask_for_the_engine_at_once_get_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a start of the site: only one request may pack the sources, the others have to wait for them."""
    packing = 0

    def counted(code: bytes) -> Any:
        nonlocal packing
        packing += 1
        assert packing == 1, "Python parses in two threads"
        time.sleep(0.001)  # lets other threads in
        packing -= 1
        return parse(code)

    parse = ast.parse
    monkeypatch.setattr(ast, "parse", counted)
    monkeypatch.setattr(engine, "_packed_sources", cache(engine._packed_sources.__wrapped__))
    with ThreadPoolExecutor(8) as phones:
        names = [each.result()[0] for each in [phones.submit(engine.sources) for _ in range(8)]]
    assert len(set(names)) == 1


@pytest.mark.django_db
def test_other_paths_have_no_part(client: Client) -> None:
    folder = client.get("/engine/parts.json").json()["runtime"]
    for path in ("package.json", "../engine.py", "none.wasm", ".mjs"):
        assert client.get(f"{folder}{path}").status_code == 404
    assert client.get("/engine/sources-0000000000000000.zip").status_code == 404


@pytest.mark.django_db
def test_without_the_packed_python_only_the_engine_is_gone(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    addresses = ["/engine/parts.json", client.get("/engine/parts.json").json()["sources"]]
    with monkeypatch.context() as patched:
        patched.setattr(engine, "VENDOR", tmp_path)
        assert [client.get(address).status_code for address in addresses] == [404, 404]
    monkeypatch.setattr("django.conf.settings.OFFLINE", False)
    assert [client.get(address).status_code for address in addresses] == [404, 404]
    assert [client.get(address).status_code for address in ("/", "/offline", "/service-worker.js")] == [200] * 3
