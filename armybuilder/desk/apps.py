"""The desk as a Django app."""

from django.apps import AppConfig


class DeskConfig(AppConfig):
    """Battles and their steps."""

    name = "armybuilder.desk"
    verbose_name = "Game master's desk"

    def ready(self) -> None:
        """Say what is kept of a person's battles, once models are there."""
        from armybuilder.accounts.account_data import KEEPINGS
        from armybuilder.desk.account_data import KEPT

        KEEPINGS.append(KEPT)
