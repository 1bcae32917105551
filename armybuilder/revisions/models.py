"""Abstract models for things with revisions, and for their revisions."""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models

from armybuilder.site.claims import HASH_LENGTH
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset

SUMMARY_LENGTH = 200


def new_address() -> str:
    """A random address, too long to guess."""
    return secrets.token_urlsafe(12)


class Revisable(models.Model):
    """Something of a game that a player keeps, at an address, with all its revisions.

    ``head`` is the number of the current revision, ``latest`` the highest number so far. It belongs to the user
    ``owner``, or without one to the browser whose claim has ``claim_hash``.
    """

    compared: ClassVar[str] = "head"
    """The column that a save compares with what the player saw; a column other than ``head`` counts every change."""

    id = models.CharField("address", primary_key=True, max_length=60, default=new_address, editable=False)
    ruleset = models.SlugField("game", max_length=40)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True)
    claim_hash = models.CharField(max_length=HASH_LENGTH, blank=True, editable=False)
    head = models.PositiveIntegerField(default=1)
    latest = models.PositiveIntegerField(default=1)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField()
    deleted = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
        ordering = ["-updated"]
        indexes = [
            models.Index(fields=["claim_hash", "-updated"], name="%(class)s_of_claim"),
            models.Index(fields=["owner", "-updated"], name="%(class)s_of_owner"),
        ]

    @property
    def game(self) -> AnyRuleset:
        """Its game; raises ``KeyError`` when the site no longer has it."""
        return get_ruleset(self.ruleset)


class BaseRevision(models.Model):
    """A complete state as compressed JSON in ``document``, with a summary of its changes.

    ``parent`` is the number of the revision it was made from, empty for the first. ``aside`` marks one that came too
    late and was set aside until its player chooses, and those made from it; ``resolved`` means that the player has
    chosen.
    """

    number = models.PositiveIntegerField()
    parent = models.PositiveIntegerField(null=True, blank=True)
    aside = models.BooleanField(default=False)
    resolved = models.BooleanField(default=False)
    document = models.BinaryField()
    summary = models.CharField(max_length=SUMMARY_LENGTH)
    created = models.DateTimeField()

    class Meta:
        abstract = True
