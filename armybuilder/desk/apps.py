"""The desk as a Django app."""

from django.apps import AppConfig


class DeskConfig(AppConfig):
    """Battles and their steps."""

    name = "armybuilder.desk"
    verbose_name = "Game master’s desk"
