"""manage.py serve: from the installed packages to the running site."""

import os
import secrets
import sys
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import BaseCommand

from armybuilder.printing.rendering import CannotPrint
from armybuilder.printing.rendering.work import renderer


class Command(BaseCommand):
    """Make a secret key if there is none, prepare the data, and serve until a signal says to stop."""

    help = "Prepare the data and serve the site. HOST and PORT set its address, ARMYBUILDER_VAR its data folder."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Take the steps in order. The server replaces this process, so that none of their memory is kept."""
        try:
            renderer()
        except CannotPrint as missing:
            self.stderr.write(f"{missing} Everything else works without it.")
        _make_secret_key()
        call_command("prepare")
        os.environ["ARMYBUILDER_VAR"] = str(settings.VAR)
        os.chdir(settings.BASE_DIR)
        sys.stdout.flush()
        os.execv(sys.executable, [sys.executable, "-m", "armybuilder"])  # noqa: S606 - no shell, by design


def _make_secret_key() -> None:
    """Make the key that signs cookies, in a file which nobody else may read, unless there is one."""
    try:
        assert settings.SECRET_KEY  # noqa: S101 - Django refuses to tell an empty one
    except ImproperlyConfigured:
        settings.VAR.mkdir(parents=True, exist_ok=True)
        key = secrets.token_urlsafe(50)
        with open(settings.VAR / "secret-key", "w", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(key + "\n")
        settings.SECRET_KEY = key
