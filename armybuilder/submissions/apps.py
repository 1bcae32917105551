"""The submitted forms as a Django app."""

from django.apps import AppConfig


class SubmissionsConfig(AppConfig):
    """Forms that were submitted, and what they created."""

    name = "armybuilder.submissions"
