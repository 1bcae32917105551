"""``manage.py calculate``: the calculators on the command line, JSON in and JSON out."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from armybuilder.asking.schema import schema_of
from armybuilder.calculators.answers import encode_answer
from rulesets.core.calculators import Calculator, QuestionError
from rulesets.core.codec import CodecError, decode
from rulesets.core.houserules import House, switches
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets, get_ruleset

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
            help="play a ruling otherwise than by default; may be given several times",
        )

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Words and options may be given in any order."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.parse_args = parser.parse_intermixed_args  # type: ignore[method-assign]
        return parser

    def handle(self, *args: Any, **options: Any) -> None:
        """List, describe or answer."""
        if options["list"]:
            games = [self._game(options["game"])] if options["game"] else all_rulesets()
            self._write([_listed(game, calculator) for game in games for calculator in game.calculators])
            return
        if not options["game"] or not options["calculator"]:
            raise refuse("Name a game and a calculator; --list shows them all.")
        game = self._game(options["game"])
        calculator = self._calculator(game, options["calculator"])
        if options["schema"]:
            self._write(
                {
                    **_listed(game, calculator),
                    "fields": schema_of(calculator.question),
                    "house": [
                        {
                            "switch": ruling.switch,
                            "question": ruling.question,
                            "readings": {reading.key: reading.text for reading in ruling.readings},
                            "default": ruling.default,
                        }
                        for ruling in switches(game.rulings).values()
                    ],
                }
            )
            return
        if not options["question"]:
            raise refuse("Give a file with the question, or - for standard input; {} asks the default question.")
        house = self._house(game, options["house"])
        self._write(self._answer(game, calculator, self._read(options["question"]), house))

    def _write(self, data: Any) -> None:
        self.stdout.write(json.dumps(data, indent=2, ensure_ascii=False))

    def _game(self, slug: str) -> AnyRuleset:
        try:
            return get_ruleset(slug)
        except KeyError:
            known = ", ".join(game.slug for game in all_rulesets())
            raise refuse(f"There is no game {slug!r}; there are: {known}.") from None

    def _calculator(self, game: AnyRuleset, slug: str) -> Calculator[Any]:
        try:
            return game.calculator(slug)
        except KeyError:
            known = ", ".join(calculator.slug for calculator in game.calculators)
            raise refuse(f"{game.title} has no calculator {slug!r}; it has: {known}.") from None

    def _house(self, game: AnyRuleset, pairs: list[str]) -> House:
        known = switches(game.rulings)
        chosen = []
        for pair in pairs:
            switch, _, key = pair.partition("=")
            if switch not in known:
                raise refuse(f"--house {pair}: there is no switch {switch!r}; there are: {', '.join(known)}.")
            keys = known[switch].keys
            if key not in keys:
                raise refuse(f"--house {pair}: {switch} should be one of {', '.join(keys)}.")
            chosen.append((switch, key))
        return House(game.rulings, chosen)

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
            raise refuse(f"{name} is no JSON: {error}") from None

    def _answer(self, game: AnyRuleset, calculator: Calculator[Any], data: Any, house: House) -> dict[str, Any]:
        try:
            question = decode(calculator.question, data)
            return encode_answer(calculator.ask(question, game.catalogue, house))
        except CodecError as error:
            raise refuse(str(error)) from None
        except QuestionError as error:
            raise refuse(f"{error.field}: {error.message}" if error.field else error.message) from None


def _listed(game: AnyRuleset, calculator: Calculator[Any]) -> dict[str, str]:
    return {
        "game": game.slug,
        "calculator": calculator.slug,
        "title": calculator.title,
        "summary": calculator.summary,
    }
