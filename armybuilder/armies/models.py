"""Models of the armies. Each revision of an army is a complete document that is never overwritten."""

from django.db import models
from django.urls import reverse

from armybuilder.drawing.models import StoredPicture
from armybuilder.jobs.models import Job
from armybuilder.revisions.models import BaseRevision, Revisable
from armybuilder.site.claims import HASH_LENGTH
from rulesets.registry import find_ruleset

FOLDER_LENGTH = 60
TAG_LENGTH = 30
PART_LENGTH = 24
EDIT_LENGTH = 32


def unnamed(game: str) -> str:
    """What an army of the game with that slug is called until its player names it."""
    ruleset = find_ruleset(game)
    return f"Unnamed {ruleset.words.force if ruleset else 'army'}"


class Army(Revisable):
    """A player's army.

    Its player chooses its ``folder`` and tags. ``words`` is its search index as of the revision ``indexed``,
    ``own_entries`` lists the players' own entries in it. ``part_of`` is the id of the army some of whose units it has
    for one evening, on the same models. An ``example`` belongs to nobody: everybody may look at it and copy it.
    """

    example = models.BooleanField(default=False)
    archived = models.DateTimeField(null=True, blank=True)
    folder = models.CharField(max_length=FOLDER_LENGTH, blank=True)
    words = models.TextField(blank=True, editable=False)
    indexed = models.PositiveIntegerField(default=0, editable=False)
    own_entries = models.TextField(blank=True, editable=False)
    part_of = models.CharField(max_length=60, blank=True, default="", db_default="", editable=False)

    class Meta(Revisable.Meta):
        verbose_name_plural = "armies"
        indexes = [
            *Revisable.Meta.indexes,
            # Few among all that players have.
            models.Index(fields=["ruleset"], condition=models.Q(example=True), name="example_armies"),
        ]

    def __str__(self) -> str:
        return self.name or unnamed(self.ruleset)

    @property
    def models_of(self) -> str:
        """The id of the army on whose models it plays."""
        return self.part_of or self.pk

    def get_absolute_url(self) -> str:
        """The army's place in the builder."""
        return reverse("armies:builder", args=[self.pk])


class Visit(models.Model):
    """The last day on which a browser with a claim visited the site."""

    claim_hash = models.CharField(primary_key=True, max_length=HASH_LENGTH)
    day = models.DateField()

    def __str__(self) -> str:
        return str(self.day)


class Tag(models.Model):
    """A player's tag on an army."""

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="tags")
    name = models.CharField(max_length=TAG_LENGTH)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["army", "name"], name="tag_once")]

    def __str__(self) -> str:
        return self.name


class ImportJob(Job):
    """The import of a large file: its content, and once it is read its ``report``.

    ``game`` is that of a file which names none. Of a file that fits several games the content is kept.
    """

    maker = "armybuilder.interchange.importing.read_job"
    noun = "import", "imports"

    content = models.BinaryField()
    game = models.SlugField(max_length=40, blank=True, default="", db_default="", db_index=False)
    report = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"File of {self.created}: {self.state}"


class PartPicture(StoredPicture):
    """The picture of an army, or of the unit whose id is ``part``."""

    part = models.CharField(max_length=PART_LENGTH, blank=True)

    class Meta:
        abstract = True


class ArmyPicture(PartPicture):
    """A player's picture of an army or of a unit in it."""

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="pictures")

    class Meta:
        ordering = ["army", "part"]
        constraints = [models.UniqueConstraint(fields=["army", "part"], name="picture_once")]

    def __str__(self) -> str:
        return f"Picture of {self.part or 'the army'} in {self.army_id}"


class Revision(BaseRevision):
    """A saved state of an army: who saved it, and the numbers that lists show (``units``, ``errors``, ``warnings``).

    ``edit`` is the id that a device gave the edit, so that one sent twice is only made once.
    """

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="revisions")
    author = models.CharField(max_length=150, blank=True, help_text="Leave blank for a browser without an account.")
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
