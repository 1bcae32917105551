"""Errors for programs: what is wrong, where, and what would be right, as RFC 9457 writes it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any, Final

import orjson
from django.http import HttpRequest, HttpResponse

from rulesets.core.declarations import NAME_LENGTH
from rulesets.core.findings import Problem
from rulesets.registry import all_rulesets

API: Final = "/api/"
"""What the addresses for programs begin with."""
_GAME: Final = re.compile(f"{API}v1/(?:games|pictures/(?:charts|maps))/([^/.]+)")
PROBLEM_TYPE: Final = "application/problem+json"
BODY: Final = "body"
"""The path of an error that is about all of what was sent."""


def is_for_programs(request: HttpRequest) -> bool:
    """Whether a program asks, so that errors are answered as ``problem_response`` does."""
    return request.path_info.startswith(API)


def none_of(path: str, word: str, words: Iterable[str]) -> Problem:
    """What is wrong with a word that should be one of those."""
    return Problem(path, f"should be one of {', '.join(sorted(words))}, is '{word[:NAME_LENGTH]}'")


def unknown_game(request: HttpRequest) -> Problem | None:
    """What is wrong with an address that names a game which is none of this site."""
    named = _GAME.match(request.path_info)
    games = [ruleset.slug for ruleset in all_rulesets()]
    return none_of("game", named[1], games) if named and named[1] not in games else None


def plain_problem(
    status: int, detail: str, errors: Iterable[Problem] = (), rules: Mapping[str, str] | None = None, **more: Any
) -> dict[str, Any]:
    """The problem as plain data: ``errors`` are its places, of which ``rules`` may give the rule by the path."""
    return {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "errors": [
            {"path": each.path or BODY, "message": each.message, "rule": (rules or {}).get(each.path)}
            for each in errors
        ],
        **more,
    }


def problem_response(
    status: int, detail: str, errors: Iterable[Problem] = (), rules: Mapping[str, str] | None = None, **more: Any
) -> HttpResponse:
    """An answer of that status with the problem as ``plain_problem`` has it."""
    # A path or a message may quote half a character of what was sent, which JSON cannot have.
    text = orjson.dumps(_printable(plain_problem(status, detail, errors, rules, **more)))
    return HttpResponse(text, status=status, content_type=PROBLEM_TYPE)


def _printable(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, list):
        return [_printable(each) for each in value]
    return {name: _printable(each) for name, each in value.items()} if isinstance(value, dict) else value
