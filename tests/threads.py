"""Work done at the same moment."""

import threading
from collections.abc import Callable

from django.db import connection


def at_once(*workers: Callable[[], None]) -> None:
    """Run them in threads of their own, begun together."""
    barrier = threading.Barrier(len(workers))

    def run(worker: Callable[[], None]) -> None:
        try:
            barrier.wait()
            worker()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[worker]) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
