"""Armies compared, as a Django app."""

from django.apps import AppConfig


class PlansConfig(AppConfig):
    """One army against another."""

    name = "armybuilder.plans"
    verbose_name = "Plans"
