"""Temporary folders: in use they stay, and those of killed processes are removed."""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from armybuilder.site.temporary_folders import PREFIX, TemporaryFolder, abandoned_folders, remove_abandoned

KEEPER = """
import signal
from armybuilder.site.temporary_folders import TemporaryFolder
folder = TemporaryFolder("print")
(folder.path / "page.pdf").touch()
print(folder.path, flush=True)
signal.pause()
"""


@pytest.fixture(autouse=True)
def _own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))


def test_a_folder_is_removed_with_its_context() -> None:
    with TemporaryFolder("print") as folder:
        (folder / "page.pdf").touch()
        assert folder.name.startswith(f"{PREFIX}print-")
    assert not folder.exists()


def test_a_folder_is_removed_with_its_object() -> None:
    made = TemporaryFolder("print")
    folder = made.path
    del made
    assert not folder.exists()


def test_a_folder_of_a_killed_process_is_removed_and_others_stay(tmp_path: Path) -> None:
    keeper = subprocess.Popen([sys.executable, "-c", KEEPER], stdout=subprocess.PIPE, text=True)
    assert keeper.stdout is not None
    folder = Path(keeper.stdout.readline().strip())
    (tmp_path / "somebody-elses").mkdir()
    (tmp_path / f"{PREFIX}link").symlink_to(tmp_path / "somebody-elses")
    with TemporaryFolder("print") as own:
        remove_abandoned()
        assert (folder.is_dir(), own.is_dir(), abandoned_folders()) == (True, True, [])
        os.kill(keeper.pid, signal.SIGKILL)
        keeper.communicate()
        assert abandoned_folders() == [folder]
        remove_abandoned()
        assert (folder.exists(), own.is_dir(), abandoned_folders()) == (False, True, [])
    assert (tmp_path / "somebody-elses").is_dir()
