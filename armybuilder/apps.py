"""The site's frame as a Django app: home page, error pages, commands, checks."""

from django.apps import AppConfig


class FrameConfig(AppConfig):
    """Registers the system checks of the frame."""

    name = "armybuilder"
    verbose_name = "Army builder"

    def ready(self) -> None:
        """Let the checks register themselves."""
        from armybuilder import checks  # noqa: F401
