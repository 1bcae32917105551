"""An event loop of a test's own: in the thread of the tests one may run already, for a browser."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

THREAD: Final = "loop_0"
"""The name of the thread in which it runs."""


def run(work: Coroutine[Any, Any, None]) -> None:
    """Do the work."""
    with ThreadPoolExecutor(1, "loop") as pool:
        pool.submit(asyncio.run, work).result()
