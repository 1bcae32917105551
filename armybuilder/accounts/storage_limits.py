"""Limits on stored data: for each network address in a day, and for each owner in all.

The sizes are counted as a request writes to the database, so that a copy counts as much as an upload.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from random import random
from typing import Any, Final

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.models import BinaryField, F, Sum
from django.db.models.functions import Length
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from armybuilder.accounts.models import StoredToday
from armybuilder.site.claims import Author, author_of
from armybuilder.site.errors import Refused, error_page
from armybuilder.site.limits import client
from armybuilder.site.owned import owned_models

logger = logging.getLogger(__name__)

MB: Final = 1_000_000
MAX_BYTES_PER_ADDRESS: Final = 500 * MB
"""Bytes that the visitors from one network address may store in a day, signed in or not."""
MAX_BYTES_PER_OWNER: Final = 500 * MB
"""Bytes of documents and pictures, with all revisions, that one account or one browser may have."""
MIN_COUNTED_BYTES: Final = 1000
"""The smallest size that is counted, in bytes; a smaller new row counts as this size or not at all, with a probability
that makes the sum right on average."""
HOUR = 60 * 60

LARGE: Final = tuple(large for owned in owned_models() for large in owned.large)
"""The models with large columns, each with the lookup prefix of its owner's columns."""


class StorageLimits:
    """Middleware that answers 429 if a request would exceed the limit of its address or its owner."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, counting what it writes."""
        if request.method in ("GET", "HEAD"):
            return self.get_response(request)
        counter = _Counter(request)
        with connection.execute_wrapper(counter):
            response = self.get_response(request)
        counter.store()
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer a ``Refused``; other exceptions are handled as usual."""
        return error_page(request, exception.status, str(exception)) if isinstance(exception, Refused) else None


class _Counter:
    """Counts the bytes that a request writes; raises ``Refused`` before a statement that exceeds a limit."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.written = 0
        """The bytes that this request has written so far."""

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE")):
            size = sum(map(_size, (value for row in params for value in row) if many else params or ()))
            if size < MIN_COUNTED_BYTES and sql.startswith("INSERT") and random() * MIN_COUNTED_BYTES < size:  # noqa: S311 - no secret
                size = MIN_COUNTED_BYTES
            if size >= MIN_COUNTED_BYTES:
                self.count(size)
        return execute(sql, params, many, context)

    def count(self, size: int) -> None:
        """Count that many bytes; raises ``Refused``."""
        if self._stored_today + self.written + size > MAX_BYTES_PER_ADDRESS:
            raise Refused(
                429,
                f"Your network has stored {MAX_BYTES_PER_ADDRESS // MB} MB today, the daily limit. Try again tomorrow.",
            )
        self._count_for_owner(size)
        self.written += size

    @cached_property
    def _row(self) -> dict[str, Any]:
        """The columns that find the count of today and of the visitor's network address."""
        # Keyed, so that neither the database nor a backup tells who was there.
        address = salted_hmac("stored", client(self.request), algorithm="sha256").hexdigest()
        return {"address": address, "day": timezone.now().date()}

    @cached_property
    def _stored_today(self) -> int:
        """The bytes that earlier requests from the address have written today."""
        return StoredToday.objects.filter(**self._row).values_list("bytes", flat=True).first() or 0

    def store(self) -> None:
        """Keep what the request has written, in a transaction of its own: others of the address wait for none."""
        if not self.written:
            return
        try:
            today, more = StoredToday.objects.filter(**self._row), F("bytes") + self.written
            if not today.update(bytes=more):
                StoredToday.objects.bulk_create([StoredToday(**self._row)], ignore_conflicts=True)
                today.update(bytes=more)
        except DatabaseError:
            logger.exception("%d bytes could not be counted", self.written)

    def _count_for_owner(self, size: int) -> None:
        author = author_of(self.request)
        if not (author.user or author.claim_hash):
            return
        key = f"stored-by:{author.key}"
        total = cache.get(key)
        if total is None:
            cache.set(key, total := stored_by(author), HOUR)
        if total + size > MAX_BYTES_PER_OWNER:
            raise Refused(
                429,
                f"You have reached the limit of {MAX_BYTES_PER_OWNER // MB} MB of armies, games and pictures. "
                "Delete some.",
            )
        with suppress(ValueError):  # the key has expired meanwhile
            cache.incr(key, size)


def _size(value: Any) -> int:
    plain = getattr(value, "obj", value)  # drivers wrap binary data and JSON
    return len(plain if isinstance(plain, Sequence) else str(plain))


def stored_by(author: Author) -> int:
    """Return the bytes of documents and pictures that somebody has, with all revisions."""
    total = 0
    for model, prefix in LARGE:
        columns = [field.name for field in model._meta.concrete_fields if isinstance(field, BinaryField)]
        own = model._default_manager.filter(**{f"{prefix}{name}": value for name, value in author.columns.items()})
        total += sum(own.aggregate(**{f"{name}_bytes": Sum(Length(name), default=0) for name in columns}).values())
    return total
