"""A cache of recently used states in the memory of a process."""

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

V = TypeVar("V")

Key = tuple[str, int]
"""An address and a number, such as an army's and its revision's."""


class LRUCache(Generic[V]):
    """Immutable values up to a total weight; the least recently used are dropped first."""

    def __init__(self, maximum: int) -> None:
        """Keep at most that weight, in the unit of ``add``."""
        self._maximum = maximum
        self._values: OrderedDict[Key, tuple[V, int]] = OrderedDict()
        self._weight = 0
        self._lock = threading.Lock()

    def get(self, key: Key) -> V | None:
        """The value of the key; ``None`` if it is not cached."""
        with self._lock:
            item = self._values.get(key)
            if item is None:
                return None
            self._values.move_to_end(key)
            return item[0]

    def near(self, address: str) -> V | None:
        """The most recently used value of an address; ``None`` without any."""
        with self._lock:
            return next((value for key, (value, _) in reversed(self._values.items()) if key[0] == address), None)

    def add(self, key: Key, value: V, weight: int) -> None:
        """Add a value unless the key has one; the newest stays even if it is too heavy by itself."""
        with self._lock:
            if key in self._values:
                return
            self._values[key] = value, weight
            self._weight += weight
            while self._weight > self._maximum and len(self._values) > 1:
                _, (_, dropped) = self._values.popitem(last=False)
                self._weight -= dropped

    def replace(self, key: Key, value: V, weight: int) -> None:
        """Add a value or replace that of the key."""
        with self._lock:
            _, dropped = self._values.pop(key, (None, 0))
            self._weight -= dropped
        self.add(key, value, weight)

    def forget_before(self, key: Key, but: int | None = None) -> None:
        """Forget the values of that address whose number is lower, ``but`` one."""
        address, number = key
        with self._lock:
            for old in [each for each in self._values if each[0] == address and each[1] < number and each[1] != but]:
                self._weight -= self._values.pop(old)[1]

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()
            self._weight = 0
