"""Work for processes that end over it, or would not."""

import os
import signal
import time
from pathlib import Path


def die_once(file: Path) -> int:
    """Kill this process if the file is there, and remove the file; otherwise return the process's id."""
    if file.exists():
        file.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def die(number: int) -> None:
    """End this process by the signal, once the pool knows that the work has begun."""
    time.sleep(0.5)
    signal.raise_signal(number)


def take(megabytes: int) -> int:
    """Fill so much memory; returns the number of bytes."""
    return len(bytearray(megabytes * 10**6))


def spin() -> None:
    """Keep the processor."""
    while True:
        pass
