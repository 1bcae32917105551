"""manage.py restore: what a copy holds, in the database of the settings."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from armybuilder.operations.backups import CannotRestore, restore_backup


class Command(BaseCommand):
    """Put a copy that ``backup`` wrote in the place of what the database holds, which may be another kind of it."""

    help = "Restore a copy into the database of the settings, while the site stands still."

    def add_arguments(self, parser: CommandParser) -> None:
        """Where from."""
        parser.add_argument("file", type=Path, help="what manage.py backup wrote")
        parser.add_argument("--replace", action="store_true", help="lose the armies and accounts that are there")

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        """Restore it."""
        try:
            members = restore_backup(file, replace=replace)["members"]
        except CannotRestore as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {sum(member.get('rows', 0) for member in members.values())} rows are restored.")
