"""Models of the API: the personal tokens by which programs act for a user."""

import hashlib
import secrets
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.utils import timezone

from armybuilder.site.claims import HASH_LENGTH
from armybuilder.site.errors import optional_writes

TOKEN_PREFIX = "armybuilder_"  # noqa: S105 (how every token begins)
"""The start of every token, so that secret scanners recognize one."""
TOKEN_NAME_LENGTH = 60
MAX_TOKENS = 20
"""Tokens of one account."""
USE_INTERVAL = timedelta(minutes=10)
"""How often the last use is stored, because a write for each request would be slow."""


class Token(models.Model):
    """A token for programs to access a user's data. Only its hash is stored, so a copy of the database gives no access.

    ``scope`` says whether it may also change things. Revoked tokens are deleted.
    """

    class Scope(models.TextChoices):
        """What a token allows."""

        READ = "read", "Read"
        WRITE = "write", "Read and change"

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=TOKEN_NAME_LENGTH)
    hash = models.CharField(max_length=HASH_LENGTH, unique=True, editable=False)
    scope = models.CharField(max_length=5, choices=Scope, default=Scope.READ)
    created = models.DateTimeField(auto_now_add=True)
    last_used = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created", "-pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def may_write(self) -> bool:
        """Whether it may also change things."""
        return self.scope == self.Scope.WRITE

    def note_use(self) -> None:
        """Record that it was used."""
        now = timezone.now()
        if self.last_used is None or self.last_used < now - USE_INTERVAL:
            with optional_writes():
                Token.objects.filter(pk=self.pk).update(last_used=now)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def create_token(owner: User, name: str, scope: Token.Scope) -> tuple[Token, str]:
    """A new token of the user's, and its secret, which nobody can read again."""
    secret = TOKEN_PREFIX + secrets.token_urlsafe(32)
    return Token.objects.create(owner=owner, name=name, scope=scope, hash=_hash(secret)), secret


def find_token(secret: str) -> Token | None:
    """The token of that secret, of somebody whose account is active."""
    return Token.objects.filter(hash=_hash(secret), owner__is_active=True).select_related("owner").first()
