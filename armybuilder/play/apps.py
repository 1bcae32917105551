"""The play app."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Battlefields, and armies at the table."""

    name = "armybuilder.play"

    def ready(self) -> None:
        """Say what is kept of a person's games, once models are there."""
        from armybuilder.accounts.account_data import KEEPINGS
        from armybuilder.play.account_data import KEPT

        KEEPINGS.append(KEPT)
