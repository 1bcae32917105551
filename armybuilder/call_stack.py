"""Reserve space on Python's stack, so that a request or a page layout does not keep allocating and freeing it.

CPython stores the variables of running functions in chunks of 16 KB. A call that crosses the end of a chunk allocates a
new one and frees it on return: a loop with a call at that point allocates one in every iteration, which doubled the
time of some answers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:  # Processes that lay out pages do not load Django.
    from django.http import HttpRequest, HttpResponse

Argument = TypeVar("Argument")
Result = TypeVar("Result")

WORDS: Final = 2**15
"""Stack size to declare for a function, in units of 8 bytes. Chunk sizes double, so its calls get as much again."""


def in_large_chunk(work: Callable[[Argument], Result], argument: Argument) -> Result:
    """Return ``work(argument)``, run in one large chunk of the stack; only the used part of it takes up memory."""
    return work(argument)


in_large_chunk.__code__ = in_large_chunk.__code__.replace(co_stacksize=WORDS)


class LargeStack:
    """Middleware that answers each request in one large chunk of the stack."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        return in_large_chunk(self.get_response, request)
