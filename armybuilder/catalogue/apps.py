"""The catalogue as a Django app."""

from django.apps import AppConfig


class CatalogueConfig(AppConfig):
    """Stored sub-classes, troop types, weapons and the like."""

    name = "armybuilder.catalogue"
    verbose_name = "Catalogue"
