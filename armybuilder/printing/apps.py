"""Printing as a Django app."""

from django.apps import AppConfig


class PrintingConfig(AppConfig):
    """Documents, their layout, the jobs that render them, and saved set-ups."""

    name = "armybuilder.printing"
    verbose_name = "Printing"

    def ready(self) -> None:
        """Say what is kept of a person's set-ups, once models are there."""
        from armybuilder.accounts.account_data import KEEPINGS
        from armybuilder.printing.setups import KEPT

        KEEPINGS.append(KEPT)
