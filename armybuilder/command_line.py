"""The command line of the site: ``manage.py`` of a checkout, and ``armybuilder`` of the wheel."""

import gc
import os
import sys
from typing import Final

from django.core.management import execute_from_command_line, load_command_class

WITHOUT_APPS: Final = frozenset({"calculate", "catalogue", "import", "play", "validate"})
"""Commands that need none of the site's apps, whose loading takes longer than they do."""


def run(arguments: list[str]) -> None:
    """Run the command that the arguments name, after the name of the program."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
    name = "".join(arguments[1:2])
    if name in WITHOUT_APPS:
        # Else a tenth of their time goes into looking for garbage among what is being imported.
        gc.set_threshold(200_000)
        load_command_class("armybuilder", name).run_from_argv(arguments)
    else:
        execute_from_command_line(arguments)


def main() -> None:
    """Run the command of this process, or serve the site if it has none."""
    run(sys.argv if sys.argv[1:] else [*sys.argv, "serve"])
