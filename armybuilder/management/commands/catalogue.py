"""manage.py catalogue: lists the entries that armies are built from."""

from argparse import ArgumentParser
from typing import Any

import rulesets
from armybuilder.management.json_command import JsonCommand, game_of


class Command(JsonCommand):
    """List a game's entries; without a game, the games and their kinds of entries."""

    help = "List the entries of a game's catalogue as JSON. Without a game, list the games and their kinds of entries."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the game and the filters."""
        parser.add_argument("game", nargs="?", help="slug of a game")
        parser.add_argument("--kind", default="", help="only entries of this kind")
        parser.add_argument("--search", default="", help="only entries with all these words in name, key or citation")

    def answer(self, *args: Any, **options: Any) -> None:
        """Print the entries or the games."""
        if options["game"]:
            self.write_json(game_of(options["game"]).catalogue(options["kind"], options["search"]))
            return
        self.write_json(
            [
                {"game": game.slug, "title": game.title, "edition": game.edition, "kinds": game.kinds()}
                for game in rulesets.games()
            ]
        )
