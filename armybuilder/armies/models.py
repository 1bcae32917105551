"""What is stored: an army is a line of revisions, each one whole document; nothing is ever overwritten."""

from __future__ import annotations

from django.db import models
from django.urls import reverse

from armybuilder.claims import HASH_LENGTH
from armybuilder.drawing.models import StoredPicture
from armybuilder.jobs.models import Job
from armybuilder.revisions.models import BaseRevision, Revisable

FOLDER_LENGTH = 60
TAG_LENGTH = 30
PART_LENGTH = 24
EDIT_LENGTH = 32


class Army(Revisable):
    """A player's army.

    ``folder`` and its tags are where its player has put it. ``words`` are what a search finds it by, as the revision
    ``indexed`` has them, ``own_entries`` the players' own entries that it holds. An ``example`` belongs to nobody:
    everybody may look at it and copy it.
    """

    example = models.BooleanField(default=False)
    archived = models.DateTimeField(null=True, blank=True)
    folder = models.CharField(max_length=FOLDER_LENGTH, blank=True)
    words = models.TextField(blank=True, editable=False)
    indexed = models.PositiveIntegerField(default=0, editable=False)
    own_entries = models.TextField(blank=True, editable=False)

    class Meta(Revisable.Meta):
        verbose_name_plural = "armies"
        indexes = [
            *Revisable.Meta.indexes,
            # Few among all that players have.
            models.Index(fields=["ruleset"], condition=models.Q(example=True), name="example_armies"),
        ]

    def __str__(self) -> str:
        return self.name or "Unnamed army"

    def get_absolute_url(self) -> str:
        """The army's place in the builder."""
        return reverse("armies:builder", args=[self.pk])


class Visit(models.Model):
    """The last day on which a browser with a claim saw its things; kept since the migration that made the table."""

    claim_hash = models.CharField(primary_key=True, max_length=HASH_LENGTH)
    day = models.DateField()

    def __str__(self) -> str:
        return str(self.day)


class Tag(models.Model):
    """A word that a player put on an army."""

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="tags")
    name = models.CharField(max_length=TAG_LENGTH)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["army", "name"], name="tag_once")]

    def __str__(self) -> str:
        return self.name


class ImportJob(Job):
    """A file that takes a while to read: what was sent, and once it is read its ``report``."""

    maker = "armybuilder.armies.importing.read_job"
    noun = "import", "imports"

    content = models.BinaryField()
    report = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"File of {self.created}: {self.state}"


class PartPicture(StoredPicture):
    """The picture of an army, or with the id of a unit in ``part`` of that one."""

    part = models.CharField(max_length=PART_LENGTH, blank=True)

    class Meta:
        abstract = True


class ArmyPicture(PartPicture):
    """A picture that a player gave to an army or a unit of it."""

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="pictures")

    class Meta:
        ordering = ["army", "part"]
        constraints = [models.UniqueConstraint(fields=["army", "part"], name="picture_once")]

    def __str__(self) -> str:
        return f"Picture of {self.part or 'the army'} in {self.army_id}"


class Revision(BaseRevision):
    """An army at one moment: who saved it, and what the lists show of it (``units``, ``errors``, ``warnings``).

    ``edit`` is the id that a device gave the edit which made it, so that one sent twice is made once.
    """

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="revisions")
    author = models.CharField(max_length=150, blank=True, help_text="The user's name; empty for a browser.")
    claim_hash = models.CharField(max_length=HASH_LENGTH, blank=True, editable=False)
    units = models.PositiveIntegerField(default=0)
    errors = models.PositiveIntegerField(default=0)
    warnings = models.PositiveIntegerField(default=0)
    edit = models.CharField(max_length=EDIT_LENGTH, blank=True, default="", db_default="", editable=False)

    class Meta:
        ordering = ["army", "number"]
        constraints = [
            models.UniqueConstraint(fields=["army", "number"], name="revision_once"),
            models.UniqueConstraint(fields=["army", "edit"], condition=~models.Q(edit=""), name="edit_once"),
        ]
        indexes = [models.Index(fields=["army", "parent"], name="revision_of_parent")]

    def __str__(self) -> str:
        return f"{self.army_id} revision {self.number}: {self.summary}"
