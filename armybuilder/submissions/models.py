"""The record of forms that were submitted."""

from datetime import timedelta
from typing import Final

from django.db import models
from django.utils import timezone

LIFETIME: Final = timedelta(days=2)
"""How long a form that is sent again is answered with what the first created."""


class Submission(models.Model):
    """A form that created something, and the address of that.

    ``key`` is a hash of the visitor, of the form's id and of what was sent, so that it is of use to nobody else.
    What a program sent is apart in ``content``, a hash, because its id stands for one content alone.
    """

    key = models.CharField(primary_key=True, max_length=64)
    content = models.CharField(max_length=64, blank=True, default="", db_default="")
    location = models.TextField(blank=True)
    created = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return self.location
