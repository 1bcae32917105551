"""What is stored: an army is a line of revisions, each one whole document; nothing is ever overwritten."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.urls import reverse

from armybuilder.accounts.claims import HASH_LENGTH
from armybuilder.drawing.models import StoredPicture
from rulesets.core.declarations import NAME_LENGTH
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset

SUMMARY_LENGTH = 200
FOLDER_LENGTH = 60
TAG_LENGTH = 30
PART_LENGTH = 24


def new_address() -> str:
    """A random army address, too long to guess."""
    return secrets.token_urlsafe(12)


class Army(models.Model):
    """A player's army; ``head`` is the number of the revision it stands at, ``latest`` the highest given so far.

    ``folder`` and its tags are where its player has put it. ``words`` are what a search finds it by, as the revision
    ``indexed`` has them, ``own_entries`` the players' own entries that it holds.
    It belongs to the user ``owner``, or without one to the browser whose claim has ``claim_hash``. An ``example``
    belongs to nobody: everybody may look at it and copy it.
    """

    id = models.CharField("address", primary_key=True, max_length=60, default=new_address, editable=False)
    ruleset = models.SlugField("game", max_length=40)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="armies"
    )
    claim_hash = models.CharField(max_length=HASH_LENGTH, blank=True, editable=False)
    head = models.PositiveIntegerField(default=1)
    latest = models.PositiveIntegerField(default=1)
    example = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField()
    deleted = models.DateTimeField(null=True, blank=True)
    archived = models.DateTimeField(null=True, blank=True)
    folder = models.CharField(max_length=FOLDER_LENGTH, blank=True)
    words = models.TextField(blank=True, editable=False)
    indexed = models.PositiveIntegerField(default=0, editable=False)
    own_entries = models.TextField(blank=True, editable=False)

    class Meta:
        verbose_name_plural = "armies"
        ordering = ["-updated"]
        indexes = [
            models.Index(fields=["claim_hash", "-updated"], name="army_of_claim"),
            models.Index(fields=["owner", "-updated"], name="army_of_owner"),
        ]

    def __str__(self) -> str:
        return self.name or "Unnamed army"

    def get_absolute_url(self) -> str:
        """The army's place in the builder."""
        return reverse("armies:builder", args=[self.pk])

    @property
    def game(self) -> AnyRuleset:
        """The army's game; raises ``KeyError`` when the site has it no more."""
        return get_ruleset(self.ruleset)


class Tag(models.Model):
    """A word that a player put on an army."""

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="tags")
    name = models.CharField(max_length=TAG_LENGTH)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["army", "name"], name="tag_once")]

    def __str__(self) -> str:
        return self.name


class PartPicture(StoredPicture):
    """The picture of an army, or with the id of a unit in ``part`` of that one."""

    part = models.CharField(max_length=PART_LENGTH, blank=True)

    class Meta:
        abstract = True


class ArmyPicture(PartPicture):
    """A picture that a player gave to an army or a unit of it."""

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="pictures")

    class Meta:
        ordering = ["army", "part"]
        constraints = [models.UniqueConstraint(fields=["army", "part"], name="picture_once")]

    def __str__(self) -> str:
        return f"Picture of {self.part or 'the army'} in {self.army_id}"


class Revision(models.Model):
    """An army at one moment: the whole force as compressed JSON, and what changed in words.

    ``parent`` is the number of the revision it was made from; ``aside`` marks one that came too late and was kept
    beside the line until its player chooses, and those that were made from it there; ``settled`` ones of these have
    been chosen about. What the lists show of it (``units``, ``errors``, ``warnings``) stands beside the document.
    """

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    parent = models.PositiveIntegerField(null=True, blank=True)
    aside = models.BooleanField(default=False)
    settled = models.BooleanField(default=False)
    document = models.BinaryField()
    summary = models.CharField(max_length=SUMMARY_LENGTH)
    author = models.CharField(max_length=150, blank=True, help_text="The user's name; empty for a browser.")
    claim_hash = models.CharField(max_length=HASH_LENGTH, blank=True, editable=False)
    created = models.DateTimeField()
    units = models.PositiveIntegerField(default=0)
    errors = models.PositiveIntegerField(default=0)
    warnings = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["army", "number"]
        constraints = [models.UniqueConstraint(fields=["army", "number"], name="revision_once")]
        indexes = [models.Index(fields=["army", "parent"], name="revision_of_parent")]

    def __str__(self) -> str:
        return f"{self.army_id} revision {self.number}: {self.summary}"
