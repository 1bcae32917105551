"""The sets of house rules as a Django app."""

from django.apps import AppConfig


class HouseRulesConfig(AppConfig):
    """Named sets of house rules."""

    name = "armybuilder.house_rules"
    verbose_name = "House rules"

    def ready(self) -> None:
        """Say what is kept of a person's sets, and with which a new army begins."""
        from armybuilder.accounts.account_data import KEEPINGS
        from armybuilder.armies.creation import BEGINNINGS
        from armybuilder.house_rules.account_data import KEPT, usual_rules

        KEEPINGS.append(KEPT)
        BEGINNINGS.append(usual_rules)
