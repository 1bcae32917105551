"""The armies as a Django app."""

from django.apps import AppConfig


class ArmiesConfig(AppConfig):
    """Armies and their revisions."""

    name = "armybuilder.armies"
    verbose_name = "Armies"
