"""Whose something is: a user's, or a browser's by a secret key in a cookie of its own, with its hash on each army.

The key does not live in the session, since logging out empties that.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Q
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse

COOKIE = "claim"
SALT = "armybuilder.claim"
HASH_LENGTH = 64
"""Characters of a claim's hash."""

claim_kept = Signal()
"""A browser keeps its ``claim`` from now on; it has just been here."""

LIFETIME = 60 * 60 * 24 * 400
"""Seconds a browser keeps the key after its last visit; browsers allow no more."""


def new_token() -> str:
    """128 random bits for a link: whoever has not been given it does not find what it leads to."""
    return secrets.token_urlsafe(16)


@dataclass(frozen=True, slots=True)
class Claim:
    """A browser's key. Only its ``hash`` is ever stored, so that a copy of the database opens nothing."""

    key: str

    @property
    def hash(self) -> str:
        """SHA-256 of the key in hexadecimal."""
        return hashlib.sha256(self.key.encode()).hexdigest()


def read_claim(request: HttpRequest) -> Claim | None:
    """The claim that the browser brings, if it brings one that we signed."""
    key = request.get_signed_cookie(COOKIE, default=None, salt=SALT)
    return Claim(key) if key else None


def make_claim(request: HttpRequest) -> Claim:
    """The claim that the browser brings, or a new one; ``keep_claim`` must put it into the response."""
    return read_claim(request) or Claim(secrets.token_urlsafe(32))


def keep_claim(response: HttpResponse, claim: Claim) -> None:
    """Have the browser keep the key, for as long as browsers do from now on, and tell who counts visits."""
    response.set_signed_cookie(
        COOKIE,
        claim.key,
        salt=SALT,
        max_age=LIFETIME,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    claim_kept.send(sender=Claim, claim=claim)


@dataclass(frozen=True, slots=True)
class Author:
    """Who saves: a user, or a browser with a claim."""

    user: AbstractBaseUser | None
    claim_hash: str

    @property
    def name(self) -> str:
        """The user's name; empty for a browser."""
        return self.user.get_username() if self.user else ""

    @property
    def columns(self) -> dict[str, Any]:
        """Whose it is, for models with ``owner`` and ``claim_hash``: the user's, or without one the browser's."""
        user = self.user
        return {"owner_id": user.pk if user else None, "claim_hash": "" if user else self.claim_hash}


def author_of(request: HttpRequest, claim: Claim | None = None) -> Author:
    """The visitor as one who saves, with the claim just made or the one that the browser brings."""
    user = None if isinstance(request.user, AnonymousUser) else request.user
    claim = claim or read_claim(request)
    return Author(user, claim.hash if claim else "")


def held(request: HttpRequest) -> Q:
    """What the visitor has, of models with ``owner`` and ``claim_hash``: the user's and the browser's."""
    claim = read_claim(request)
    own = Q(pk__in=[])
    if request.user.is_authenticated:
        own |= Q(owner=request.user)
    if claim:
        own |= Q(owner=None, claim_hash=claim.hash)
    return own
