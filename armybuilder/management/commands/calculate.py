"""manage.py calculate: the calculators on the command line."""

from argparse import ArgumentParser
from typing import Any

import rulesets
from armybuilder.management.json_command import JsonCommand, add_house, game_of, read_plain, readings, refuse

MAX_BYTES = 1024 * 1024
"""The largest question file, in bytes."""


class Command(JsonCommand):
    """Answer one question about one game."""

    help = (
        "Answer a calculator's question: JSON in (a file, or - for standard input), JSON out. "
        "--list names all calculators, --schema describes a question's fields."
    )
    exit_codes = {0: "answered"}

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the calculator and its question."""
        parser.add_argument("game", nargs="?", help="slug of a game")
        parser.add_argument("calculator", nargs="?", help="slug of a calculator")
        parser.add_argument("question", nargs="?", help="file with the question as JSON; - reads standard input")
        parser.add_argument("--list", action="store_true", help="name the calculators, of one game or of all")
        parser.add_argument("--schema", action="store_true", help="describe the question's fields")
        add_house(parser)

    def answer(self, *args: Any, **options: Any) -> None:
        """List the calculators, describe a question, or answer it."""
        if options["list"]:
            games = [game_of(options["game"])] if options["game"] else rulesets.games()
            self.write_json([calculator for game in games for calculator in game.calculators()])
            return
        if not options["game"] or not options["calculator"]:
            raise refuse("Name a game and a calculator; --list shows them all.")
        game, slug = game_of(options["game"]), options["calculator"]
        if options["schema"]:
            self.write_json({"question": game.schema(slug), "house": game.house_rules()})
            return
        if not options["question"]:
            raise refuse("Give a file with the question, or - for standard input. {} asks the default question.")
        question = read_plain(options["question"], "a question", MAX_BYTES)
        self.write_json(game.ask(slug, question, readings(options["house"])))
