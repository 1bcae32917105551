"""The guide as a Django app, for its template tags."""

from django.apps import AppConfig


class GuideConfig(AppConfig):
    """The guide."""

    name = "armybuilder.guide"
