"""The collections as a Django app."""

from django.apps import AppConfig


class CollectionConfig(AppConfig):
    """What players have on their shelves."""

    name = "armybuilder.collection"
    verbose_name = "Collections"

    def ready(self) -> None:
        """Connect the signal's receiver."""
        from armybuilder.collection import access  # noqa: F401
