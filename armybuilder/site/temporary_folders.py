"""Temporary folders that are removed even if the process that made them is killed.

A process locks its folders for as long as it lives. The kernel releases the locks of a killed process, so that the next
one can tell its folders from those in use, in other containers too.
"""

import fcntl
import os
import shutil
import tempfile
import weakref
from pathlib import Path
from types import TracebackType

PREFIX = "armybuilder-locked-"
"""How the names of all these folders begin."""


class TemporaryFolder:
    """A folder that is removed on leaving the context, or when this object or its process ends.

    ``purpose`` is part of its name.
    """

    def __init__(self, purpose: str) -> None:
        while True:
            self.path = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{purpose}-"))
            if (lock := _locked(self.path)) is not None:
                break
            # Another process has taken the new folder for an abandoned one.
        self._remove = weakref.finalize(self, _remove, self.path, lock)

    def __enter__(self) -> Path:
        """The folder."""
        return self.path

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove the folder."""
        self._remove()


def abandoned_folders() -> list[Path]:
    """The folders of processes that were killed."""
    found = []
    for folder in _candidates():
        if (lock := _locked(folder)) is not None:
            os.close(lock)
            found.append(folder)
    return found


def remove_abandoned() -> None:
    """Remove the folders of processes that were killed."""
    for folder in _candidates():
        if (lock := _locked(folder)) is not None:
            _remove(folder, lock)


def _candidates() -> list[Path]:
    """This user's folders of such a name, whether or not in use."""
    return [folder for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*") if _owner(folder) == os.getuid()]


def _owner(folder: Path) -> int | None:
    try:
        return folder.lstat().st_uid
    except FileNotFoundError:
        return None


def _locked(folder: Path) -> int | None:
    """Lock a folder; returns the descriptor that holds the lock, or ``None`` if another process has locked it or the
    folder does not exist.
    """
    try:
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(lock), folder.lstat()):
            return lock
    except OSError:
        pass
    os.close(lock)
    return None


def _remove(folder: Path, lock: int) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    os.close(lock)
