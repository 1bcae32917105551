"""Club evenings as stored: their players, who of them plays whom, and the results."""

from django.conf import settings
from django.db import models
from django.urls import reverse

from armybuilder.matches.models import PLAYER_LENGTH
from armybuilder.site.claims import HASH_LENGTH, new_token
from rulesets.core.declarations.fields import NAME_LENGTH


class Evening(models.Model):
    """A club evening of the organiser, who is the user ``owner`` or without one the browser with that claim.

    Whoever knows the ``token`` sees it and can join. ``ruleset`` is its game, if it has one. ``rounds`` is the number
    of rounds that are paired, 0 until it starts.
    """

    class Kind(models.TextChoices):
        """How players are paired."""

        SWISS = "swiss", "Swiss: players with similar results meet"
        ROUND_ROBIN = "round-robin", "Everybody plays everybody"

    token = models.CharField(primary_key=True, max_length=40, default=new_token, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    ruleset = models.SlugField("game", max_length=40, blank=True)
    kind = models.CharField(max_length=20, choices=Kind, default=Kind.SWISS)
    rounds = models.PositiveSmallIntegerField(default=0)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True)
    claim_hash = models.CharField(max_length=HASH_LENGTH, blank=True, default="", editable=False)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-created"]
        indexes = [models.Index(fields=["claim_hash"], name="evening_of_claim")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The page for organiser and players."""
        return reverse("club_evenings:evening", args=[self.pk])


class Player(models.Model):
    """A player by name. ``number`` is drawn when the evening starts and orders players who are level.

    Nobody is paired with a player who ``has_left``.
    """

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="players")
    name = models.CharField(max_length=PLAYER_LENGTH)
    number = models.PositiveSmallIntegerField(default=0)
    has_left = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering = ["evening", "number", "pk"]
        constraints = [models.UniqueConstraint(fields=["evening", "name"], name="player_once_an_evening")]

    def __str__(self) -> str:
        return self.name


class Place(models.Model):
    """Who a player is: the user or browser that joined under this name. The name stays when its account is deleted."""

    player = models.OneToOneField(Player, models.CASCADE)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True)
    claim_hash = models.CharField(max_length=HASH_LENGTH, blank=True, default="", editable=False)

    class Meta:
        indexes = [models.Index(fields=["claim_hash"], name="place_of_claim")]

    def __str__(self) -> str:
        return str(self.player)


class Pairing(models.Model):
    """Two players of a round; without a ``second`` the first has a bye.

    ``verdict`` is as that of a game at the table, seen from the first player, and empty without a result. ``said_by``
    names who entered it, and is empty for a result of the game at the table at the address ``match``, in which the
    first player has the second side if the sides are ``swapped``.
    """

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="pairings")
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    first = models.ForeignKey(Player, models.CASCADE, related_name="+")
    second = models.ForeignKey(Player, models.CASCADE, related_name="+", null=True, blank=True)
    verdict = models.CharField(max_length=10, blank=True, default="")
    said_by = models.CharField(max_length=PLAYER_LENGTH, blank=True, default="")
    match = models.CharField("address of the game", max_length=60, blank=True, default="", db_index=True)
    swapped = models.BooleanField(default=False)

    class Meta:
        ordering = ["evening", "round", "table"]
        constraints = [models.UniqueConstraint(fields=["evening", "round", "table"], name="table_once_a_round")]

    def __str__(self) -> str:
        return f"Round {self.round}, table {self.table}"

    @property
    def is_open(self) -> bool:
        """Whether it has no result and both players are still there to play it."""
        return self.second is not None and not (self.verdict or self.first.has_left or self.second.has_left)
