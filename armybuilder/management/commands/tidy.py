"""manage.py tidy: lists outdated data; with --delete, deletes it."""

from datetime import timedelta
from typing import Any, Final

from django.contrib.sessions.models import Session
from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from armybuilder.accounts.models import StoredToday
from armybuilder.armies.models import ImportJob, Visit
from armybuilder.armies.visits import RETENTION
from armybuilder.catalogue.collections import entries_of_withdrawn
from armybuilder.jobs.models import LIFETIME
from armybuilder.printing import jobs
from armybuilder.printing.models import PrintJob
from armybuilder.sharing.links import pictures_of_withdrawn
from armybuilder.site.owned import owned_models
from armybuilder.site.temporary_folders import abandoned_folders, remove_abandoned
from armybuilder.submissions.models import LIFETIME as FORMS_LIFETIME
from armybuilder.submissions.once import old_submissions

UNVISITED: Final = {owned.name: owned.unvisited for owned in owned_models() if owned.unvisited is not None}
"""The data of browsers that have not visited for long, with the function that finds it."""
BATCH = 200
"""Rows deleted at a time: players cannot save meanwhile."""


class Command(BaseCommand):
    """Count outdated data, and delete it with ``--delete``."""

    help = "Count outdated data. With --delete, delete it."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the option to delete."""
        parser.add_argument("--delete", action="store_true", help="delete the data instead of only counting it")

    def handle(self, *args: Any, delete: bool, **options: Any) -> None:
        """Count, and delete."""
        now = timezone.now()
        sessions = Session.objects.filter(expire_date__lt=now)
        printings = PrintJob.objects.filter(created__lt=now - LIFETIME)
        imports = ImportJob.objects.filter(created__lt=now - LIFETIME)
        visits = Visit.objects.filter(day__lt=(now - RETENTION - timedelta(days=1)).date())
        submissions = old_submissions()
        pictures, collected = pictures_of_withdrawn(), entries_of_withdrawn()
        unvisited = {what: (find, list(find().values_list("pk", flat=True))) for what, find in UNVISITED.items()}
        verb = "Deleted" if delete else "Would delete"
        self.stdout.write(f"{verb}: {sessions.count()} expired sessions")
        self.stdout.write(f"{verb}: {printings.count()} print jobs older than an hour, with their files")
        self.stdout.write(f"{verb}: {imports.count()} files read for an import more than an hour ago")
        self.stdout.write(f"{verb}: {len(abandoned_folders())} temporary folders of processes that were killed")
        self.stdout.write(
            f"{verb}: {submissions.count()} records of forms sent more than {FORMS_LIFETIME.days} days ago"
        )
        self.stdout.write(f"{verb}: {pictures.count()} pictures of links withdrawn more than a day ago")
        self.stdout.write(f"{verb}: {collected.count()} entries in sets withdrawn more than a day ago")
        for what, (_, keys) in unvisited.items():
            self.stdout.write(f"{verb}: {len(keys)} {what} without an account, not visited for {RETENTION.days} days")
        if not delete:
            self.stdout.write("Nothing was deleted. Use manage.py tidy --delete to delete these.")
            return
        sessions.delete()
        jobs.tidy()
        remove_abandoned()
        for find, keys in unvisited.values():
            for first in range(0, len(keys), BATCH):
                # Selected once more: its player may be back.
                find().filter(pk__in=keys[first : first + BATCH]).delete()
        visits.delete()
        submissions.delete()
        StoredToday.objects.filter(day__lt=now.date()).delete()
        pictures.delete()
        collected.delete()
