"""Counts that must outlast the cache."""

from django.db import models


class StoredToday(models.Model):
    """How many bytes the visitors from a network address have stored in a day; the address is a keyed hash."""

    address = models.CharField(max_length=64)
    day = models.DateField()
    bytes = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["address", "day"], name="stored_today_once")]

    def __str__(self) -> str:
        return f"{self.bytes} bytes on {self.day}"
