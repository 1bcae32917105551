"""Logging: each request has an id, and records contain no secrets."""

import logging
import re
import time
import uuid
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

import orjson
from django.http import HttpRequest, HttpResponse

HEADER: Final = "X-Request-ID"
PROXY_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""Ids that a proxy may give to a request; any other is replaced."""
HIDDEN: Final = "[hidden]"
MIN_HIDDEN_LENGTH: Final = 8
"""Minimum length of request data to hide; shorter words are not secret and occur in any text."""
PIECE: Final = 200
"""Longer request data is hidden in pieces of this length, so that parts of it are hidden, too."""
PIECES: Final = re.compile(rf"(?:{re.escape(HIDDEN)})+")
MAX_LENGTH: Final = 20_000
"""Maximum length of a text in the log. The middle of a longer one is left out before anything is looked for in it."""
_LOCAL: Final = r"[^\s<>()\[\]'\"=:,;/@]"
MAIL_ADDRESS: Final = re.compile(rf"(?<!{_LOCAL}){_LOCAL}+@[\w.-]*\w")
"""Begins only where a word does: searching takes time in proportion to the text's length."""
RANDOM: Final = re.compile(r"(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*[\d_-])[\w-]{16,}")
"""Matches random strings like those in links and tokens."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Current:
    id: str
    request: HttpRequest


_CURRENT: ContextVar[_Current | None] = ContextVar("request", default=None)


def request_id() -> str:
    """The id of the current request; empty outside of requests."""
    current = _CURRENT.get()
    return current.id if current else ""


def view_name(request: HttpRequest) -> str:
    """The name of the request's view; ``none`` if it has none."""
    match = request.resolver_match
    return match.view_name or match.route if match else "none"


class RequestLog:
    """Middleware that gives each request an id and logs a line with its view, never with its address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request and add its id as a header."""
        proxy_id = request.headers.get(HEADER, "")
        id_ = proxy_id if PROXY_ID.fullmatch(proxy_id) else uuid.uuid4().hex
        token = _CURRENT.set(_Current(id_, request))
        start = time.monotonic()
        try:
            response = self.get_response(request)
            response.headers[HEADER] = id_
            milliseconds = round((time.monotonic() - start) * 1000)
            fields = {
                "method": request.method,
                "view": view_name(request),
                "status": response.status_code,
                "milliseconds": milliseconds,
            }
            logger.info("%(method)s %(view)s %(status)s", fields, extra={"fields": fields})
            return response
        finally:
            _CURRENT.reset(token)


def _secrets(request: HttpRequest) -> Iterator[str]:
    """Data of the request that may be secret: its address and parts of it, forms, cookies, tokens."""
    yield request.path
    yield request.get_full_path()
    match = request.resolver_match
    if match:
        yield from (each for each in (*match.args, *match.kwargs.values()) if isinstance(each, str))
    forms = (request.GET, request._post) if hasattr(request, "_post") else (request.GET,)
    for form in forms:
        for _, texts in form.lists():
            yield from texts
    yield from request.COOKIES.values()
    yield request.headers.get("Authorization", "").rpartition(" ")[2]


def _pieces(secret: str) -> Iterator[str]:
    """The secret as it may be written in a text, in pieces that are long enough to hide."""
    for form in {secret, quote(secret), repr(secret)[1:-1]}:
        for start in range(0, len(form), PIECE):
            piece = form[start : start + PIECE]
            if len(piece) >= MIN_HIDDEN_LENGTH:
                yield piece


def _hide(text: str) -> str:
    current = _CURRENT.get()
    if current:
        pieces = {piece for each in _secrets(current.request) for piece in _pieces(each)}
        for each in sorted(pieces, key=len, reverse=True):
            text = text.replace(each, HIDDEN)
    return RANDOM.sub(HIDDEN, MAIL_ADDRESS.sub(HIDDEN, text))


def hide(text: str) -> str:
    """The text without e-mail addresses, random strings and data of the current request, of ``MAX_LENGTH`` at most."""
    if len(text) > MAX_LENGTH:
        # Each cut may leave a part of a piece.
        hidden = f"{_hide(text[: MAX_LENGTH // 2])[:-PIECE]} … {_hide(text[-MAX_LENGTH // 2 :])[PIECE:]}"
    else:
        hidden = _hide(text)
    return PIECES.sub(HIDDEN, hidden)


class TextFormatter(logging.Formatter):
    """Formats records as text without secrets."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as text."""
        id_ = request_id()
        return hide(super().format(record)) + (f" [request {id_}]" if id_ else "")


class JsonFormatter(logging.Formatter):
    """Formats records as lines of JSON without secrets."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": hide(record.getMessage()),
            "process": record.process,
        }
        if id_ := request_id():
            line["request_id"] = id_
        if record.exc_info:
            line["exception"] = hide(self.formatException(record.exc_info))
        if record.stack_info:
            line["stack"] = hide(record.stack_info)
        line |= getattr(record, "fields", {})
        return orjson.dumps(line, default=str).decode()
