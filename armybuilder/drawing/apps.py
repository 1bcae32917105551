"""The pictures as a Django app, for its template tag."""

from django.apps import AppConfig

from armybuilder.drawing import fallback_fonts, lettering


class DrawingConfig(AppConfig):
    """Symbols and icons."""

    name = "armybuilder.drawing"
    verbose_name = "Drawing"

    def ready(self) -> None:
        """Measure text by the font files."""
        lettering.use_fonts(fallback_fonts)
