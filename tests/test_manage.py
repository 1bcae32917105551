"""What ``manage.py`` loads for commands."""

import json
import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings

import rulesets
from armybuilder.interchange.formats import FORMATS

SLOW = {"django.db.models", "allauth.account.models", "weasyprint", "PIL.Image"}
"""What no such command needs."""
ANOTHER_GAME = "rulesets.systems.forge_of_war.catalogue"


def test_commands_for_scripts_load_what_they_need(tmp_path: Path) -> None:
    for words in commands_for_scripts(tmp_path):
        loaded = {line.rpartition("|")[2].strip() for line in run(words, tmp_path, "-X", "importtime").splitlines()}
        assert loaded & SLOW == set(), words
        assert (ANOTHER_GAME in loaded) == (words == ["catalogue"]), words


def test_a_battlefield_is_drawn_by_a_command() -> None:
    completed = subprocess.run(
        [sys.executable, "manage.py", "battlefield", "mbt2020", "--seed", "7", "--svg"],
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "armybuilder.settings"},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    assert completed.stdout.startswith("<svg")
    assert "<text" in completed.stdout


EXPORT = """
import sys
from django.core.management import execute_from_command_line

army, *formats = sys.argv[1:]
for slug in formats:
    execute_from_command_line(["manage.py", "export", army, "--format", slug, "-o", f"{army}.{slug}"])
"""


def test_a_command_exports_each_format(tmp_path: Path) -> None:
    """With the site's own settings, one after the other."""
    army, formats = tmp_path / "army.json", [each.slug for each in FORMATS]
    army.write_text(json.dumps(rulesets.get("mbt2020").example()))
    subprocess.run(
        [sys.executable, "-c", EXPORT, str(army), *formats],
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "armybuilder.settings"},
        cwd=settings.BASE_DIR,
        check=True,
    )
    assert [slug for slug in formats if not Path(f"{army}.{slug}").stat().st_size] == []


def commands_for_scripts(folder: Path) -> list[list[str]]:
    """Commands that print no pages, with files for them in the folder."""
    game = rulesets.get("mbt2020")
    army, record = folder / "army.json", folder / "record.json"
    army.write_text(json.dumps(game.example()))
    record.write_text(json.dumps({"armies": [game.example(), None]}))
    return [
        ["calculate", "mbt2020", "engagement", "--schema"],
        ["catalogue"],
        ["catalogue", "mbt2020"],
        ["import", str(army)],
        ["play", str(record)],
        ["validate", str(army)],
    ]


def run(words: list[str], folder: Path, *options: str) -> str:
    """Run a command with these options of Python; return what it wrote to standard error."""
    # Compiled modules are kept, as on an installed site.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {
        "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
        "DJANGO_SETTINGS_MODULE": "armybuilder.settings",
    }
    completed = subprocess.run(
        [sys.executable, *options, "manage.py", *words],
        env=environment,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert completed.returncode == 0, completed.stderr[-500:]
    assert json.loads(completed.stdout)
    return completed.stderr
