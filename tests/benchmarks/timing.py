"""How long work takes."""

import statistics
import time
from collections.abc import Callable


def median_ms(work: Callable[[], object], times: int = 15) -> float:
    """The median of several runs in milliseconds of processor time, after one that is not counted."""
    work()
    taken = []
    for _ in range(times):
        begin = time.process_time()
        work()
        taken.append((time.process_time() - begin) * 1000)
    return statistics.median(taken)
