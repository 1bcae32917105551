"""How long work takes."""

import statistics
import time
from collections.abc import Callable, Sequence


def median_ms(work: Callable[[], object], times: int = 15) -> float:
    """The median of several runs in milliseconds of processor time, after one that is not counted."""
    (median,) = medians_ms([work], times)
    return median


def medians_ms(works: Sequence[Callable[[], object]], times: int) -> list[float]:
    """The medians of works that take turns, so that each meets the machine in the same state."""
    for work in works:
        work()
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(times):
        for work, of_work in zip(works, taken, strict=True):
            begin = time.process_time()
            work()
            of_work.append((time.process_time() - begin) * 1000)
    return [statistics.median(each) for each in taken]
