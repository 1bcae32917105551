"""The engine of browsers: how soon it is ready, how long an answer takes beside the server, and that all are the same.

``ENGINE_QUESTIONS`` is the number of questions to each game, 1,000 if it is not set; ``ENGINE_ARMIES`` that of armies
of each, 50 if it is not set. Starts are compared with Pyodide's own, in turn: from the network, and once the
browser has Pyodide and the engine its memory.
"""

import json
import os
from collections.abc import Callable
from statistics import median
from time import perf_counter

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from lxml import html
from playwright.sync_api import Page, Route

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.offline.browser import reply
from armybuilder.offline.views import ENGINE_POLICY
from rulesets.core.force_document import encode_force
from rulesets.core.forces.force import AnyForce
from rulesets.registry import all_rulesets
from tests.interchange.test_all_files import forces
from tests.offline.engine_memory import KEEP
from tests.offline.test_engine import questions

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

EACH_GAME = int(os.environ.get("ENGINE_QUESTIONS", "1000"))
ARMIES = int(os.environ.get("ENGINE_ARMIES", "50"))
TIMED = """async ([messages, isToBeReady]) => {
  const begun = performance.now();
  const worker = new Worker("/engine-worker.js", { type: "module" });
  const ask = (message) => new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if ("id" in data) data.failure ? reject(new Error(data.failure)) : resolve(data.reply);
    };
    worker.postMessage({ id: 0, message, version: document.documentElement.dataset.version });
  });
  await ask(messages[0]);
  const ready = performance.now() - begun;
  if (isToBeReady) return worker.terminate(), ready;
  const replies = [];
  for (const message of messages) {
    const asked = performance.now();
    replies.push([await ask(message), performance.now() - asked]);
  }
  worker.terminate();
  return [ready, replies];
}"""


PRINT = """onmessage = async ({ data: runtime }) => {
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  const lockFileContents = { info: { abi_version: "2026_0" }, packages: {} };
  const python = await loadPyodide({ indexURL: runtime, lockFileContents });
  python.runPython("print(1)");
  postMessage(null);
};"""
"""A worker with nothing but Pyodide's own start."""
PRINTED = """async () => {
  const { runtime } = await (await fetch("/engine/parts.json")).json();
  const begun = performance.now();
  const worker = new Worker("/print-worker.js", { type: "module" });
  await new Promise((resolve, reject) => {
    worker.onmessage = resolve;
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(runtime);
  });
  worker.terminate();
  return performance.now() - begun;
}"""
STARTS = 5


def serve_print(route: Route) -> None:
    """Answer with the worker that prints, which may compile WebAssembly as the engine may."""
    headers = {"Content-Security-Policy": ENGINE_POLICY, "Content-Type": "text/javascript"}
    route.fulfill(body=PRINT, headers=headers)


def test_ready(open_page: Callable[..., Page]) -> None:
    message = next(questions(1))
    times: dict[str, list[float]] = {
        name: [] for name in ("print, cold", "answer, cold", "print, warm", "answer, warm")
    }
    for _ in range(STARTS):
        bare, page = open_page(), open_page()
        for each in (bare, page):
            each.route("**/print-worker.js", serve_print)
            each.goto("/offline")
        times["print, cold"].append(bare.evaluate(PRINTED))
        times["answer, cold"].append(page.evaluate(TIMED, [[message], True]))
        page.evaluate(KEEP)
        times["print, warm"].append(bare.evaluate(PRINTED))
        times["answer, warm"].append(page.evaluate(TIMED, [[message], True]))
        bare.context.close()
        page.context.close()
    for name, measured in times.items():
        print(f"{name}: {min(measured):.0f} ms at least, {median(measured):.0f} ms in the middle of {STARTS}")
    for state in ("cold", "warm"):
        ratio = min(times[f"answer, {state}"]) / min(times[f"print, {state}"])
        print(f"first answer, {state}: {ratio:.2f} times Pyodide's own start")


def test_times_and_answers(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/offline")
    for ruleset in all_rulesets():
        base = reverse("calculators:calculators", args=[ruleset])
        each = -(-EACH_GAME // len(ruleset.calculators))
        messages = [message for message in questions(each) if json.loads(message)["path"].startswith(base)]
        here = []
        for message in messages:
            begun = perf_counter()
            here.append((reply(message), 1000 * (perf_counter() - begun)))
        ready, there = page.evaluate(TIMED, [messages, False])
        assert [text for text, _ in there] == [text for text, _ in here]
        own, server = median(time for _, time in there), median(time for _, time in here)
        words = f"{len(messages)} answers the same, ready after {ready:.0f} ms, {own:.1f} ms each (server {server:.1f})"
        print(f"{ruleset.title}: {words}")


def findings(text: str) -> str:
    """What a reply shows of an army's problems, with their fixes; devices draw no symbols in the rest.

    Nothing where they are those of an army that has nothing in it, which the page shows before.
    """
    drawn = html.fromstring(json.loads(text)["html"]).get_element_by_id("findings", None)
    return "" if drawn is None else str(html.tostring(drawn, encoding="unicode"))


def test_problems_of_armies(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/offline")
    for ruleset in all_rulesets():
        drawn: list[AnyForce] = []

        @settings(max_examples=ARMIES, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
        @given(forces(ruleset))
        def collect(force: AnyForce) -> None:
            drawn.append(force)  # noqa: B023

        collect()
        armies = [{"address": "/armies/a/", "head": 1, "now": encode_force(force)} for force in drawn]
        shown = {"at": "", "before": None, "edit": "", "form": "", "said": "", "token": "", "undoes": "", "redoes": ""}
        messages = [json.dumps(shown | {"army": army}) for army in armies]
        _, there = page.evaluate(TIMED, [messages, False])
        assert [findings(text) for text, _ in there] == [findings(reply(message)) for message in messages]
        problems = sum(len(LoadedArmy(ruleset, force).findings) for force in drawn)
        print(f"{ruleset.title}: the same {problems} problems of {len(drawn)} armies")
