"""manage.py validate: checks whether an army file is legal."""

import sys
from typing import Any

from django.core.management.base import CommandParser

from armybuilder.interchange.army_files import read_army
from armybuilder.management.json_command import JsonCommand, add_house, read_input, readings
from rulesets.core.force_document import encode_force
from rulesets.game import Game

ILLEGAL = 1


class Command(JsonCommand):
    """Check an army against the rules."""

    help = "Check an army file and print the report as JSON."
    exit_codes = {0: "legal", ILLEGAL: "illegal"}

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the army's file and the house rules."""
        parser.add_argument("file", help="an army file; - reads standard input")
        add_house(parser)

    def answer(self, *args: Any, **options: Any) -> None:
        """Check the army."""
        army = read_army(read_input(options["file"]))
        report = Game(army.ruleset).check(encode_force(army.force), readings(options["house"]))
        self.write_json(report)
        if not report["legal"]:
            sys.exit(ILLEGAL)
