"""The stored collections."""

from django.conf import settings
from django.db import models

from armybuilder.drawing.models import StoredPicture
from armybuilder.site.claims import HASH_LENGTH
from rulesets.core.declarations.fields import NAME_LENGTH

MAX_COUNT = 9999
"""The most models of one entry."""


class CollectionRow(models.Model):
    """How many models of a catalogue entry somebody has.

    It belongs to the user ``owner``, or without one to the browser whose claim has ``claim_hash``. The entry is named
    by ``kind`` and ``key``, as it may be the game's or one that the player wrote. ``painted`` is at most ``count``.
    """

    ruleset = models.SlugField("game", max_length=40)
    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=NAME_LENGTH)
    count = models.PositiveIntegerField("models", default=0)
    painted = models.PositiveIntegerField(default=0)
    note = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    updated = models.DateTimeField(auto_now=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True)
    claim_hash = models.CharField(max_length=HASH_LENGTH, blank=True, default="", editable=False)

    class Meta:
        verbose_name = "collection row"
        verbose_name_plural = "collection rows"
        ordering = ["ruleset", "kind", "key"]
        constraints = [
            models.UniqueConstraint(fields=["ruleset", "kind", "key", "owner"], name="collection_entry_of_user"),
            models.UniqueConstraint(
                fields=["ruleset", "kind", "key", "claim_hash"],
                condition=models.Q(owner=None),
                name="collection_entry_of_browser",
            ),
        ]
        indexes = [models.Index(fields=["claim_hash", "ruleset"], name="collection_row_of_claim")]

    def __str__(self) -> str:
        return f"{self.count} × {self.key}"


class ModelPhoto(StoredPicture):
    """A player's photo of the models of a row, which goes with the row."""

    row = models.OneToOneField(CollectionRow, models.CASCADE, related_name="photo")

    def __str__(self) -> str:
        return f"Photo of {self.row.key}"
