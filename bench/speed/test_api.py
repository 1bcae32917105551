"""How long the API takes: a calculator's answer beside an empty JSON view, and a thousand questions in one call.

Run with ``pytest -s bench/speed/test_api.py``; times are printed. Both count
each request.
"""

import json
import time
from itertools import product
from typing import Any

import pytest
from django.core.cache import caches
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest, JsonResponse
from django.test import RequestFactory
from django.urls import path

import rulesets
from armybuilder.api import games
from armybuilder.site.limits import limit
from armybuilder.urls import urlpatterns as site_patterns
from bench.speed.timing import medians_ms

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]
MAX_RATIO = 3


@limit("api")
def empty(request: HttpRequest) -> JsonResponse:
    """What the site does for every answer, and nothing else."""
    return JsonResponse({})


urlpatterns = [path("empty", empty), *site_patterns]


@pytest.fixture
def site() -> BaseHandler:
    """The site with all its middleware."""
    handler = BaseHandler()
    handler.load_middleware()
    return handler


def ask(site: BaseHandler, address: str, body: Any) -> Any:
    request = RequestFactory().post(address, json.dumps(body), content_type="application/json")
    request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]
    response = site.get_response(request)
    assert response.status_code == 200
    return response


def times_of(site: BaseHandler, address: str, question: Any) -> float:
    """How many times as long as an empty view an answer takes that is computed anew each time.

    Both take turns. What the rules keep of earlier questions, such as chances that many questions need, stays.
    """

    def answer() -> None:
        games._ANSWERS.clear()
        ask(site, address, question)

    ratios = []
    for _ in range(3):
        caches["counts"].clear()
        nothing, answered = medians_ms([lambda: ask(site, "/empty", {}), answer], 40)
        ratios.append(answered / nothing)
        if ratios[-1] <= MAX_RATIO:
            break
    print(f"{min(ratios):.1f} times {nothing:.2f} ms: {address}")
    return min(ratios)


def test_an_answer_takes_at_most_three_times_as_long_as_an_empty_view(site):
    times = {
        (game.slug, each["calculator"]): times_of(
            site, f"/api/v1/games/{game.slug}/calculators/{each['calculator']}/answer", {}
        )
        for game in rulesets.games()
        for each in game.calculators()
    }
    assert {calculator: ratio for calculator, ratio in times.items() if ratio > MAX_RATIO} == {}


def test_a_thousand_questions_take_less_than_a_second(site):
    distances, lights, weather = range(125), ("day", "twilight", "night", "day"), (False, True)
    asked = [
        {"conditions": {"distance": distance, "light": light, "awc": awc}}
        for distance, light, awc in product(distances, lights, weather)
    ]
    assert len(asked) == 1000
    address = "/api/v1/games/mbt2020/calculators/engagement/answers"
    ask(site, address, {"questions": asked[:1]})
    games._ANSWERS.clear()
    begin = time.process_time()
    answers = json.loads(ask(site, address, {"questions": asked}).content)["answers"]
    taken = time.process_time() - begin
    print(f"1,000 questions: {taken:.2f} s")
    assert (len(answers), [each for each in answers if each["problem"]]) == (1000, [])
    assert taken < 1
