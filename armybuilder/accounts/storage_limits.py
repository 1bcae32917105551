"""How much may be stored: by all visitors of a network address in a day, and by an owner in all.

Counted is what a request writes into the database, where it is written, so that a copy counts like what is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import random
from typing import Any, Final

from django.core.cache import cache
from django.db import connection
from django.db.models import BinaryField, Model, Sum
from django.db.models.functions import Length
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from armybuilder.armies.models import ArmyPicture, Revision
from armybuilder.catalogue.models import EntryPicture
from armybuilder.claims import Author, author_of
from armybuilder.desk.models import BattleRevision
from armybuilder.limits import add_to_count, client
from armybuilder.matches.models import MatchForce, MatchRevision
from armybuilder.pages import Refused, error_page
from armybuilder.sharing.models import LinkPicture, Share

MB: Final = 1_000_000
OF_AN_ADDRESS: Final = 500 * MB
"""Bytes that visitors of one network address may have stored in a day, signed in or not."""
OF_AN_OWNER: Final = 500 * MB
"""Bytes of documents and pictures, with their past, that one account or one browser may have."""
LEAST: Final = 1000
"""Bytes that are counted at a time at least: a smaller new row counts as so many, or not at all, and many of them are
counted rightly."""
DAY, HOUR = 24 * 60 * 60, 60 * 60

LARGE: Final[tuple[tuple[type[Model], str], ...]] = (
    (Revision, "army__"),
    (ArmyPicture, "army__"),
    (Share, "army__"),
    (LinkPicture, "share__army__"),
    (EntryPicture, "entry__"),
    (BattleRevision, "battle__"),
    (MatchRevision, "match__"),
    (MatchForce, "match__"),
)
"""The models that hold what is large, each with the way to what an owner has."""


class StorageLimits:
    """Middleware that answers 429 where a request would store more than its address or its owner may."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        if request.method in ("GET", "HEAD"):
            return self.get_response(request)
        with connection.execute_wrapper(_Counter(request)):
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The answer where too much would be stored; others go their way."""
        return error_page(request, exception.status, str(exception)) if isinstance(exception, Refused) else None


class _Counter:
    """Counts what the statements of a request write; raises ``Refused`` before one that is too much."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE")):
            size = sum(map(_size, (value for row in params for value in row) if many else params or ()))
            if size < LEAST and sql.startswith("INSERT") and random() * LEAST < size:  # noqa: S311 - no secret
                size = LEAST
            if size >= LEAST:
                self.count(size)
        return execute(sql, params, many, context)

    def count(self, size: int) -> None:
        """Count so many bytes more."""
        today = f"stored:{client(self.request)}:{timezone.now():%Y-%m-%d}"
        if add_to_count(today, size, DAY) > OF_AN_ADDRESS:
            raise Refused(429, f"From your network {OF_AN_ADDRESS // MB} MB were stored today. Try again tomorrow.")
        author = author_of(self.request)
        if not (author.user or author.claim_hash):
            return
        owned = f"stored-by:{author.user.pk if author.user else author.claim_hash}"
        total = cache.get(owned)
        if total is None:
            cache.set(owned, total := stored_by(author), HOUR)
        if total + size > OF_AN_OWNER:
            words = (
                f"You have {OF_AN_OWNER // MB} MB of armies, games and pictures, the most that is kept. Delete some."
            )
            raise Refused(429, words)
        with suppress(ValueError):  # it ran out meanwhile
            cache.incr(owned, size)


def _size(value: Any) -> int:
    plain = getattr(value, "obj", value)  # what drivers wrap: binary data, JSON
    return len(plain if isinstance(plain, Sequence) else str(plain))


def stored_by(author: Author) -> int:
    """The bytes of documents and pictures that somebody has, with their past."""
    total = 0
    for model, way in LARGE:
        columns = [field.name for field in model._meta.concrete_fields if isinstance(field, BinaryField)]
        own = model._default_manager.filter(**{f"{way}{name}": value for name, value in author.columns.items()})
        total += sum(own.aggregate(**{f"{name}_bytes": Sum(Length(name), default=0) for name in columns}).values())
    return total
