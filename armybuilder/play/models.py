"""What is stored of an army at the table: where it stands in its game, beside its revisions."""

from __future__ import annotations

from django.db import models

from armybuilder.armies.models import Army


class InPlay(models.Model):
    """How an army stands in the game being played; ``before`` is what was cleared last, for its player to bring back.

    Both are what ``in_play.State`` writes. There is none for an army that has not been played yet.
    """

    army = models.OneToOneField(Army, on_delete=models.CASCADE, primary_key=True, related_name="in_play")
    state = models.JSONField(default=dict)
    before = models.JSONField(default=dict, blank=True)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = "state in play"
        verbose_name_plural = "states in play"

    def __str__(self) -> str:
        return f"{self.army_id} in play"
