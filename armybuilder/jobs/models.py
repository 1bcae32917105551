"""The base model of all jobs."""

from datetime import UTC, datetime, timedelta
from typing import ClassVar

from django.db import models
from django.utils import timezone

from armybuilder.site.claims import new_token
from armybuilder.site.tasks import PAGES

LIFETIME = timedelta(hours=1)
"""How long a job and its result are kept."""
HEARTBEAT_TIMEOUT = timedelta(seconds=15)
"""An unfinished job without a heartbeat for this long has lost its process."""
HEARTBEAT_INTERVAL = 2.0
"""Seconds between two heartbeats of a running job."""
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
"""The last heartbeat of a job that the next check is to restart."""


class Job(models.Model):
    """Work that somebody ordered, and its state."""

    maker: ClassVar[str]
    """The dotted name of the function that does a job's work and stores its result with ``running.tell``."""
    queue: ClassVar[str] = PAGES
    noun: ClassVar[tuple[str, str]]
    """What players call it: singular and plural."""

    class State(models.TextChoices):
        """The state of a job; the last three are final."""

        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"

    USEFUL: ClassVar = (State.WAITING, State.RUNNING, State.DONE)
    """The states of a job that has a result or will have one."""

    id = models.CharField("address", primary_key=True, max_length=40, default=new_token, editable=False)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    problem = models.TextField(blank=True)
    field = models.CharField("of which choice", max_length=30, blank=True, help_text="Leave blank for all choices.")
    person = models.CharField("ordered by", max_length=64, blank=True, db_index=True, editable=False)
    address = models.CharField("ordered from", max_length=64, blank=True, db_index=True, editable=False)
    starts = models.PositiveSmallIntegerField(default=0)
    slow = models.BooleanField("takes long", default=False, db_default=False, editable=False)
    seconds = models.FloatField("of the processor", default=0.0, db_default=0.0, editable=False)
    created = models.DateTimeField(default=timezone.now)
    heard = models.DateTimeField("last heard of", default=timezone.now)

    class Meta:
        abstract = True
        ordering = ["created"]

    @property
    def over(self) -> bool:
        """Whether the state is final."""
        return self.state in (self.State.DONE, self.State.FAILED, self.State.CANCELLED)

    def remove(self) -> None:
        """Delete the row, and the files that belong to it."""
        self.delete()
