"""The columns that all jobs have, and what each kind of them says of itself."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import ClassVar

from django.db import models
from django.utils import timezone

from armybuilder.claims import new_token
from armybuilder.tasks import PAGES

KEPT = timedelta(hours=1)
"""How long what a job has made can be fetched."""
SILENT = timedelta(seconds=15)
"""A job that has not been heard of for so long has lost its process."""
BEAT = 2.0
"""Seconds after which a job that is worked on is heard of at the latest."""
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
"""When a job was heard of last that waits for whoever looks next."""


class Job(models.Model):
    """Work that was ordered, by whom, and where it stands."""

    maker: ClassVar[str]
    """The dotted name of the function that does the work of a job, and ends it by ``running.tell``."""
    queue: ClassVar[str] = PAGES
    noun: ClassVar[tuple[str, str]]
    """What players call one, and several."""

    class State(models.TextChoices):
        """Where a job stands; the last three are final."""

        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"

    id = models.CharField("address", primary_key=True, max_length=40, default=new_token, editable=False)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    problem = models.TextField(blank=True)
    field = models.CharField("of which choice", max_length=30, blank=True, help_text="Empty for the whole.")
    person = models.CharField("ordered by", max_length=64, blank=True, db_index=True, editable=False)
    address = models.CharField("ordered from", max_length=64, blank=True, db_index=True, editable=False)
    starts = models.PositiveSmallIntegerField(default=0)
    created = models.DateTimeField(default=timezone.now)
    heard = models.DateTimeField("last heard of", default=timezone.now)

    class Meta:
        abstract = True
        ordering = ["created"]

    @property
    def over(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in (self.State.DONE, self.State.FAILED, self.State.CANCELLED)

    def remove(self) -> None:
        """Delete the row, and what lies beside it."""
        self.delete()
