"""Errors for programs, as RFC 9457 problems: what is wrong, where, and what would be right."""

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
"""The beginning of addresses for programs."""
_GAME: Final = re.compile(f"{API}v1/(?:games|pictures/(?:charts|maps))/([^/.]+)")
PROBLEM_TYPE: Final = "application/problem+json"
BODY: Final = "body"
"""The path of an error that concerns the whole body."""


def is_for_programs(request: HttpRequest) -> bool:
    """Whether the request comes from a program, so that errors are answered with ``problem_response``."""
    return request.path_info.startswith(API)


def none_of(path: str, word: str, words: Iterable[str]) -> Problem:
    """The message for a word that should be one of those given."""
    return Problem(path, f"should be one of {', '.join(sorted(words))}, is '{word[:NAME_LENGTH]}'")


def unknown_game(request: HttpRequest) -> Problem | None:
    """The error for an address with an unknown game."""
    named = _GAME.match(request.path_info)
    games = [ruleset.slug for ruleset in all_rulesets()]
    return none_of("game", named[1], games) if named and named[1] not in games else None


def plain_problem(
    status: int, detail: str, errors: Iterable[Problem] = (), rules: Mapping[str, str] | None = None, **more: Any
) -> dict[str, Any]:
    """The problem as plain data: ``errors`` are its places; ``rules`` may map their paths to rules."""
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
    """A response of that status with the data of ``plain_problem``."""
    # A path or message may quote a lone surrogate from the request, which JSON cannot contain.
    text = orjson.dumps(_printable(plain_problem(status, detail, errors, rules, **more)))
    return HttpResponse(text, status=status, content_type=PROBLEM_TYPE)


def _printable(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, list):
        return [_printable(each) for each in value]
    return {name: _printable(each) for name, each in value.items()} if isinstance(value, dict) else value
