"""Models of games at the table: two armies as they were at the start, the seats, and the log of events."""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from armybuilder.drawing.models import StoredPicture
from armybuilder.revisions.models import BaseRevision, Revisable
from armybuilder.site.claims import HASH_LENGTH, new_token
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.play.matches import ID_LENGTH

PLAYER_LENGTH: Final = 30
"""Letters of a player's name."""
CODE_TIME: Final = timedelta(minutes=10)
"""How long a seat's code works."""


class Plans(models.IntegerChoices):
    """Whether the site may plan in a game: both players have to allow it when it starts."""

    OFF = 0
    OFFERED = 1
    ALLOWED = 2
    USED = 3


class Match(Revisable):
    """A game of two sides at the table, called a match in the code, where *game* means a set of rules.

    ``house_rules`` are its readings. With ``at_once`` changes to the other side's units need no confirmation, with
    ``hides`` units begin hidden if the game has hidden units; ``numbers`` are those drawn for them, by side.
    ``battlefield`` is the query string of the battlefield, empty without one. ``verdict`` says who won, once told.
    ``head`` is the number of entries in the log plus one. It ``follows`` the match from whose page it was begun.
    ``plans`` says whether the players may ask the site for plans, and whether one of them has. ``forces_changed``
    is how often the forces have changed since then: a player joined with one, or units were added by kind.
    """

    house_rules = models.JSONField(default=dict)
    at_once = models.BooleanField(default=False)
    hides = models.BooleanField(default=False)
    numbers = models.JSONField(default=list)
    battlefield = models.TextField(blank=True)
    ended = models.BooleanField(default=False)
    verdict = models.CharField(max_length=10, blank=True, default="", db_default="")
    forces_changed = models.PositiveIntegerField(default=0, db_default=0)
    plans = models.PositiveSmallIntegerField(choices=Plans, default=Plans.OFF, db_default=Plans.OFF)
    follows = models.CharField("address of the match before", max_length=60, blank=True)

    class Meta(Revisable.Meta):
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["follows"], condition=~Q(follows=""), name="match_followed_by_one")
        ]

    def __str__(self) -> str:
        return self.name or f"Unnamed game {self.pk}"

    def get_absolute_url(self) -> str:
        """The game's tracker."""
        return reverse("matches:match", args=[self.pk])


class MatchForce(models.Model):
    """An army as it was when the match began; ``document`` is compressed JSON as in a revision.

    ``army`` and ``revision`` are its source, if it is an army of its player on this site; ``ids`` maps the ids of
    units and groups to those in the source, where they differ.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="forces")
    side = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    document = models.BinaryField()
    ids = models.JSONField(default=dict)
    army = models.CharField("address of the army", max_length=60, blank=True)
    revision = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["match", "side"]
        constraints = [models.UniqueConstraint(fields=["match", "side"], name="force_once_a_side")]

    def __str__(self) -> str:
        return self.name


class Seat(models.Model):
    """A seat at a match for a ``side``, or for a spectator without one; the first visitor to open its link gets it.

    ``invitation`` is the secret of the link that gives it out, ``token`` that of the link by which its holder, a user
    or a browser, opens it on another device. A ``withdrawn`` seat opens nothing. Its ``code`` leads to the
    invitation for ``CODE_TIME`` from when it was ``coded``, until the seat is taken. ``player`` is the name that its
    holder gave for this game, if any.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    invitation = models.CharField(max_length=40, default=new_token, unique=True, editable=False)
    token = models.CharField(max_length=40, default=new_token, unique=True, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True)
    claim_hash = models.CharField(max_length=HASH_LENGTH, blank=True, default="", editable=False)
    player = models.CharField(max_length=PLAYER_LENGTH, blank=True, default="", db_default="")
    taken = models.DateTimeField(null=True, blank=True)
    withdrawn = models.DateTimeField(null=True, blank=True)
    code = models.CharField(max_length=5, blank=True, default="", db_default="", editable=False)
    coded = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["match", "side", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "side"], condition=Q(withdrawn=None, side__isnull=False), name="seat_once_a_side"
            ),
            models.UniqueConstraint(fields=["code"], condition=~Q(code=""), name="seat_of_code"),
        ]
        indexes = [models.Index(fields=["claim_hash"], name="seat_of_claim")]

    def __str__(self) -> str:
        """Who sits there, as the player who began the game calls them."""
        return "Spectator" if self.side is None else ("You", "The other player")[self.side]

    @property
    def live_code(self) -> str:
        """The code, while it works; empty from then on."""
        return self.code if self.coded and self.coded >= timezone.now() - CODE_TIME else ""

    @property
    def may_allow_plans(self) -> bool:
        """Whether plans need the consent of whoever takes this seat, or of its player, who has yet to give it."""
        plans = self.match.plans
        return self.side == 1 and (plans == Plans.OFFERED or (plans > Plans.OFFERED and not self.taken))


class MatchRevision(BaseRevision):
    """The state of a match after an event: ``entry`` is the log's entry as plain data, empty for the start.

    ``event`` is the id that the phone gave the event, ``side`` who did it.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="revisions")
    event = models.CharField(max_length=ID_LENGTH, blank=True)
    side = models.PositiveSmallIntegerField(default=0)
    entry = models.JSONField(default=dict)

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="match_revision_once"),
            models.UniqueConstraint(fields=["match", "event"], name="match_event_once"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} revision {self.number}: {self.summary}"


class ResultPhoto(StoredPicture):
    """A photo of a match that has ended; it belongs to whoever holds the ``seat`` from which it was added."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="photo")
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="photo")

    def __str__(self) -> str:
        return f"Photo of {self.match_id}"
