"""The armies as a Django app."""

from django.apps import AppConfig


class ArmiesConfig(AppConfig):
    """Armies and their revisions."""

    name = "armybuilder.armies"
    verbose_name = "Armies"

    def ready(self) -> None:
        """Say what is kept of a person's armies and which hold an own entry, once models are there."""
        from armybuilder.accounts.account_data import KEEPINGS
        from armybuilder.armies.access import armies_with
        from armybuilder.armies.account_data import KEPT
        from armybuilder.catalogue.uses import FINDERS

        KEEPINGS.append(KEPT)
        FINDERS.append(armies_with)
