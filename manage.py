#!/usr/bin/env python3
"""Django's command line for the site."""

import gc
import os
import sys

from django.core.management import execute_from_command_line, load_command_class

WITHOUT_APPS = frozenset({"calculate", "catalogue", "import", "play", "validate"})
"""Commands that need none of the site's apps, whose loading takes longer than they do."""

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
    name = "".join(sys.argv[1:2])
    if name in WITHOUT_APPS:
        # Else a tenth of their time goes into looking for garbage among what is being imported.
        gc.set_threshold(200_000)
        load_command_class("armybuilder", name).run_from_argv(sys.argv)
    else:
        execute_from_command_line(sys.argv)
