"""Errors for programs."""

import json

from django.test import RequestFactory

from armybuilder.site.problems import is_for_programs, problem_response
from rulesets.core.findings import Problem


def test_a_problem_has_its_places_with_their_rules_and_may_quote_anything():
    places = [Problem("house.wet", "choose \ud800"), Problem("", "all of it")]
    answer = problem_response(412, "Too late.", places, {"house.wet": "P-2"}, current=3)
    assert (answer.status_code, answer.headers["Content-Type"]) == (412, "application/problem+json")
    assert json.loads(answer.content) == {
        "type": "about:blank",
        "title": "Precondition Failed",
        "status": 412,
        "detail": "Too late.",
        "errors": [
            {"path": "house.wet", "message": "choose \\ud800", "rule": "P-2"},
            {"path": "body", "message": "all of it", "rule": None},
        ],
        "current": 3,
    }


def test_programs_ask_below_one_address():
    assert [is_for_programs(RequestFactory().get(path)) for path in ("/api/v1/x", "/apiary/", "/")] == [
        True,
        False,
        False,
    ]
