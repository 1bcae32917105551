"""Models of sharing: the links to an owner's armies, and a visitor's opponents."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from armybuilder.armies.models import Army, PartPicture, unnamed
from armybuilder.site.claims import HASH_LENGTH, new_token
from rulesets.core.declarations.fields import NAME_LENGTH


class Share(models.Model):
    """A link to an army, to look at and to copy.

    Without a ``document`` it shows the current army; with one (compressed JSON as in a revision) it shows the army as
    it was at ``revision``, with its ``name`` and pictures at that time. ``notes`` says whether the owner's notes are
    shown. With ``blanks`` it shows what the other side knows before a game in which units begin hidden, and only the
    number of the hidden ones.
    """

    token = models.CharField(primary_key=True, max_length=40, default=new_token, editable=False)
    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="shares")
    revision = models.PositiveIntegerField(null=True, blank=True)
    document = models.BinaryField(null=True, blank=True)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    notes = models.BooleanField(default=False)
    blanks = models.BooleanField(default=False)
    created = models.DateTimeField(default=timezone.now)
    revoked = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created"]

    def __str__(self) -> str:
        return self.name or unnamed(self.army.ruleset) if self.frozen else str(self.army)

    def get_absolute_url(self) -> str:
        """Where the army is shown."""
        return reverse("sharing:shared", args=[self.token])

    @property
    def frozen(self) -> bool:
        """Whether later edits do not show."""
        return self.revision is not None

    @property
    def kind(self) -> str:
        """What the link shows, in words."""
        link = f"snapshot of {self.created:%-d %B %Y}" if self.frozen else "live link"
        return f"{link}, {'as blanks' if self.blanks else 'with notes' if self.notes else 'without notes'}"


class LinkPicture(PartPicture):
    """A picture of a frozen link, as it was when the link was created."""

    share = models.ForeignKey(Share, on_delete=models.CASCADE, related_name="pictures")

    class Meta:
        ordering = ["share", "part"]
        constraints = [models.UniqueConstraint(fields=["share", "part"], name="link_picture_once")]

    def __str__(self) -> str:
        return f"Picture of {self.part or 'the army'} in {self.share}"


class Opponent(models.Model):
    """A shared army that a user, or a browser without an account, keeps to play against."""

    share = models.ForeignKey(Share, on_delete=models.CASCADE, related_name="opponents")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True)
    claim_hash = models.CharField(max_length=HASH_LENGTH, blank=True, default="", editable=False)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-created", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["share", "owner"], name="opponent_once_a_user"),
            models.UniqueConstraint(
                fields=["share", "claim_hash"], condition=Q(owner=None), name="opponent_once_a_browser"
            ),
        ]
        indexes = [models.Index(fields=["claim_hash"], name="opponent_of_claim")]

    def __str__(self) -> str:
        return str(self.share)
