"""When the disk is full or broken: reading goes on, and what would have to be stored is refused in words."""

from __future__ import annotations

import errno
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.exceptions import SessionInterrupted
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse

from armybuilder import pages
from armybuilder.pages import error_page

DISK_ERRORS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO})
DATABASE_WORDS = (
    "disk is full",
    "disk i/o error",
    "readonly database",
    "unable to open database file",
    "no space left",
    "read-only transaction",
)
"""What SQLite and PostgreSQL say of it."""

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


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler for 400, which is also where sessions end that cannot be stored."""
    return error_page(request, 503) if cannot_store(exception) else pages.bad_request(request, exception)


class DiskFaults:
    """Middleware that answers 503 where a view cannot write."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The answer where it is that; others go their way."""
        if not cannot_store(exception):
            return None
        logger.error("Nothing can be stored: %s", exception)
        return error_page(request, 503)
