"""manage.py backup: a copy of all that a running site keeps."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from armybuilder.operations.backups import CannotRestore, write_backup


class Command(BaseCommand):
    """Write a copy of the database, the finished PDFs and the secret key, and read it again."""

    help = "Write a copy of all that the site keeps, while it runs."

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to."""
        parser.add_argument("file", type=Path, help="the new file, such as armies.tar.gz")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Write it."""
        try:
            members = write_backup(file)["members"]
        except FileExistsError:
            raise CommandError(f"{file} is there already. Name a new file.") from None
        except (OSError, CannotRestore) as error:
            raise CommandError(f"No copy was made: {error}") from error
        rows = sum(member.get("rows", 0) for member in members.values())
        self.stdout.write(f"{file}: {rows} rows, {len(members)} parts, read again and whole.")
