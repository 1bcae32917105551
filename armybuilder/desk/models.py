"""Battles as stored: each is a line of revisions, every one a complete document that is never overwritten."""

from django.db import models
from django.urls import reverse
from django.utils import timezone

from armybuilder.revisions.models import BaseRevision, Revisable
from rulesets.core.desk import ORDERS_LENGTH
from rulesets.core.ruleset import AnyRuleset


class Battle(Revisable):
    """A game master's battle.

    Every save increments ``version``, so that a save from an outdated page is noticed. ``draft`` holds orders that
    were not given yet, ``link_token`` is part of the players' link and empty while there is none.
    """

    compared = "version"

    version = models.PositiveIntegerField(default=1)
    draft = models.TextField(max_length=ORDERS_LENGTH, blank=True)
    rounds = models.PositiveIntegerField(default=0)
    over = models.BooleanField(default=False)
    link_token = models.CharField(max_length=40, blank=True, default="", editable=False, db_index=True)

    def __str__(self) -> str:
        return self.name or f"Unnamed battle {self.pk}"

    def get_absolute_url(self) -> str:
        """The battle on the desk."""
        return reverse("desk:battle", args=[self.pk])

    @property
    def game(self) -> AnyRuleset:
        """The battle's game; raises ``KeyError`` if the site no longer has it, or it has no desk."""
        ruleset = super().game
        if ruleset.desk is None:
            raise KeyError(self.ruleset)
        return ruleset


class WithdrawnLink(models.Model):
    """A players' link that the game master withdrew, or replaced by another."""

    token = models.CharField(primary_key=True, max_length=40)
    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="withdrawn_links")
    withdrawn = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-withdrawn"]

    def __str__(self) -> str:
        return self.token


class BattleRevision(BaseRevision):
    """A battle at one moment; a save from an outdated page is refused, so none is ever ``aside``."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="revisions")

    class Meta:
        db_table = "desk_step"
        ordering = ["battle", "number"]
        constraints = [models.UniqueConstraint(fields=["battle", "number"], name="step_once")]
        indexes = [models.Index(fields=["battle", "parent"], name="step_of_parent")]

    def __str__(self) -> str:
        return f"{self.battle_id} revision {self.number}: {self.summary}"
