"""``manage.py load_catalogue``: the rulebooks' entries into the database."""

from typing import Any

from django.core.management.base import BaseCommand

from armybuilder.catalogue.loading import load_catalogue


class Command(BaseCommand):
    """Brings the stored entries of the rulebooks up to date; doing it again changes nothing."""

    help = "Bring the rulebooks' entries in the database up to date. Players' entries stay as they are."

    def handle(self, *args: Any, **options: Any) -> None:
        """Load and say what changed."""
        counts = load_catalogue()
        self.stdout.write(
            f"Catalogue: {counts.added} added, {counts.changed} changed, {counts.removed} removed, "
            f"{counts.unchanged} unchanged."
        )
