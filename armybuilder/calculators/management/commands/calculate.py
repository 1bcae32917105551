"""``manage.py calculate``: the calculators on the command line, JSON in and JSON out."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

import rulesets

LONGEST_QUESTION = 1_000_000
"""The most characters a question file may have."""


def refuse(message: str) -> CommandError:
    """What ends the command with exit code 2: the question, not the program, is wrong."""
    return CommandError(message, returncode=2)


class Command(BaseCommand):
    """Answers one question of one game.

    Exit codes: 0 answered; 2 the question, the game or the calculator is wrong, with the place on standard error.
    """

    help = (
        "Answer a calculator's question: JSON in (a file, or - for standard input), JSON out. "
        "--list names all calculators, --schema describes a question's fields. Exit code 2: bad input."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument("game", nargs="?", help="slug of a game")
        parser.add_argument("calculator", nargs="?", help="slug of a calculator")
        parser.add_argument("question", nargs="?", help="file with the question as JSON; - reads standard input")
        parser.add_argument("--list", action="store_true", help="name the calculators, of one game or of all")
        parser.add_argument("--schema", action="store_true", help="describe the question's fields")
        parser.add_argument(
            "--house",
            action="append",
            default=[],
            metavar="SWITCH=READING",
            help="play a ruling differently from the default; may be repeated",
        )

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Words and options may be given in any order."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.parse_args = parser.parse_intermixed_args  # type: ignore[method-assign]
        return parser

    def handle(self, *args: Any, **options: Any) -> None:
        """List, describe or answer."""
        if options["list"]:
            games = [self._game(options["game"])] if options["game"] else rulesets.games()
            self._write([calculator for game in games for calculator in game.calculators()])
            return
        if not options["game"] or not options["calculator"]:
            raise refuse("Name a game and a calculator; --list shows them all.")
        game, slug = self._game(options["game"]), options["calculator"]
        try:
            if options["schema"]:
                self._write({"question": game.schema(slug), "house": game.house_rules()})
                return
            if not options["question"]:
                raise refuse("Give a file with the question, or - for standard input; {} asks the default question.")
            self._write(game.ask(slug, self._read(options["question"]), readings(options["house"])))
        except rulesets.BadInput as bad:
            raise refuse(str(bad)) from None

    def _write(self, data: Any) -> None:
        self.stdout.write(json.dumps(data, indent=2, ensure_ascii=False))

    def _game(self, slug: str) -> rulesets.Game:
        try:
            return rulesets.get(slug)
        except KeyError:
            known = ", ".join(game.slug for game in rulesets.games())
            raise refuse(f"There is no game {slug!r}; there are: {known}.") from None

    def _read(self, name: str) -> Any:
        try:
            if name == "-":
                text = sys.stdin.read(LONGEST_QUESTION + 1)
            else:
                with Path(name).open(encoding="utf-8") as file:
                    text = file.read(LONGEST_QUESTION + 1)
        except (OSError, UnicodeDecodeError) as error:
            raise refuse(f"{name} cannot be read: {error}") from None
        if len(text) > LONGEST_QUESTION:
            raise refuse(f"{name} is longer than {LONGEST_QUESTION} characters.")
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise refuse(f"{name} is not valid JSON: {error}") from None


def readings(pairs: list[str]) -> dict[str, str]:
    """House rules from options such as ``switch=reading``."""
    return {switch: key for switch, _, key in (pair.partition("=") for pair in pairs)}
