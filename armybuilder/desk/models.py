"""What is stored: a battle is a line of steps, each one whole document; nothing is ever overwritten."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse

from armybuilder.accounts.claims import HASH_LENGTH
from armybuilder.armies.models import SUMMARY_LENGTH, new_address
from rulesets.core.declarations import NAME_LENGTH
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset

MOST_DRAFT = 40_000
"""Characters of orders that are kept while they are not given yet."""


class Battle(models.Model):
    """A battle; ``head`` is the number of the step it stands at, ``latest`` the highest given so far.

    It belongs to the user ``owner``, or without one to the browser whose claim has ``claim_hash``. Every save counts
    ``version`` up, so that one from an older page is noticed. ``draft`` are orders that were not given yet.
    """

    id = models.CharField("address", primary_key=True, max_length=60, default=new_address, editable=False)
    ruleset = models.SlugField("game", max_length=40)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="battles"
    )
    claim_hash = models.CharField(max_length=HASH_LENGTH, blank=True, editable=False)
    version = models.PositiveIntegerField(default=1)
    head = models.PositiveIntegerField(default=1)
    latest = models.PositiveIntegerField(default=1)
    draft = models.TextField(max_length=MOST_DRAFT, blank=True)
    rounds = models.PositiveIntegerField(default=0)
    over = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField()
    deleted = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-updated"]
        indexes = [
            models.Index(fields=["claim_hash", "-updated"], name="battle_of_claim"),
            models.Index(fields=["owner", "-updated"], name="battle_of_owner"),
        ]

    def __str__(self) -> str:
        return self.name or f"Unnamed battle {self.pk}"

    def get_absolute_url(self) -> str:
        """The battle on the desk."""
        return reverse("desk:battle", args=[self.pk])

    @property
    def game(self) -> AnyRuleset:
        """The battle's game; raises ``KeyError`` when the site has it no more, or not on a desk."""
        ruleset = get_ruleset(self.ruleset)
        if ruleset.desk is None:
            raise KeyError(self.ruleset)
        return ruleset


class Step(models.Model):
    """A battle at one moment: the whole of it as compressed JSON, and what was done in words.

    ``parent`` is the number of the step before, empty for the first that is kept.
    """

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    parent = models.PositiveIntegerField(null=True, blank=True)
    document = models.BinaryField()
    summary = models.CharField(max_length=SUMMARY_LENGTH)
    created = models.DateTimeField()

    class Meta:
        ordering = ["battle", "number"]
        constraints = [models.UniqueConstraint(fields=["battle", "number"], name="step_once")]
        indexes = [models.Index(fields=["battle", "parent"], name="step_of_parent")]

    def __str__(self) -> str:
        return f"{self.battle_id} step {self.number}: {self.summary}"
