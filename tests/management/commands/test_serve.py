import os
import stat
import sys
from pathlib import Path
from typing import NoReturn

import pytest
from django.core.management import call_command
from pytest_django import Settings

from armybuilder.management.commands import serve
from armybuilder.printing.rendering import NEEDS_PANGO, CannotPrint


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> list[list[str]]:
    """What the command does, in order, in an empty data folder; nothing is prepared, and this process stays."""
    done: list[list[str]] = []
    monkeypatch.setattr(serve, "call_command", lambda *words: done.append([*words]))
    monkeypatch.setattr(os, "execv", lambda program, words: done.append(words))
    monkeypatch.setenv("ARMYBUILDER_VAR", "")
    monkeypatch.chdir(tmp_path)
    settings.VAR = tmp_path / "data"
    return done


def test_the_data_are_prepared_before_the_server_replaces_the_command(steps: list[list[str]]) -> None:
    call_command("serve")
    assert steps == [["prepare"], [sys.executable, "-m", "armybuilder"]]


def test_a_site_without_a_secret_key_gets_one_that_stays(
    steps: list[list[str]], settings: Settings, tmp_path: Path
) -> None:
    settings.SECRET_KEY = ""
    call_command("serve")
    file = tmp_path / "data" / "secret-key"
    made = file.read_text()
    assert (made, stat.S_IMODE(file.stat().st_mode)) == (f"{settings.SECRET_KEY}\n", 0o600)
    assert len(made) > 50
    call_command("serve")
    assert file.read_text() == made


def test_a_missing_library_is_named_before_the_site_starts(
    steps: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def without_pango() -> NoReturn:
        raise CannotPrint(NEEDS_PANGO)

    monkeypatch.setattr(serve, "renderer", without_pango)
    call_command("serve")
    assert capsys.readouterr().err == f"{NEEDS_PANGO} Everything else works without it.\n"
    assert len(steps) == 2
