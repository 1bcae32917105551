"""Room on Python's stack, so that none is given back and taken anew while a request is answered or a page laid out.

CPython keeps the variables of functions that run in chunks of 16 KB. Whenever a call crosses the end of one it takes
a new one of the system, and gives it back when the call ends: a loop that calls just there takes one in each turn,
which doubled the time of some answers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:  # Processes that lay out pages have no Django.
    from django.http import HttpRequest, HttpResponse

Argument = TypeVar("Argument")
Result = TypeVar("Result")

WORDS: Final = 2**15
"""What a function says that it needs, 8 bytes each. Chunks grow by doubling: as much again is left for its calls."""


def in_large_chunk(work: Callable[[Argument], Result], argument: Argument) -> Result:
    """What the work makes of the argument, in one large chunk of the stack, of which only what is used is memory."""
    return work(argument)


in_large_chunk.__code__ = in_large_chunk.__code__.replace(co_stacksize=WORDS)


class LargeStack:
    """Middleware that answers each request in one large chunk of the stack."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        return in_large_chunk(self.get_response, request)
