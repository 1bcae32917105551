"""The play app."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Battlefields, and armies at the table."""

    name = "armybuilder.play"
