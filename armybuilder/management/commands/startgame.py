"""manage.py startgame: creates a small working game to start from."""

import shutil
from argparse import ArgumentParser
from keyword import iskeyword
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

import rulesets.starter
import rulesets.systems
from rulesets.registry import GAMES_GROUP, all_rulesets

STARTER = Path(rulesets.starter.__path__[0])

PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{distribution}"
version = "0.1.0"
requires-python = ">=3.11"

[project.entry-points."{group}"]
{name} = "{name}"

[tool.hatch.build.targets.wheel]
packages = ["{name}"]
"""


class Command(BaseCommand):
    """Copy the starter game under a new name."""

    help = (
        "Create a small working game in rulesets/systems or, with --package, as a Python package in another folder: "
        "pip install it, and the site has the game."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the name and the folder of the game."""
        parser.add_argument("name", help="the name of the game's Python package, for example star_lanes")
        parser.add_argument("--package", metavar="FOLDER", type=Path, help="make an installable package in this folder")

    def handle(self, name: str, package: Path | None, **options: Any) -> None:
        """Copy the files under the new name; raises ``CommandError`` for an invalid or existing name."""
        if not name.isidentifier() or name != name.lower() or iskeyword(name):
            raise CommandError(
                f"“{name}” is not a package name. Use lower-case letters, digits and _, as in star_lanes."
            )
        slug = name.replace("_", "-")
        if slug in {game.slug for game in all_rulesets()}:
            raise CommandError(f"A game “{slug}” already exists. Choose another name.")
        folder = (package or Path(rulesets.systems.__path__[0])) / name
        if folder.exists():
            raise CommandError(f"{folder} already exists. Choose another name.")
        if package and (package / "pyproject.toml").exists():
            raise CommandError(f"{package} has a pyproject.toml already. Choose another folder.")
        shutil.copytree(STARTER, folder, ignore=shutil.ignore_patterns("__pycache__"))
        for file in (*folder.rglob("*.py"), *folder.rglob("*.json")):
            text = file.read_text("utf-8")
            text = text.replace('"starter"', f'"{slug}"').replace("Starter", slug.replace("-", " ").title())
            file.write_text(text, "utf-8")
        if package:
            project = PROJECT.format(distribution=f"armybuilder-{slug}", name=name, group=GAMES_GROUP)
            (package / "pyproject.toml").write_text(project)
        self.stdout.write(f"{folder} has a working game. Start with data/game.json.")
