"""The modules of the whole site as a Django app: home page, error pages, commands, checks."""

from django.apps import AppConfig


class FrameConfig(AppConfig):
    """Registers the system checks and the order of a SQLite database's writers."""

    name = "armybuilder"
    verbose_name = "Army builder"

    def ready(self) -> None:
        """Import the modules, which registers them."""
        from armybuilder import checks, sqlite_turns  # noqa: F401
