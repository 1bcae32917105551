"""manage.py export: writes an army file in another format."""

from argparse import ArgumentParser
from typing import Any

from armybuilder.interchange.army_files import read_army
from armybuilder.interchange.formats import FORMATS, format_of
from armybuilder.management.json_command import JsonCommand, read_input, write_output


class Command(JsonCommand):
    """Write an army in one of the formats of the site."""

    help = "Write an army file in another format: " + "; ".join(f"{each.slug} ({each.title})" for each in FORMATS) + "."
    exit_codes = {0: "written"}

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the army file and the format."""
        parser.add_argument("file", help="the army file, or - for standard input")
        parser.add_argument("--format", required=True, choices=[each.slug for each in FORMATS])
        parser.add_argument("-o", "--output", default="-", help="the file to write (standard output by default)")

    def answer(self, *args: Any, **options: Any) -> None:
        """Read the army and write it."""
        army = read_army(read_input(options["file"]))
        write_output(options["output"], format_of(options["format"]).write(army))
