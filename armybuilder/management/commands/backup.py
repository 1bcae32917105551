"""manage.py backup: writes a backup of a running site."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from armybuilder.operations.backups import CannotRestore, write_backup


class Command(BaseCommand):
    """Write a backup of the database, the finished PDFs and the secret key, and verify it."""

    help = "Back up all the site's data. The site can keep running."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file to write."""
        parser.add_argument("file", type=Path, help="the file to create, for example armies.tar.gz")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Write the backup."""
        try:
            members = write_backup(file)["members"]
        except FileExistsError:
            raise CommandError(f"{file} already exists. Choose another name.") from None
        except (OSError, CannotRestore) as error:
            raise CommandError(f"No backup was written: {error}") from error
        rows = sum(member.get("rows", 0) for member in members.values())
        self.stdout.write(f"{file}: {rows} rows in {len(members)} files, verified.")
