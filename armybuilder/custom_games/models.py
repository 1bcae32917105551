"""Games that players describe: a line of revisions for the draft, and published versions that never change."""

import secrets
from typing import Final

from django.db import models
from django.urls import reverse
from django.utils import timezone

from armybuilder.jobs.models import Job
from armybuilder.revisions.models import BaseRevision, Revisable
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset

PREFIX: Final = "yours-"
"""The beginning of the slug of every version. No listed game has such a slug."""
TITLE_LENGTH: Final = 60


def new_stem() -> str:
    """The beginning of the slugs of a game's versions, too long to guess."""
    return f"{PREFIX}{secrets.token_hex(12)}"


class CustomGame(Revisable):
    """A game that a player describes. ``ruleset`` is the beginning of the slugs of its versions.

    ``link_token`` is part of the link that shares it, and empty while there is none.
    """

    published = models.PositiveIntegerField(default=0, db_default=0)
    """The number of its newest version; 0 without any."""
    link_token = models.CharField(max_length=40, blank=True, default="", editable=False, db_index=True)

    class Meta(Revisable.Meta):
        constraints = [models.UniqueConstraint(fields=["ruleset"], name="stem_once")]

    def __str__(self) -> str:
        return self.name or "Unnamed game"

    def get_absolute_url(self) -> str:
        """The page of the game."""
        return reverse("custom_games:game", args=[self.pk])

    @property
    def newest(self) -> str:
        """The slug of its newest version; empty while there is none."""
        return f"{self.ruleset}-{self.published}" if self.published else ""

    @property
    def game(self) -> AnyRuleset:
        """Its newest version; raises ``KeyError`` while there is none."""
        return get_ruleset(self.newest)


class GameRevision(BaseRevision):
    """The document of a game at one moment; a save from an outdated page is refused, so none is ever ``aside``."""

    custom_game = models.ForeignKey(CustomGame, on_delete=models.CASCADE, related_name="revisions")

    class Meta:
        ordering = ["custom_game", "number"]
        constraints = [models.UniqueConstraint(fields=["custom_game", "number"], name="game_revision_once")]
        indexes = [models.Index(fields=["custom_game", "parent"], name="game_revision_of_parent")]

    def __str__(self) -> str:
        return f"{self.custom_game_id} revision {self.number}: {self.summary}"


class GameVersion(models.Model):
    """A published version, which never changes: its ``document`` is compressed JSON, with the slug in it.

    ``stem`` is the beginning of the slugs of its game's versions. It outlives its game while armies of others need it.
    """

    slug = models.SlugField(primary_key=True, max_length=40)
    stem = models.SlugField(max_length=40, db_index=False)
    custom_game = models.ForeignObject(
        CustomGame,
        on_delete=models.DO_NOTHING,
        from_fields=["stem"],
        to_fields=["ruleset"],
        related_name="versions",
    )
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=TITLE_LENGTH)
    document = models.BinaryField()
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["stem", "-number"]
        constraints = [models.UniqueConstraint(fields=["stem", "number"], name="game_version_once")]

    def __str__(self) -> str:
        return f"{self.title}, version {self.number}"


class WithdrawnGameLink(models.Model):
    """A link of a game that its player withdrew, or replaced by another."""

    token = models.CharField(primary_key=True, max_length=40)
    custom_game = models.ForeignKey(CustomGame, on_delete=models.CASCADE, related_name="withdrawn_links")
    withdrawn = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-withdrawn"]

    def __str__(self) -> str:
        return self.token


class SkeletonJob(Job):
    """The reading of data files of another program: the files, and once they are read the ``report``."""

    maker = "armybuilder.custom_games.skeleton_jobs.read_job"
    noun = "reading of data files", "readings of data files"

    content = models.BinaryField()
    report = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"Data files of {self.created}: {self.state}"
