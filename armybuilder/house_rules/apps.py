"""The sets of house rules as a Django app."""

from django.apps import AppConfig


class HouseRulesConfig(AppConfig):
    """Named sets of house rules."""

    name = "armybuilder.house_rules"
    verbose_name = "House rules"

    def ready(self) -> None:
        """Connect the signal's receiver."""
        from armybuilder.house_rules import access  # noqa: F401
