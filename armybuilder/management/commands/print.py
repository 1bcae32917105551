"""manage.py print: prints an army file as a PDF."""

from argparse import ArgumentTypeError, BooleanOptionalAction
from collections.abc import Callable
from typing import Any

from django.core.management.base import CommandParser

from armybuilder.interchange.army_files import read_army
from armybuilder.management.json_command import JsonCommand, read_input, refuse, write_output
from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.documents.context import NothingToPrint, TooMuchToPrint
from armybuilder.printing.options import COMPLETE_SCOPE, OWN_SCOPE, PARTS, Boxes, PrintOptions
from armybuilder.printing.rendering import CannotPrint
from armybuilder.printing.rendering.printer import Printer
from armybuilder.printing.rendering.work import renderer
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.codec import CodecError, decode
from rulesets.core.declarations.fields import Field, Kind, fields_of
from rulesets.core.declarations.text_values import read_value, text_problems
from rulesets.core.wording import count_of


def parts(text: str) -> tuple[str, ...]:
    """Read the names of parts, separated by commas."""
    names = tuple(part.strip() for part in text.split(",") if part.strip())
    unknown = [part for part in names if part not in PARTS]
    if unknown or not names:
        raise ArgumentTypeError(f"{text!r} should be some of {','.join(PARTS)}")
    return names


class Command(JsonCommand):
    """Print an army file."""

    help = "Print an army file as a PDF."
    exit_codes = {0: "written"}
    _pages = 0

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file, the parts, and one option for each other choice."""
        parser.add_argument("file", help="the army file, or - for standard input")
        parser.add_argument("-o", "--output", required=True, help="the PDF to write, or - for standard output")
        parser.add_argument(
            "--documents", type=parts, metavar=",".join(PARTS), help="the parts to print, separated by commas"
        )
        parser.add_argument(
            "--scope",
            default=OWN_SCOPE,
            help=f"the quick reference: {OWN_SCOPE}, {COMPLETE_SCOPE}, or an army file to share it with (%(default)s)",
        )
        for field in fields_of(PrintOptions):
            option = f"--{field.name.replace('_', '-')}"
            if field.kind is Kind.CHOICE:
                choices = [choice.value for choice in field.choices]
                parser.add_argument(
                    option, choices=choices, default=field.default.value, help=f"{field.ask.label} (%(default)s)"
                )
            elif field.kind is Kind.BOOL and field.name not in PARTS:
                parser.add_argument(option, action=BooleanOptionalAction, default=field.default, help=field.ask.label)
            elif field.kind is Kind.INT:
                label = f"{field.ask.label}, {field.ask.unit}".removesuffix(", ")
                usual = field.ask.format(field.default)
                parser.add_argument(option, type=number(field), default=field.default, help=f"{label} ({usual})")

    def answer(self, *args: Any, **options: Any) -> None:
        """Read the army, render the document and write the PDF."""
        army = read_army(read_input(options["file"]))
        choices = _choices(options)
        if choices.state is Boxes.NOW:
            raise refuse(
                "A file has no game in progress, so its boxes are empty. Print the current state from the game’s page."
            )
        opposing = read_army(read_input(choices.opposing)) if choices.shares else None
        try:
            printer = Printer(renderer(), tell=self._tell)
            document = document_of(army, choices, printer, opposing=opposing)
            pdf = print_pdf(document, printer)
        except (NothingToPrint, TooMuchToPrint, CannotPrint) as error:
            raise refuse(str(error)) from None
        finally:
            if self._pages and self.stderr.isatty():
                self.stderr.write("")
        for note in document.notes:
            self.stderr.write(f"Note: {note}")
        write_output(options["output"], pdf)

    def _tell(self, pages: int) -> None:
        """Show on a terminal how many pages have been laid out."""
        self._pages += pages
        if pages and self.stderr.isatty():
            self.stderr.write(f"\r{count_of(self._pages, 'page')}", ending="")


def number(field: Field) -> Callable[[str], int]:
    """Return a function that reads a number for the field; it raises ``ArgumentTypeError``."""

    def read(text: str) -> int:
        value = read_value(field, text, Catalogue())
        try:
            decode(PrintOptions, {field.name: value})
        except CodecError as error:
            raise ArgumentTypeError(next(text_problems(error)).message) from None
        return int(value)

    return read


def _choices(options: dict[str, Any]) -> PrintOptions:
    """Return the options as print choices."""
    documents = options["documents"]
    values: dict[str, Any] = {}
    for field in fields_of(PrintOptions):
        if field.name in PARTS:
            values[field.name] = field.default if documents is None else field.name in documents
        elif field.name in options:
            values[field.name] = field.type(options[field.name])
    return PrintOptions(**values)
