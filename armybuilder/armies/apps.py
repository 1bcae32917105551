"""The armies as a Django app."""

from django.apps import AppConfig


class ArmiesConfig(AppConfig):
    """Armies and their revisions."""

    name = "armybuilder.armies"
    verbose_name = "Armies"

    def ready(self) -> None:
        """Connect the signal's receiver."""
        from armybuilder.armies import access  # noqa: F401
