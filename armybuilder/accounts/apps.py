"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Accounts and claims."""

    name = "armybuilder.accounts"
