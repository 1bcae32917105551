"""Folders that all processes of a run of the tests share, for what takes long to make."""

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def shared_folder(tmp_path_factory: pytest.TempPathFactory, name: str) -> Iterator[Path]:
    """The run's folder of that name, for one process at a time: the first one fills it, and the others wait."""
    run = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        run = run.parent
    folder = run / name
    folder.mkdir(exist_ok=True)
    with Path(run, f"{name}-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def make_once(tmp_path_factory: pytest.TempPathFactory, name: str, folder: Path, make: Callable[[], object]) -> None:
    """Fill a folder: ``make`` does so once in a run, and later what it made under that name is copied."""
    with shared_folder(tmp_path_factory, name) as kept:
        made = kept / "made"
        if made.exists():
            shutil.copytree(made, folder, dirs_exist_ok=True)
        else:
            make()
            shutil.copytree(folder, kept / "copy")
            (kept / "copy").rename(made)
