"""manage.py restore: restores a backup."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from armybuilder.operations.backups import CannotRestore, restore_backup


class Command(BaseCommand):
    """Replace the data of the database with a backup, which may be from the other kind of database."""

    help = "Restore a backup into the database named in the settings. Stop the site first."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the backup and the options."""
        parser.add_argument("file", type=Path, help="a backup made by manage.py backup")
        parser.add_argument("--replace", action="store_true", help="delete the armies and accounts in the database")

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        """Restore the backup."""
        try:
            members = restore_backup(file, replace=replace)["members"]
        except CannotRestore as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {sum(member.get('rows', 0) for member in members.values())} rows restored.")
