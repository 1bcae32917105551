"""manage.py play: replays a game at the table."""

from argparse import ArgumentParser
from typing import Any

from armybuilder.management.json_command import JsonCommand, game_of, read_plain, refuse

MAX_BYTES = 16 * 1024 * 1024
"""The largest record, in bytes: two armies and a long log."""


class Command(JsonCommand):
    """Replay the log of a game at the table, and apply further events."""

    help = (
        "Replay a game at the table from its record: a JSON object with the armies of both sides, the log, and events "
        "to add to it. The answer is JSON with the state and the log."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the record."""
        parser.add_argument("record", help="file with the record, or - for standard input")

    def answer(self, *args: Any, **options: Any) -> None:
        """Replay the record."""
        record = read_plain(options["record"], "the record of a game", MAX_BYTES)
        try:
            slug = record["armies"][0]["ruleset"]
        except (KeyError, IndexError, TypeError):
            raise refuse("armies[0].ruleset: should name the game.") from None
        self.write_json(game_of(str(slug)).play(record))
