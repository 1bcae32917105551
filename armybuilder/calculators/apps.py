"""The calculators as a Django app, for its command."""

from django.apps import AppConfig


class CalculatorsConfig(AppConfig):
    """The calculators' pages and command."""

    name = "armybuilder.calculators"
    verbose_name = "Calculators"
