"""The engine of browsers: how soon it is ready, how long an answer takes beside the server, and that all are the same.

``ENGINE_QUESTIONS`` is the number of questions to each game, 1,000 if it is not set; ``ENGINE_ARMIES`` that of armies
of each, 50 if it is not set. No browser slows down a worker as
it does a page, so that times are also said in those that a fixed calculation takes in a worker at the same moment:
divide by them on a machine that does other things, and take the product with 4 for a phone.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from statistics import median
from time import perf_counter

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from lxml import html
from playwright.sync_api import Page

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.offline.browser import reply
from rulesets.core.force import AnyForce
from rulesets.core.force_document import encode_force
from rulesets.registry import all_rulesets
from tests.armies.test_all_files import forces
from tests.offline.engine_memory import KEEP
from tests.offline.test_engine import questions

pytestmark = [pytest.mark.benchmark, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

EACH_GAME = int(os.environ.get("ENGINE_QUESTIONS", "1000"))
ARMIES = int(os.environ.get("ENGINE_ARMIES", "50"))
TIMED = """async ([messages, isToBeReady]) => {
  const begun = performance.now();
  const worker = new Worker("/engine-worker.js", { type: "module" });
  const ask = (message) => new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => (data.failure ? reject(new Error(data.failure)) : resolve(data.reply));
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


FIXED = """() => new Promise((resolve) => {
  const source = `onmessage = () => {
    const begun = performance.now();
    for (let i = 0, x = 0; i < 1e8; i += 1) x = (x * 31 + i) | 0;
    postMessage(performance.now() - begun);
  }`;
  const worker = new Worker(URL.createObjectURL(new Blob([source])));
  worker.onmessage = ({ data }) => { worker.terminate(); resolve(data); };
  worker.postMessage(0);
})"""


def test_ready(open_page: Callable[..., Page]) -> None:
    page, bare = open_page(), open_page()
    page.goto("/offline")
    bare.goto("about:blank")
    message = next(questions(1))
    for kept in (False, True):
        if kept:
            page.evaluate(KEEP)
        for _ in range(3):
            fixed, ready = bare.evaluate(FIXED), page.evaluate(TIMED, [[message], True])
            state = "from its memory" if kept else "anew"
            print(f"ready {state} after {ready:.0f} ms, {ready / fixed:.1f} times a fixed calculation ({fixed:.0f} ms)")


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
