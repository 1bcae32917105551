"""Sharing as a Django app."""

from django.apps import AppConfig


class SharingConfig(AppConfig):
    """Links to armies, and opponents."""

    name = "armybuilder.sharing"
    verbose_name = "Sharing"

    def ready(self) -> None:
        """Say what is kept of a person's opponents and links, once models are there."""
        from armybuilder.accounts.account_data import KEEPINGS
        from armybuilder.sharing.account_data import KEPT

        KEEPINGS.append(KEPT)
