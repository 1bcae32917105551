"""manage.py prepare: everything between installing the packages and serving the site."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

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
        call_command("migrate", interactive=False, verbosity=0)
        call_command("load_catalogue")
        call_command("make_demo")
        index(Army.objects.all(), INDEX_SECONDS)
        collect()
