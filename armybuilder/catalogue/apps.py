"""The catalogue as a Django app."""

from django.apps import AppConfig


class CatalogueConfig(AppConfig):
    """Stored sub-classes, troop types, weapons and the like."""

    name = "armybuilder.catalogue"
    verbose_name = "Catalogue"

    def ready(self) -> None:
        """Say what is kept of a person's own entries, once models are there."""
        from armybuilder.accounts.account_data import KEEPINGS
        from armybuilder.catalogue.account_data import KEPT

        KEEPINGS.extend(KEPT)
