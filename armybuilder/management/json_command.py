"""The base of commands for scripts: files and standard streams, JSON, exit codes."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError, CommandParser

import rulesets
from armybuilder.armies.documents import BadFile, read_json
from armybuilder.armies.loaded_army import MAX_BYTES

BAD_INPUT = 2


class JsonCommand(BaseCommand):
    """A command that reads files and writes JSON, and needs neither database nor secret key.

    ``answer`` does the work; a ``BadFile``, ``BadInput`` or ``OSError`` that it raises is written to standard error
    and ends the command with exit code 2. ``exit_codes`` has the other codes with their meaning.
    """

    requires_system_checks = []
    exit_codes: ClassVar[dict[int, str]] = {0: "done"}

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Allow arguments and options in any order, and list the exit codes at the end of the help."""
        codes = {**self.exit_codes, BAD_INPUT: "bad input (standard error says what is wrong and where)"}
        epilog = f"Exit codes: {'; '.join(f'{code} {meaning}' for code, meaning in codes.items())}."
        parser = super().create_parser(prog_name, subcommand, epilog=epilog, **kwargs)
        parser.parse_args = parser.parse_intermixed_args  # type: ignore[method-assign]
        return parser

    def handle(self, *args: Any, **options: Any) -> None:
        """Call ``answer``, and report bad input."""
        try:
            self.answer(*args, **options)
        except (BadFile, rulesets.BadInput) as error:
            raise CommandError(str(error), returncode=BAD_INPUT) from None
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}", returncode=BAD_INPUT) from None

    def answer(self, *args: Any, **options: Any) -> None:
        """Do the work of the command."""
        raise NotImplementedError

    def write_json(self, data: Any) -> None:
        """Print plain data as JSON."""
        self.stdout.write(json.dumps(data, indent=2, ensure_ascii=False))


def add_house(parser: ArgumentParser) -> None:
    """Add the option for house rules, whose values ``readings`` reads."""
    parser.add_argument(
        "--house",
        action="append",
        default=[],
        metavar="SWITCH=READING",
        help="play a ruling differently from the default (may be repeated)",
    )


def readings(pairs: list[str]) -> dict[str, str]:
    """Read house rules from options such as ``switch=reading``."""
    return {switch: key for switch, _, key in (pair.partition("=") for pair in pairs)}


def refuse(message: str) -> CommandError:
    """Return the error that ends the command with exit code 2."""
    return CommandError(message, returncode=BAD_INPUT)


def game_of(slug: str) -> rulesets.Game:
    """Return the game with that slug."""
    try:
        return rulesets.get(slug)
    except KeyError:
        slugs = ", ".join(game.slug for game in rulesets.games())
        raise refuse(f"There is no game {slug!r}. Choose one of {slugs}.") from None


def read_input(name: str, maximum: int = MAX_BYTES) -> bytes:
    """Read a file or (``-``) standard input, up to one byte more than ``maximum``; raises ``OSError``."""
    if name == "-":
        return sys.stdin.buffer.read(maximum + 1)
    with Path(name).open("rb") as file:
        return file.read(maximum + 1)


def read_plain(name: str, what: str, maximum: int = MAX_BYTES) -> Any:
    """Read the JSON of a file or (``-``) of standard input, which should be ``what``; raises ``BadFile``."""
    return read_json(read_input(name, maximum), maximum, what)


def write_output(name: str, data: bytes) -> None:
    """Write to a file or (``-``) to standard output; raises ``OSError``."""
    if name == "-":
        sys.stdout.buffer.write(data)
    else:
        Path(name).write_bytes(data)
