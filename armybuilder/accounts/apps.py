"""Accounts as a Django app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """The app of the accounts: sign-in, data and deletion."""

    name = "armybuilder.accounts"

    def ready(self) -> None:
        """Connect the receivers of signals."""
        from armybuilder.accounts import account_data, resets  # noqa: F401
