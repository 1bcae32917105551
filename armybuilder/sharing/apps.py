"""Sharing as a Django app."""

from django.apps import AppConfig


class SharingConfig(AppConfig):
    """Links to armies, and opponents."""

    name = "armybuilder.sharing"
    verbose_name = "Sharing"
