"""What was used last, kept in the memory of a process."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

V = TypeVar("V")

Key = tuple[str, int]
"""An address and a number, such as an army's and its revision's."""


class Recent(Generic[V]):
    """Values that never change, so that nothing goes stale; up to a weight in all, those not used for longest go."""

    def __init__(self, most: int) -> None:
        """Keep at most that weight, in whatever it is told."""
        self._most = most
        self._kept: OrderedDict[Key, tuple[V, int]] = OrderedDict()
        self._weight = 0
        self._lock = threading.Lock()

    def look_up(self, key: Key) -> V | None:
        """What is kept under the key; ``None`` when it has gone, or never came."""
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return None
            self._kept.move_to_end(key)
            return found[0]

    def keep(self, key: Key, value: V, weight: int) -> None:
        """Keep a value; the newest stays even when it alone is too heavy, and a key that is there stays as it is."""
        with self._lock:
            if key in self._kept:
                return
            self._kept[key] = value, weight
            self._weight += weight
            while self._weight > self._most and len(self._kept) > 1:
                _, (_, dropped) = self._kept.popitem(last=False)
                self._weight -= dropped

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
            self._weight = 0
