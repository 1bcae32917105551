"""manage.py tidy: what has grown old, and with --delete away with it."""

from datetime import timedelta
from typing import Any

from django.contrib.sessions.models import Session
from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from armybuilder.armies.models import Army, Visit
from armybuilder.armies.visits import KEPT, unvisited_armies
from armybuilder.printing import jobs
from armybuilder.printing.models import KEPT as PRINTS_KEPT
from armybuilder.printing.models import PrintJob

BATCH = 200
"""Armies deleted at a time, so that players need not wait long to save."""


class Command(BaseCommand):
    """Say what nobody can use any more, and delete it only when told to."""

    help = "Say how much of what is stored has grown old; with --delete, delete it."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whether to delete."""
        parser.add_argument("--delete", action="store_true", help="delete it, instead of only saying what would go")

    def handle(self, *args: Any, delete: bool, **options: Any) -> None:
        """Say, and delete."""
        now = timezone.now()
        sessions = Session.objects.filter(expire_date__lt=now)
        printings = PrintJob.objects.filter(created__lt=now - PRINTS_KEPT)
        visits = Visit.objects.filter(day__lt=(now - KEPT - timedelta(days=1)).date())
        armies = list(unvisited_armies().values_list("pk", flat=True))
        word = "Deleted" if delete else "Would delete"
        self.stdout.write(f"{word}: {sessions.count()} sessions that ran out")
        self.stdout.write(f"{word}: {printings.count()} printings ordered more than an hour ago, with their files")
        self.stdout.write(f"{word}: {len(armies)} armies without an account, not visited for {KEPT.days} days")
        if not delete:
            self.stdout.write("Nothing was deleted. manage.py tidy --delete does it.")
            return
        sessions.delete()
        jobs.tidy()
        for first in range(0, len(armies), BATCH):
            # Looked at once more: its player may be back.
            going = set(unvisited_armies().filter(pk__in=armies[first : first + BATCH]).values_list("pk", flat=True))
            Army.objects.filter(pk__in=going).delete()
        visits.delete()
