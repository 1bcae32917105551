"""Saved set-ups and print jobs; the PDF of a job is a file outside the database."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone

from armybuilder.armies.models import Army
from armybuilder.jobs.models import Job
from armybuilder.printing.options import PrintOptions
from armybuilder.site.claims import HASH_LENGTH, new_token
from armybuilder.site.tasks import PRINTS
from armybuilder.site.time_zones import current_zone
from rulesets.core.declarations.codec import CodecError, decode


class PrintJob(Job):
    """A print job: an army's revision, the choices, and the progress in pages."""

    maker = "armybuilder.printing.jobs.print_pdf"
    queue = PRINTS
    noun = "printing", "printings"

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="print_jobs")
    revision = models.PositiveIntegerField()
    choices = models.JSONField()
    link = models.CharField(max_length=300, blank=True, help_text="The live army's address, for a QR code.")
    time_zone = models.CharField(max_length=64, default=current_zone, db_default="UTC", editable=False)
    printed = models.PositiveIntegerField("pages printed", default=0)
    pages = models.PositiveIntegerField(default=0)
    laid_out = models.PositiveIntegerField("cards and pages laid out", default=0)
    file = models.FileField(
        upload_to="print", blank=True, default="", db_default="", help_text="Leave blank until the job is done."
    )

    def __str__(self) -> str:
        return f"{self.army_id} revision {self.revision}: {self.state}, {self.printed} of {self.pages} pages"

    def remove(self) -> None:
        """Delete the row and the file."""
        if self.file:
            self.file.delete(save=False)
        self.delete()

    def pdf(self) -> bytes:
        """The finished PDF; raises ``FileNotFoundError`` once it is no longer kept."""
        with self.file.open() as file:
            return bytes(file.read())

    @property
    def options(self) -> PrintOptions:
        """The choices of this job."""
        plain: Any = self.choices
        return decode(PrintOptions, plain)


class PagesJob(Job):
    """Pages that a request waits for: a preview, or a document that is not stored. Their result is in the cache."""

    maker = "armybuilder.printing.background.make_pages"
    noun = "preview or PDF", "previews and PDFs"

    name = models.CharField("key in the cache", max_length=80, db_index=True)
    call = models.CharField("function that makes them", max_length=200)
    arguments = models.JSONField()
    time_zone = models.CharField(max_length=64, default=current_zone, db_default="UTC", editable=False)

    def __str__(self) -> str:
        return f"{self.call}: {self.state}"


SETUP_NAME_LENGTH = 60


class Setup(models.Model):
    """Named print choices of a user or an anonymous browser; ``version`` counts how often they were saved."""

    id = models.CharField("address", primary_key=True, max_length=40, default=new_token, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="print_setups"
    )
    claim_hash = models.CharField(max_length=HASH_LENGTH, blank=True, editable=False)
    name = models.CharField(max_length=SETUP_NAME_LENGTH)
    choices = models.JSONField()
    version = models.PositiveIntegerField(default=1)
    created = models.DateTimeField(default=timezone.now)
    updated = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = "print set-up"
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "name"], name="setup_name_of_user"),
            models.UniqueConstraint(
                fields=["claim_hash", "name"], condition=models.Q(owner=None), name="setup_name_of_browser"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def options(self) -> PrintOptions | None:
        """The choices; ``None`` when the site can no longer read them."""
        plain: Any = self.choices
        try:
            return decode(PrintOptions, plain)
        except CodecError:
            return None


def folder() -> Path:
    """The folder for pages already laid out and, unless another storage is configured, for finished PDFs."""
    path = Path(settings.VAR) / "print"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path
