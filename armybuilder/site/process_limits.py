"""What the processes of ``armybuilder.site.processes`` do first: give up what their work must not have.

They load neither Django nor the site's settings.
"""

import os
import resource
import signal
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from types import FrameType
from typing import Any, TypeVar

from armybuilder.site.temporary_folders import TemporaryFolder, remove_abandoned

Result = TypeVar("Result")

SECONDS = 300
"""CPU seconds in a process's lifetime: one whose site was killed ends by then, whatever it is doing."""
NICENESS = 5
"""While the processors are full, processes that answer visitors get three times as much of them."""
ENVIRONMENT_VARIABLES = ("PATH", "LANG", "LC_ALL", "HOME", "ARMYBUILDER_VAR")
"""The variables that work may see; others hold secrets."""


def limit_process(memory: int, niceness: int, module: str) -> None:
    """Limit this process to that many bytes of address space, give it a temporary folder of its own, and import the
    ``module`` that its work needs, if any.
    """
    os.nice(niceness)
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    # A dump would have visitors' files in it.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for name in set(os.environ) - set(ENVIRONMENT_VARIABLES):
        del os.environ[name]
    remove_abandoned()  # that of the process that this one replaces
    tempfile.tempdir = os.environ["TMPDIR"] = str(_folder().path)
    # What is wrong with it is said where it is needed.
    with suppress(Exception):
        if module:
            import_module(module)


@cache
def _folder() -> TemporaryFolder:
    """A folder that this process keeps until it ends."""
    return TemporaryFolder("render")


def within(seconds: float, work: Callable[..., Result], *arguments: Any) -> Result:
    """What ``work`` returns for the arguments; raises ``TimeoutError`` after that much of the processor's time.

    On a busy machine that is a long time, in which nothing is wrong with the work.
    """
    is_over = False

    def end(number: int, frame: FrameType | None) -> None:
        nonlocal is_over
        is_over = True
        raise TimeoutError

    signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)  # again, where a library has caught the exception
    try:
        result = work(*arguments)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    if is_over:
        # WeasyPrint catches whatever happens while it draws a picture, and goes on without the rest of it.
        raise TimeoutError
    return result
