"""The stored entries of the games' catalogues."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.urls import reverse

from armybuilder.drawing.models import StoredPicture
from armybuilder.site.claims import HASH_LENGTH, new_token
from rulesets.core.declarations.catalogue import Entry, EntryKind, Source
from rulesets.core.declarations.codec import CodecError, decode
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.force_document import decode_entry, encode_entry
from rulesets.registry import get_ruleset


class EntryRow(models.Model):
    """One entry of one game's catalogue.

    A player's own entry belongs to the user ``owner`` or to the anonymous browser whose claim has ``claim_hash``; an
    entry with neither is the game's and read-only.
    """

    ruleset = models.CharField("game", max_length=40)
    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=NAME_LENGTH)
    name = models.CharField(max_length=NAME_LENGTH)
    spec = models.JSONField("profile")
    cite = models.CharField("place in the rulebook", max_length=NAME_LENGTH, blank=True)
    source = models.CharField(max_length=10, choices=[(source.value, source.value) for source in Source])
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True)
    claim_hash = models.CharField(max_length=HASH_LENGTH, blank=True, default="", editable=False)
    position = models.PositiveIntegerField("place in the list", default=0)

    class Meta:
        """Keys are unique within a kind for the game, for each browser and for each owner."""

        ordering = ["ruleset", "kind", "position", "name"]
        verbose_name = "entry"
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(
                fields=["ruleset", "kind", "key", "claim_hash"],
                condition=Q(owner=None),
                name="one_entry_a_key_and_browser",
            ),
            models.UniqueConstraint(fields=["ruleset", "kind", "key", "owner"], name="one_entry_a_key_and_owner"),
        ]
        indexes = [models.Index(fields=["claim_hash", "ruleset"], name="entry_of_claim")]

    def __str__(self) -> str:
        """The name, as the staff pages list it."""
        return self.name

    @property
    def is_players(self) -> bool:
        """Whether it is a player's own entry."""
        return self.owner_id is not None or self.claim_hash != ""

    @property
    def entry_kind(self) -> EntryKind[Any] | None:
        """The kind as its game declares it; ``None`` if the game or kind no longer exists."""
        try:
            return get_ruleset(self.ruleset).kind(self.kind)
        except KeyError:
            return None

    def entry(self) -> Entry[Any] | None:
        """The entry as its game reads it; ``None`` if it no longer fits its declaration."""
        profile = self.profile()
        if profile is None:
            return None
        return Entry(self.kind, self.key, self.name, profile, self.cite, Source(self.source))

    def profile(self) -> Any | None:
        """The typed profile; ``None`` if it no longer fits its declaration."""
        kind = self.entry_kind
        try:
            return None if kind is None else decode(kind.spec, self.spec)
        except CodecError:
            return None

    def facts(self) -> tuple[tuple[str, str], ...]:
        """The main facts about the entry as pairs of heading and text."""
        kind, profile = self.entry_kind, self.profile()
        return () if kind is None or profile is None else kind.facts(profile)

    def clean(self) -> None:
        """Check that the game can read the profile."""
        kind = self.entry_kind
        if kind is None:
            raise ValidationError({"kind": "No game has entries of this kind."})
        plain = {name: getattr(self, name) for name in ("kind", "key", "name", "cite", "source", "spec")}
        try:
            decode_entry(kind, plain)
        except CodecError as error:
            raise ValidationError({"spec": [str(problem) for problem in error.problems]}) from error


class EntryPicture(StoredPicture):
    """A player's picture of an own entry, such as insignia or a photograph of the model."""

    entry = models.OneToOneField(EntryRow, on_delete=models.CASCADE, related_name="picture")

    def __str__(self) -> str:
        """The entry."""
        return f"Picture of {self.entry}"


class Collection(models.Model):
    """Own entries of one game that a player shares by a link, always in their current state."""

    token = models.CharField(primary_key=True, max_length=40, default=new_token, editable=False)
    ruleset = models.CharField("game", max_length=40)
    name = models.CharField(max_length=NAME_LENGTH)
    entries = models.ManyToManyField(EntryRow, related_name="collections")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True)
    claim_hash = models.CharField(max_length=HASH_LENGTH, blank=True, default="", editable=False)
    created = models.DateTimeField(auto_now_add=True)
    withdrawn = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "set of entries"
        verbose_name_plural = "sets of entries"
        ordering = ["name", "created"]
        indexes = [models.Index(fields=["claim_hash", "ruleset"], name="collection_of_claim")]

    def __str__(self) -> str:
        """The name, as the staff pages list it."""
        return self.name

    def get_absolute_url(self) -> str:
        """The page that shows the entries."""
        return reverse("catalogue:collection", args=[self.token])


def row_of(ruleset: str, entry: Entry[Any], position: int) -> EntryRow:
    """An unsaved row for an entry of the game's catalogue."""
    return EntryRow(ruleset=ruleset, position=position, **encode_entry(entry))
