"""The armies as a Django app."""

from django.apps import AppConfig


class ArmiesConfig(AppConfig):
    """Armies and their revisions."""

    name = "armybuilder.armies"
    verbose_name = "Armies"

    def ready(self) -> None:
        """Say which armies hold an own entry, once models are there."""
        from armybuilder.armies.access import armies_with
        from armybuilder.catalogue.uses import FINDERS

        FINDERS.append(armies_with)
