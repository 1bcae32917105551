"""manage.py import: makes an army file from any format that the site reads."""

import sys
from argparse import ArgumentParser
from typing import Any

from armybuilder.interchange.army_files import write_army
from armybuilder.interchange.formats import FORMATS, read_any
from armybuilder.interchange.games import UnclearGame
from armybuilder.management.json_command import JsonCommand, game_of, read_input, refuse, write_output
from rulesets.registry import get_ruleset

INCOMPLETE = 1


class Command(JsonCommand):
    """Read an army and write it as an army file; remarks on what could not be read go to standard error."""

    help = (
        "Read an army in any of these formats, recognised by the content of the file, and write it as an army file: "
        + ", ".join(each.slug for each in FORMATS if each.read)
        + ". The report goes to standard error, one remark per line."
    )
    exit_codes = {0: "read whole", INCOMPLETE: "read, but parts were left out"}

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file to read and the file to write."""
        parser.add_argument("file", help="the file to read, or - for standard input")
        parser.add_argument("--game", default="", help="the game, if the file does not name one")
        parser.add_argument("-o", "--output", default="-", help="the army file to write (standard output by default)")

    def answer(self, *args: Any, **options: Any) -> None:
        """Read the army and write it."""
        game = get_ruleset(game_of(options["game"]).slug) if options["game"] else None
        try:
            imported = read_any(read_input(options["file"]), game)
        except UnclearGame as unclear:
            choices = " or ".join(f"--game {each.slug}" for each in unclear.games)
            raise refuse(f"The file fits several games equally. Say which it is for by {choices}.") from None
        for remark in imported.remarks:
            self.stderr.write(str(remark))
        write_output(options["output"], write_army(imported.loaded.force).encode())
        if not imported.whole:
            sys.exit(INCOMPLETE)
