"""Ownership: by a user, or by a browser that has a secret key in a cookie, whose hash is stored with each army.

The key is not part of the session, because logging out clears that.
"""

import hashlib
import secrets
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Q
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

UNPREFIXED = "claim"
COOKIE = f"{settings.COOKIE_PREFIX}{UNPREFIXED}"
SALT = "armybuilder.claim"
NEW_KEY = "armybuilder.new_key"
"""The request's variable with the key for a new claim."""
HASH_LENGTH = 64
"""Length of a claim's hash in characters."""

claim_renewed = Signal()
"""Sent when a browser with a ``claim`` visits and its cookie is renewed."""

LIFETIME = 60 * 60 * 24 * 400
"""Seconds for which a browser keeps the key after its last visit; browsers allow no more."""


def new_token() -> str:
    """128 random bits for a link, so that nobody can guess its address."""
    return secrets.token_urlsafe(16)


@dataclass(frozen=True, slots=True)
class Claim:
    """A browser's key. Only its ``hash`` is stored, so that a copy of the database gives access to nothing."""

    key: str

    @property
    def hash(self) -> str:
        """SHA-256 of the key in hexadecimal."""
        return hashlib.sha256(self.key.encode()).hexdigest()


def read_claim(request: HttpRequest) -> Claim | None:
    """The browser's claim, if it sent one that we signed."""
    for name in (COOKIE, UNPREFIXED):  # versions before 1.2 set it without the prefix
        key = request.get_signed_cookie(name, default=None, salt=SALT)
        if key:
            return Claim(key)
    return None


def make_claim(request: HttpRequest) -> Claim:
    """The browser's claim, or a new one, the same for the whole request; ``keep_claim`` adds it to the response."""
    return read_claim(request) or Claim(request.META.setdefault(NEW_KEY, secrets.token_urlsafe(32)))


def derive_new_claim(request: HttpRequest, secret: str) -> None:
    """If the browser has no claim yet, let it get the same one for all requests with this secret."""
    request.META[NEW_KEY] = salted_hmac(SALT, secret, algorithm="sha256").hexdigest()


def keep_claim(response: HttpResponse, claim: Claim) -> None:
    """Set or renew the browser's cookie with the key, and send the signal that records the visit."""
    response.set_signed_cookie(
        COOKIE,
        claim.key,
        salt=SALT,
        max_age=LIFETIME,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    claim_renewed.send(sender=Claim, claim=claim)


@dataclass(frozen=True, slots=True)
class Author:
    """Somebody who saves: a user, or a browser with a claim."""

    user: AbstractBaseUser | None
    claim_hash: str

    @property
    def name(self) -> str:
        """The user's name; empty for a browser."""
        return self.user.get_username() if self.user else ""

    @property
    def key(self) -> str:
        """A text that identifies the user, or without one the browser."""
        return f"user-{self.user.pk}" if self.user else f"browser-{self.claim_hash}"

    @property
    def columns(self) -> dict[str, Any]:
        """Values of ``owner`` and ``claim_hash`` for models: the user, or without one the browser."""
        user = self.user
        return {"owner_id": user.pk if user else None, "claim_hash": "" if user else self.claim_hash}


def author_of(request: HttpRequest, claim: Claim | None = None) -> Author:
    """The visitor as an author, with the given new claim or the browser's own."""
    user = None if isinstance(request.user, AnonymousUser) else request.user
    claim = claim or read_claim(request)
    return Author(user, claim.hash if claim else "")


def owned_by(request: HttpRequest) -> Q:
    """Filter for the visitor's objects of models with ``owner`` and ``claim_hash``: the user's and the browser's."""
    claim = read_claim(request)
    own = Q(pk__in=[])
    if request.user.is_authenticated:
        own |= Q(owner=request.user)
    if claim:
        own |= Q(owner=None, claim_hash=claim.hash)
    return own
