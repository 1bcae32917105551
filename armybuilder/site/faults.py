"""Handling of a full or broken disk, and of a database that does not respond.

While nothing can be stored, reading still works, and requests that would store something are refused with an
explanation.
"""

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

from armybuilder.site import pages
from armybuilder.site.pages import error_page

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
    "The site’s database does not answer. What you sent may not have been stored. Please look again in a minute."
)

logger = logging.getLogger(__name__)


def cannot_store(error: BaseException) -> bool:
    """Whether the error means that nothing can be written; for an unsaved session, look at the errors before it."""
    if isinstance(error, SessionInterrupted | UpdateError) and error.__context__:
        return cannot_store(error.__context__)
    if isinstance(error, OperationalError):
        return any(words in str(error).lower() for words in DATABASE_WORDS)
    return isinstance(error, OSError) and error.errno in DISK_ERRORS


@contextmanager
def while_reading() -> Iterator[None]:
    """Context for optional writes of a page that otherwise only reads: if nothing can be written, skip them."""
    try:
        yield
    except (OperationalError, OSError) as error:
        if not cannot_store(error):
            raise
        logger.error("Nothing can be stored: %s", error)


def is_away(error: BaseException) -> bool:
    """Whether the error means that the database does not respond at present."""
    if isinstance(error, SessionInterrupted | UpdateError) and error.__context__:
        return is_away(error.__context__)
    if isinstance(error, OperationalError):
        state = getattr(error.__cause__, "sqlstate", "")
        return state is None or state[:2] in NO_CONNECTION or "database is locked" in str(error)
    return isinstance(error, InterfaceError)


def _answer(request: HttpRequest, error: BaseException) -> HttpResponse | None:
    """An error page about the disk or the database; ``None`` if the error has another cause."""
    if cannot_store(error):
        logger.error("Nothing can be stored: %s", error)
        return error_page(request, 503)
    if is_away(error):
        logger.error("The database does not answer: %s", error)
        # The page must not use the database.
        request.user = AnonymousUser()
        request._messages = CookieStorage(request)  # type: ignore[attr-defined]
        return error_page(request, 503, NO_DATABASE)
    return None


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler for 400, which is also called when a session cannot be stored."""
    return _answer(request, exception) or pages.bad_request(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler for 500, which is also called when middleware cannot read or write."""
    error = sys.exc_info()[1]
    return (error and _answer(request, error)) or pages.server_error(request)


class Faults:
    """Middleware that answers 503 when a view cannot write or the database does not respond."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The response to such an error; ``None`` for any other."""
        return _answer(request, exception)
