"""manage.py validate: whether an army file is legal, for scripts."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from armybuilder.armies.files import BadFile, read_army
from armybuilder.armies.revisions import MOST_BYTES
from rulesets.core.findings import is_legal
from rulesets.core.plain import plain_finding

ILLEGAL, BAD_INPUT = 1, 2


class Command(BaseCommand):
    """Print what the rules say of an army file as JSON; exit with 0 (legal), 1 (illegal) or 2 (no army file)."""

    help = "Check an army file. Exit code 0: legal, 1: illegal, 2: not an army file (its problems on standard error)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """One argument: the file."""
        parser.add_argument("file", help="the army file, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, check and print."""
        try:
            loaded = read_army(read_input(options["file"]))
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}", returncode=BAD_INPUT) from None
        except BadFile as bad:
            raise CommandError(str(bad), returncode=BAD_INPUT) from None
        report = {
            "ruleset": loaded.ruleset.slug,
            "name": loaded.force.name,
            "legal": is_legal(loaded.findings),
            "findings": [plain_finding(finding) for finding in loaded.findings],
        }
        self.stdout.write(json.dumps(report, ensure_ascii=False, indent=1))
        if not report["legal"]:
            sys.exit(ILLEGAL)


def read_input(name: str) -> bytes:
    """The bytes of a file or (``-``) of standard input, not many more than an army may have."""
    if name == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with Path(name).open("rb") as file:
        return file.read(MOST_BYTES + 1)
