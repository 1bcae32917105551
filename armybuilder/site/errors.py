"""What goes wrong, said to players as pages and to programs as RFC 9457 problems: what, where, what would be right.

While nothing can be stored, because the disk is full or broken or the database does not respond, reading still works,
and requests that would store something are refused with an explanation.
"""

import errno
import logging
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, Final, ParamSpec
from urllib.parse import urlencode

import orjson
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.exceptions import SessionInterrupted
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import is_valid_path, reverse
from django.utils.encoding import iri_to_uri

from armybuilder.site.htmx import is_htmx
from armybuilder.site.logs import request_id
from rulesets.core.declarations.codec import CodecError
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.declarations.problems import Problem
from rulesets.registry import all_rulesets, find_ruleset

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

ERRORS = {
    400: ("Bad request", "Something in the request was missing or malformed. Nothing was changed."),
    403: ("Permission denied", "You are not allowed to do that here. Nothing was changed."),
    404: ("Page not found", "The address is wrong, or what was here has been removed or is not shared."),
    409: ("Newer changes were saved", "What you were editing has changed in the meantime. Nothing was overwritten."),
    410: ("No longer shared", "This link was withdrawn by the player who made it. Ask for another one."),
    413: ("Too large", "Nothing was saved. Please send something smaller."),
    422: ("That cannot be done", "Nothing was changed."),
    429: ("Too many requests", "Please wait a moment and try again."),
    500: ("Server error", "Your saved armies are unchanged. Please go back and try again."),
    503: (
        "Nothing can be saved at the moment",
        "The site’s disk is full or broken. Nothing was changed, and you can still read everything. "
        "Please try again later.",
    ),
}
"""Title and explanation of each error that a visitor can encounter."""

OWNED_KEYS = ("address", "key")
"""URL parameters that identify players' data: armies, battles, own entries and house rules."""

SIGN_IN = "You are not signed in: only the owner of an account can see what belongs to it."
"""Explanation for an address that may belong to an account."""

DAMAGED_LINK: Final = (
    "This link does not work. It may have been cut off or changed by the program that sent it. "
    "Copy the whole link again, or ask for a new one."
)
"""Explanation for a link with a token that nothing has."""
_PUNCTUATION: Final = re.compile(r"(?:(?<=/)[^A-Za-z0-9/]+|[^A-Za-z0-9/_-]+)/?$")
"""What chats add to a link: quotes, brackets, stars, full stops."""

API: Final = "/api/"
"""The beginning of addresses for programs."""
_GAME: Final = re.compile(f"{API}v1/(?:games|pictures/(?:charts|maps))/([^/.]+)")
PROBLEM_TYPE: Final = "application/problem+json"
BODY: Final = "body"
"""The path of an error that concerns the whole body."""

DISK_ERRORS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EACCES, errno.EPERM})
DATABASE_WORDS = (
    "disk is full",
    "disk i/o error",
    "readonly database",
    "unable to open database file",
    "no space left",
    "read-only transaction",
)
"""Error messages of SQLite and PostgreSQL for it."""
NO_CONNECTION = ("08", "40", "53", "57", "58")
"""PostgreSQL's classes of temporary errors: no connection, deadlock, lack of resources, shutdown, system error."""
NO_DATABASE = (
    "The site’s database does not answer. Your last change may not have been saved. Please check again in a minute."
)

logger = logging.getLogger(__name__)


def error_page(request: HttpRequest, status: int, words: str = "", title: str = "") -> HttpResponse:
    """The response to a failed request: a page, or a message in the page's message region for a part of a page.

    `words` replace the explanation in `ERRORS`: what is wrong and what would be right; `title` is for an error that is
    no fault of the site's. Programs get RFC 9457 problems.
    """
    usual_title, plain = ERRORS[status]
    if status >= 500 and not title and request_id():
        words = f"{words or plain} If you report it, include this request number: {request_id()}."
    title = title or usual_title
    if is_for_programs(request):
        words = words or f"{title}. {plain}"
        wrong = {404: unknown_game(request), 413: Problem(BODY, words)}.get(status)
        return problem_response(status, words, [wrong] if wrong else [])
    partial = is_htmx(request)
    template = "components/message.html" if partial else "error.html"
    context = {"kind": "danger", "status": status, "title": title, "words": words or plain}
    if status == 404 and _may_be_theirs(request):
        back = request.get_full_path() if request.method in ("GET", "HEAD") else reverse("armies:list")
        context["words"] = f"{context['words']} {SIGN_IN}"
        context["sign_in"] = f"{reverse('account_login')}?{urlencode({'next': back})}"
    response = render(request, template, context, status=status)
    if partial:
        response.headers["HX-Retarget"] = "#messages"
        response.headers["HX-Reswap"] = "innerHTML"
    return response


