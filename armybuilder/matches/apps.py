"""Matches as a Django app."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """Games of two armies at the table."""

    name = "armybuilder.matches"
    verbose_name = "Games at the table"
