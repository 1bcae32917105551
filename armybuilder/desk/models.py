"""What is stored: a battle is a line of revisions, each one whole document; nothing is ever overwritten."""

from __future__ import annotations

from django.db import models
from django.urls import reverse

from armybuilder.revisions.models import BaseRevision, Revisable
from rulesets.core.desk import ORDERS_LENGTH
from rulesets.core.ruleset import AnyRuleset


class Battle(Revisable):
    """A battle of a game master's.

    Every save counts ``version`` up, so that one from an older page is noticed. ``draft`` are orders that were not
    given yet, ``link_token`` is in the address that players look at; empty while there is none.
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
        """The battle's game; raises ``KeyError`` when the site has it no more, or not on a desk."""
        ruleset = super().game
        if ruleset.desk is None:
            raise KeyError(self.ruleset)
        return ruleset


class BattleRevision(BaseRevision):
    """A battle at one moment; a save from an older page is refused, so that none is ever ``aside``."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="revisions")

    class Meta:
        db_table = "desk_step"
        ordering = ["battle", "number"]
        constraints = [models.UniqueConstraint(fields=["battle", "number"], name="step_once")]
        indexes = [models.Index(fields=["battle", "parent"], name="step_of_parent")]

    def __str__(self) -> str:
        return f"{self.battle_id} revision {self.number}: {self.summary}"
