"""The play app."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Battlefields."""

    name = "armybuilder.play"
