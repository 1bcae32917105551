"""Printing as a Django app."""

from django.apps import AppConfig


class PrintingConfig(AppConfig):
    """Documents, their layout, the jobs that render them, and saved set-ups."""

    name = "armybuilder.printing"
    verbose_name = "Printing"
