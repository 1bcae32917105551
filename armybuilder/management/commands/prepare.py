"""manage.py prepare: everything between installing the packages and serving the site."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection

from armybuilder.armies.models import Army
from armybuilder.armies.searching import index
from armybuilder.site.staticfiles import collect
from armybuilder.site.temporary_folders import remove_abandoned

INDEX_SECONDS = 60.0
"""How long armies are indexed for searches; the remaining ones are indexed when their owners search."""


class Command(BaseCommand):
    """Bring database and static files up to this version; running it again changes nothing."""

    help = "Bring database, catalogue and static files up to this version."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the steps in order, after Django's system checks; the first that fails ends the command."""
        remove_abandoned()
        _hide_data()
        call_command("migrate", interactive=False, verbosity=0)
        call_command("load_catalogue")
        call_command("make_demo")
        index(Army.objects.all(), INDEX_SECONDS)
        collect()


def _hide_data() -> None:
    """Keep the data folder and SQLite's files from the machine's other users."""
    settings.VAR.mkdir(parents=True, exist_ok=True)
    with suppress(PermissionError):  # somebody else has made the folder, such as for a container
        settings.VAR.chmod(0o700)
    if connection.vendor == "sqlite":
        database = Path(connection.settings_dict["NAME"])
        database.touch()
        # SQLite gives the files beside it the same mode when it makes them.
        for file in database.parent.glob(f"{database.name}*"):
            file.chmod(0o600)
