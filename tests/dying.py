"""Work for processes that end over it, or would not."""

import os
import signal
from pathlib import Path


def die_once(file: Path) -> int:
    """Kill this process if the file is there, and remove the file; otherwise return the process's id."""
    if file.exists():
        file.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def take(megabytes: int) -> int:
    """Fill so much memory; returns the number of bytes."""
    return len(bytearray(megabytes * 10**6))


def spin() -> None:
    """Keep the processor."""
    while True:
        pass
