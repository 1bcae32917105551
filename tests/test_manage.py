"""How fast ``manage.py`` begins."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

from django.conf import settings

import rulesets

SLOW = {"django.db.models", "allauth.account.models", "weasyprint", "PIL.Image"}
"""What no such command needs."""
ANOTHER_GAME = "rulesets.systems.forge_of_war.catalogue"
MOST_SECONDS = 0.5


def test_commands_for_scripts_begin_at_once(tmp_path: Path) -> None:
    game = rulesets.get("mbt2020")
    army, record = tmp_path / "army.json", tmp_path / "record.json"
    army.write_text(json.dumps(game.example()))
    record.write_text(json.dumps({"armies": [game.example(), None]}))
    for words in (
        ["battlefield", "mbt2020", "--seed", "7"],
        ["calculate", "mbt2020", "engagement", "--schema"],
        ["catalogue"],
        ["catalogue", "mbt2020"],
        ["check", str(army)],
        ["export", str(army), "--format", "json"],
        ["import", str(army)],
        ["play", str(record)],
    ):
        loaded, _ = loaded_and_seconds(words, tmp_path, "-X", "importtime")
        assert loaded & SLOW == set(), words
        assert (ANOTHER_GAME in loaded) == (words == ["catalogue"]), words
        # What other processes do to the processor's caches only ever makes it slower.
        assert any(loaded_and_seconds(words, tmp_path)[1] < MOST_SECONDS for _ in range(6)), words


def loaded_and_seconds(words: list[str], folder: Path, *options: str) -> tuple[set[str], float]:
    """The modules that a command tells of by these options, and how long it keeps a processor busy."""
    # Compiled modules are kept, as where the site is installed.
    bare = {name: value for name, value in os.environ.items() if name not in ("PYTHONDONTWRITEBYTECODE",)}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, *options, "manage.py", *words],
        env={**bare, "PYTHONPYCACHEPREFIX": str(folder / "compiled"), "DJANGO_SETTINGS_MODULE": "armybuilder.settings"},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0, done.stderr[-500:]
    assert json.loads(done.stdout)
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    return loaded, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
