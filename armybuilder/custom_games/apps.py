"""Custom games as a Django app."""

from django.apps import AppConfig


class CustomGamesConfig(AppConfig):
    """Described games and their versions."""

    name = "armybuilder.custom_games"
    verbose_name = "Custom games"

    def ready(self) -> None:
        """Let everything that asks for a game by its slug find the published versions, as long as anybody has some."""
        from django.db.models.signals import post_delete

        from armybuilder.custom_games.models import PREFIX
        from armybuilder.custom_games.versions import (
            document_of_version,
            forget_unused,
            game_of_version,
            models_of_versions,
            titles_of_versions,
        )
        from rulesets.registry import Provider, provide

        provide(PREFIX, Provider(game_of_version, titles_of_versions, document_of_version))
        for model in models_of_versions():
            post_delete.connect(forget_unused, sender=model)
