"""The play app."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Armies in play."""

    name = "armybuilder.play"