def _may_be_theirs(request: HttpRequest) -> bool:
    """Whether an anonymous visitor requests the address of players' data."""
    user = getattr(request, "user", None)
    named = request.resolver_match.kwargs if request.resolver_match else {}
    return not named.keys().isdisjoint(OWNED_KEYS) and not (user and user.is_authenticated)


class Refused(Exception):
    """Raised by views that cannot do what was requested; ``words`` explain what would be right."""

    def __init__(self, status: int, words: str) -> None:
        """Store both for the response."""
        super().__init__(words)
        self.status = status


def explains_unreadable(what: str) -> Callable[[View[P]], View[P]]:
    """Decorator for views: respond with an explanation to ``Refused`` and to data that its game can no longer read.

    ``what`` is the word for the data: army or battle.
    """

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def around(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            try:
                return view(request, *args, **kwargs)
            except Refused as refusal:
                return error_page(request, refusal.status, str(refusal))
            except CodecError as error:
                words = f"This {what} was saved by another version of its game and can no longer be read: {error}"
                return error_page(request, 409, words)

        return around

    return decorate


def is_for_programs(request: HttpRequest) -> bool:
    """Whether the request comes from a program, so that errors are answered with ``problem_response``."""
    return request.path_info.startswith(API)


def invalid_choice(path: str, word: str, words: Iterable[str]) -> Problem:
    """The message for a word that should be one of those given."""
    return Problem(path, f"use one of {', '.join(sorted(words))}, not '{word[:NAME_LENGTH]}'")


def unknown_game(request: HttpRequest) -> Problem | None:
    """The error for an address with an unknown game."""
    named = _GAME.match(request.path_info)
    if not named or find_ruleset(named[1]):
        return None
    return invalid_choice("game", named[1], [ruleset.slug for ruleset in all_rulesets()])


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


def is_write_failure(error: BaseException) -> bool:
    """Whether the error means that nothing can be written; for an unsaved session, look at the errors before it."""
    if isinstance(error, SessionInterrupted | UpdateError) and error.__context__:
        return is_write_failure(error.__context__)
    if isinstance(error, OperationalError):
        return any(words in str(error).lower() for words in DATABASE_WORDS)
    return isinstance(error, OSError) and error.errno in DISK_ERRORS


@contextmanager
def optional_writes() -> Iterator[None]:
    """Context for optional writes of a page that otherwise only reads: if nothing can be written, skip them."""
    try:
        yield
    except (OperationalError, OSError) as error:
        if not is_write_failure(error):
            raise
        logger.error("Nothing can be stored: %s", error)


def is_database_away(error: BaseException) -> bool:
    """Whether the error means that the database does not respond at present."""
    if isinstance(error, SessionInterrupted | UpdateError) and error.__context__:
        return is_database_away(error.__context__)
    if isinstance(error, OperationalError):
        state = getattr(error.__cause__, "sqlstate", "")
        return state is None or state[:2] in NO_CONNECTION or "database is locked" in str(error)
    return isinstance(error, InterfaceError)


def _storage_error(request: HttpRequest, error: BaseException) -> HttpResponse | None:
    """An error page about the disk or the database; ``None`` if the error has another cause."""
    if is_write_failure(error):
        logger.error("Nothing can be stored: %s", error)
        return error_page(request, 503)
    if is_database_away(error):
        logger.error("The database does not answer: %s", error)
        # The page must not use the database.
        request.user = AnonymousUser()
        request._messages = CookieStorage(request)  # type: ignore[attr-defined]
        return error_page(request, 503, NO_DATABASE)
    return None


def too_large(request: HttpRequest) -> HttpResponse:
    """The response to a request that is too large."""
    return error_page(request, 413)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler for 400, also called for requests over its own limits and for sessions that cannot be stored."""
    if response := _storage_error(request, exception):
        return response
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
        return too_large(request)
    return error_page(request, 400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler for 403."""
    return error_page(request, 403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler for 404, which finds an address with a chat's punctuation at its end.

    What it says of a link is the same for every token that opens nothing.
    """
    address = _PUNCTUATION.sub("", request.path_info)
    if request.method in ("GET", "HEAD") and address != request.path_info and not is_for_programs(request):
        for found in (address, f"{address}/"):
            if is_valid_path(found):
                return HttpResponseRedirect(iri_to_uri(found))
    named = request.resolver_match.kwargs if request.resolver_match else {}
    is_link = "token" in named and named.keys().isdisjoint(OWNED_KEYS)
    return error_page(request, 404, DAMAGED_LINK if is_link else "")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django's response to a form without a valid CSRF token."""
    return error_page(
        request,
        403,
        "The form could not be verified. This happens when the browser blocks cookies or the page was open for a long "
        "time. Go back, reload the page and send it again.",
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler for 500, which is also called when middleware cannot read or write."""
    error = sys.exc_info()[1]
    return (error and _storage_error(request, error)) or error_page(request, 500)


class StorageErrors:
    """Middleware that answers 503 when a view cannot write or the database does not respond."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The response to such an error; ``None`` for any other."""
        return _storage_error(request, exception)
