"""The API as a Django app, for its tokens."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Addresses for programs, and the tokens by which they act for a person."""

    name = "armybuilder.api"
    label = "api"
    verbose_name = "API"
