"""The modules of the whole site as a Django app: home page, error pages, commands, checks."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Registers the system checks."""

    name = "armybuilder"
    verbose_name = "Army builder"

    def ready(self) -> None:
        """Import the module, which registers them."""
        from armybuilder.site import checks  # noqa: F401
