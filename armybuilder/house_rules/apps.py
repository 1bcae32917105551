"""The sets of house rules as a Django app."""

from django.apps import AppConfig


class HouseRulesConfig(AppConfig):
    """Named sets of house rules."""

    name = "armybuilder.house_rules"
    verbose_name = "House rules"

    def ready(self) -> None:
        """Say with which house rules a new army begins, once models are there."""
        from armybuilder.armies.creation import BEGINNINGS
        from armybuilder.house_rules.access import usual_rules

        BEGINNINGS.append(usual_rules)
