"""manage.py print: an army file as a PDF, for scripts."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError, BooleanOptionalAction
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from armybuilder.armies.files import BadFile, read_army
from armybuilder.armies.management.commands.validate import BAD_INPUT, read_input
from armybuilder.printing.documents import document_of, printed
from armybuilder.printing.documents.context import NothingToPrint, TooMuchToPrint
from armybuilder.printing.options import PARTS, PrintOptions
from armybuilder.printing.rendering import CannotPrint
from armybuilder.printing.rendering.printer import Printer
from armybuilder.printing.rendering.weasy import render
from rulesets.core.catalogue import Catalogue
from rulesets.core.codec import CodecError, decode
from rulesets.core.declarations import Field, Kind, fields_of
from rulesets.core.text_values import read_value, text_problems


def parts(text: str) -> tuple[str, ...]:
    """Names of parts between commas."""
    named = tuple(part.strip() for part in text.split(",") if part.strip())
    unknown = [part for part in named if part not in PARTS]
    if unknown or not named:
        raise ArgumentTypeError(f"{text!r} should be some of {','.join(PARTS)}")
    return named


class Command(BaseCommand):
    """Print an army file; exit with 0 (written) or 2 (no army file, nothing to print, or no such choice)."""

    help = "Print an army file as a PDF. Exit code 2: not an army file, or nothing to print."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """The file, the parts in their order, and one option for each further choice."""
        parser.add_argument("file", help="the army file, or - for standard input")
        parser.add_argument("-o", "--output", required=True, help="the PDF to write, or - for standard output")
        parser.add_argument(
            "--documents", type=parts, metavar=",".join(PARTS), help="the parts to print, between commas"
        )
        parser.add_argument("--opposing", default="", help="an army file to share the quick reference with")
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
                shown = f"{field.ask.label}, {field.ask.unit}".removesuffix(", ")
                usual = field.ask.written(field.default)
                parser.add_argument(option, type=number(field), default=field.default, help=f"{shown} ({usual})")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, lay out, render, write."""
        try:
            army = read_army(read_input(options["file"]))
            choices = _choices(options)
            opposing = read_army(read_input(choices.opposing)) if choices.shares and choices.opposing else None
            printer = Printer(render)
            document = document_of(army, choices, printer, opposing=opposing)
            pdf = printed(document, printer)
            for note in document.notes:
                self.stderr.write(f"Note: {note}")
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}", returncode=BAD_INPUT) from None
        except (BadFile, NothingToPrint, TooMuchToPrint, CannotPrint) as bad:
            raise CommandError(str(bad), returncode=BAD_INPUT) from None
        try:
            _write(options["output"], pdf)
        except OSError as error:
            raise CommandError(f"{options['output']}: {error.strerror}", returncode=BAD_INPUT) from None


def number(field: Field) -> Callable[[str], int]:
    """A reader of a number as the field wants it."""

    def read(text: str) -> int:
        value = read_value(field, text, Catalogue())
        try:
            decode(PrintOptions, {field.name: value})
        except CodecError as error:
            raise ArgumentTypeError(next(text_problems(error)).message) from None
        return int(value)

    return read


def _choices(options: dict[str, Any]) -> PrintOptions:
    """The options as choices; parts are printed in the order in which they were named."""
    documents = options["documents"]
    values: dict[str, Any] = {}
    for field in fields_of(PrintOptions):
        if field.name in PARTS:
            values[field.name] = field.default if documents is None else field.name in documents
        elif field.name in options:
            values[field.name] = field.type(options[field.name])
    return PrintOptions(**values, order=",".join(documents or ()))


def _write(name: str, pdf: bytes) -> None:
    if name == "-":
        sys.stdout.buffer.write(pdf)
    else:
        Path(name).write_bytes(pdf)
