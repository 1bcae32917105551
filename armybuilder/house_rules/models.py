"""Stored sets of house rules."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower

from armybuilder.site.claims import HASH_LENGTH
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.declarations.house_rules import HouseRules, PlayedRuling, switches
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset


def new_key() -> str:
    """Return a random key, which names a set in addresses."""
    return secrets.token_urlsafe(9)


class HouseRuleSet(models.Model):
    """Readings that differ from a game's defaults, under a name.

    It belongs to the user ``owner``, or without one to the browser whose claim has ``claim_hash``. ``token`` is the
    secret of its link, empty while it is not shared; new armies of the game start with the ``usual`` set. A
    ``deleted`` set can be restored. ``version`` counts the changes of its readings.
    """

    id = models.CharField("key", primary_key=True, max_length=20, default=new_key, editable=False)
    ruleset = models.SlugField("game", max_length=40)
    name = models.CharField(max_length=NAME_LENGTH)
    rules = models.JSONField("readings", default=dict)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True)
    claim_hash = models.CharField(max_length=HASH_LENGTH, blank=True, default="", editable=False)
    token = models.CharField(max_length=40, blank=True, default="", editable=False, db_index=True)
    usual = models.BooleanField("used for new armies", default=False)
    created = models.DateTimeField(auto_now_add=True)
    deleted = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1, db_default=1, editable=False)

    class Meta:
        verbose_name = "set of house rules"
        verbose_name_plural = "sets of house rules"
        ordering = ["ruleset", "name", "created"]
        constraints = [
            models.UniqueConstraint(
                Lower("name"), "ruleset", "owner", condition=models.Q(deleted=None), name="house_rules_name_of_user"
            ),
            models.UniqueConstraint(
                Lower("name"),
                "ruleset",
                "claim_hash",
                condition=models.Q(deleted=None, owner=None),
                name="house_rules_name_of_browser",
            ),
        ]
        indexes = [models.Index(fields=["claim_hash", "ruleset"], name="house_rules_of_claim")]

    def __str__(self) -> str:
        return self.name

    @property
    def game(self) -> AnyRuleset:
        """The game; raises ``KeyError`` if the site no longer has it."""
        return get_ruleset(self.ruleset)

    def readings(self) -> tuple[tuple[str, str], ...]:
        """Return switch and reading of each rule that the game still has and that differs from its default."""
        return known_rules(self.game, self.rules)

    def played(self) -> tuple[PlayedRuling, ...]:
        """Return the rulings that the set reads differently from the default, with their readings in words."""
        return HouseRules(self.game.rulings, self.readings()).changed()


def known_rules(ruleset: AnyRuleset, rules: object) -> tuple[tuple[str, str], ...]:
    """Return the readings of a stored set that the game has and that are not its defaults, in the game's order."""
    stored = rules if isinstance(rules, dict) else {}
    return tuple(
        (switch, stored[switch])
        for switch, ruling in switches(ruleset.rulings).items()
        if stored.get(switch) in ruling.keys and stored[switch] != ruling.default
    )
