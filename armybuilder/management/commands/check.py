"""manage.py check: Django's system checks; for one release it says that armies are now checked by ``validate``."""

from typing import Any

from django.core.management.commands import check

from armybuilder.management.json_command import refuse


class Command(check.Command):
    """Django's command, which once took army files too."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the system checks of the project or of the apps named."""
        for label in args:
            if not label.isidentifier():
                raise refuse(f"Armies are checked by “manage.py validate {label}”. “check” is Django’s own check.")
        super().handle(*args, **options)
