"""The print shop as a Django app."""

from django.apps import AppConfig


class PrintingConfig(AppConfig):
    """Documents, their layout, and the jobs that render them."""

    name = "armybuilder.printing"
    verbose_name = "Printing"
