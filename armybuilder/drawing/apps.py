"""The pictures as a Django app, for its template tag."""

from django.apps import AppConfig


class DrawingConfig(AppConfig):
    """Symbols and icons."""

    name = "armybuilder.drawing"
    verbose_name = "Drawing"
