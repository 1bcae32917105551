"""manage.py check: checks whether an army file is legal; without one, runs Django's system checks."""

from __future__ import annotations

import sys
from typing import Any

import django
from django.apps import apps
from django.core.management.base import CommandParser
from django.core.management.commands import check

from armybuilder.armies.files import read_army
from armybuilder.management.json_command import JsonCommand, add_house, read_input, readings, refuse
from rulesets.core.force_document import encode_force
from rulesets.game import Game

ILLEGAL = 1


class Command(JsonCommand, check.Command):
    """Check an army file; with the names of apps, or without arguments, run Django's system checks."""

    help = (
        "Check an army file (“army.json”, “./army”, or - for standard input) and print the report as JSON. "
        "Without one: Django's system checks of the whole project, or of the apps named."
    )
    exit_codes = {0: "legal", ILLEGAL: "illegal"}

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the house rules to the arguments of Django's command, which may name an army file."""
        super().add_arguments(parser)
        add_house(parser)

    def answer(self, *words: Any, **options: Any) -> None:
        """Check the army, or the project."""
        files = [word for word in words if not word.isidentifier()]
        if not files:
            if not apps.ready:
                django.setup()
            check.Command.handle(self, *words, **options)
            return
        if len(words) > 1:
            raise refuse("Name one army file.")
        army = read_army(read_input(files[0]))
        report = Game(army.ruleset).check(encode_force(army.force), readings(options["house"]))
        self.write_json(report)
        if not report["legal"]:
            sys.exit(ILLEGAL)
