"""Accounts as a Django app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Signing in, what an account owns, and leaving."""

    name = "armybuilder.accounts"

    def ready(self) -> None:
        """Connect the signal's receiver."""
        from armybuilder.accounts import account_data  # noqa: F401
