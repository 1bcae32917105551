"""When the disk is full or broken, or the database does not answer.

Where nothing can be stored, reading goes on, and what would have to be stored is refused in words.
"""

from __future__ import annotations

import errno
import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.exceptions import SessionInterrupted
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse

from armybuilder import pages
from armybuilder.pages import error_page

DISK_ERRORS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EACCES, errno.EPERM})
DATABASE_WORDS = (
    "disk is full",
    "disk i/o error",
    "readonly database",
    "unable to open database file",
    "no space left",
    "read-only transaction",
)
"""What SQLite and PostgreSQL say of it."""
NO_CONNECTION = ("08", "40", "53", "57", "58")
"""PostgreSQL's classes of errors that pass: no connection, a deadlock, no resources, a stop, a fault of its machine."""
NO_DATABASE = (
    "The site's database does not answer. What you sent may not have been stored. Please look again in a minute."
)

logger = logging.getLogger(__name__)


def cannot_store(error: BaseException) -> bool:
    """Whether it failed because nothing can be written; a session that is not stored tells so by what came before."""
    if isinstance(error, SessionInterrupted | UpdateError) and error.__context__:
        return cannot_store(error.__context__)
    if isinstance(error, OperationalError):
        return any(words in str(error).lower() for words in DATABASE_WORDS)
    return isinstance(error, OSError) and error.errno in DISK_ERRORS


@contextmanager
def while_reading() -> Iterator[None]:
    """Around what is stored beside a page that only reads: the page comes without that where nothing can be written."""
    try:
        yield
    except (OperationalError, OSError) as error:
        if not cannot_store(error):
            raise
        logger.error("Nothing can be stored: %s", error)


def is_away(error: BaseException) -> bool:
    """Whether it failed because the database does not answer now."""
    if isinstance(error, SessionInterrupted | UpdateError) and error.__context__:
        return is_away(error.__context__)
    if isinstance(error, OperationalError):
        state = getattr(error.__cause__, "sqlstate", "")
        return state is None or state[:2] in NO_CONNECTION or "database is locked" in str(error)
    return isinstance(error, InterfaceError)


def _answer(request: HttpRequest, error: BaseException) -> HttpResponse | None:
    """The page that says what fails; ``None`` where it is neither the disk nor the database."""
    if cannot_store(error):
        logger.error("Nothing can be stored: %s", error)
        return error_page(request, 503)
    if is_away(error):
        logger.error("The database does not answer: %s", error)
        # Nothing on the page may need the database.
        request.user = AnonymousUser()
        request._messages = CookieStorage(request)  # type: ignore[attr-defined]
        return error_page(request, 503, NO_DATABASE)
    return None


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler for 400, which is also where sessions end that cannot be stored."""
    return _answer(request, exception) or pages.bad_request(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler for 500, which is where middleware ends that cannot read or write."""
    error = sys.exc_info()[1]
    return (error and _answer(request, error)) or pages.server_error(request)


class Faults:
    """Middleware that answers 503 where a view cannot write, or the database does not answer it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The answer where it is that; others go their way."""
        return _answer(request, exception)
