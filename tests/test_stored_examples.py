"""A database, files and addresses of an earlier version, as they were stored then, are read by this one."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.of_parts import of_parts

STORED = Path(__file__).parent / "stored"
LATER = {"colour": "none", "badge": "none"}
"""Settings of armies that there were not yet, at their defaults."""
EXPECTED: dict[str, Any] = json.loads((STORED / "expected.json").read_text())


def test_a_database_of_before_is_migrated_and_nothing_in_it_is_lost() -> None:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings", "DATABASE_URL": ""}
    program = [sys.executable, "-m", "tests.stored.visit"]
    answer = subprocess.run(program, check=True, capture_output=True, env=environment, cwd=STORED.parent.parent)
    seen = json.loads(answer.stdout)
    for game, was in EXPECTED["armies"].items():
        file = {**was["file"], "spec": {**LATER, **was["file"]["spec"]}}
        assert seen["armies"][game] == {"file": file, "history": 200, "ticked": True}
    assert seen["headlines"] == EXPECTED["headlines"]
    assert seen["shares"] == dict.fromkeys(EXPECTED["shares"], 200)
    assert seen["battlefields"] == dict.fromkeys(EXPECTED["battlefields"], 200)
    for name in (name for names in of_parts("STORED") for name in names):
        assert seen[name] == {
            key: {"file": was["file"], "report": was["report"]} for key, was in EXPECTED[name].items()
        }


@pytest.mark.parametrize("game", EXPECTED["armies"])
def test_an_exported_file_is_imported(client: Client, db: None, game: str) -> None:
    was = EXPECTED["armies"][game]
    imported = client.post("/armies/import", {"text": json.dumps(was["file"]), "store": "1"})
    assert imported.status_code == 302
    force = client.get(f"{imported.headers['Location'].partition('?')[0]}export").json()
    assert force["groups"] == was["file"]["groups"]
