"""Whose request is next: network addresses take turns, so that nobody waits behind all that another asks for."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

Turn = asyncio.Future[None]


class FairTurns:
    """``places`` of an event loop, each passed on to the next visitor who waits.

    Network addresses take turns, and so do the browsers at each. One that asks for a hundred pages at once keeps
    another waiting for only one of them.
    """

    def __init__(self, places: int) -> None:
        """All are free."""
        self._free = places
        self._waiting: dict[str, dict[str, deque[Turn]]] = {}
        """By address and browser, the next ones first."""

    @asynccontextmanager
    async def turn(self, address: str, browser: str) -> AsyncIterator[None]:
        """Hold a place, once it is this visitor's turn."""
        if self._free:
            self._free -= 1
        else:
            waiting = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(address, {}).setdefault(browser, deque()).append(waiting)
            try:
                await waiting
            except asyncio.CancelledError:
                # The turn may have come before the visitor could learn of it.
                if not waiting.cancelled():
                    self._pass_on()
                raise
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        while self._waiting:
            waiting = self._take_next()
            if not waiting.done():  # it is cancelled when the process ends
                waiting.set_result(None)
                return
        self._free += 1

    def _take_next(self) -> Turn:
        """The next one; its address and its browser go to the end of their queues."""
        address = next(iter(self._waiting))
        browsers = self._waiting.pop(address)
        browser = next(iter(browsers))
        turns = browsers.pop(browser)
        taken = turns.popleft()
        if turns:
            browsers[browser] = turns
        if browsers:
            self._waiting[address] = browsers
        return taken
