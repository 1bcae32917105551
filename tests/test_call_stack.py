import resource
from collections.abc import Callable
from functools import partial

from django.http import HttpRequest, HttpResponse

from armybuilder.call_stack import LargeStack

TURNS = 100


def faults(work: Callable[[], object]) -> int:
    before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
    work()
    return resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before


def calls_at(depth: int, turns: int = TURNS) -> None:
    """Many calls of itself from so far down: at one depth each of them begins a chunk of the stack."""
    if depth:
        return calls_at(depth - 1)
    for _ in range(turns):
        calls_at(0, 0)


def test_no_call_of_a_request_takes_memory_of_the_system_in_each_turn(rf):
    request = rf.get("/")

    def answer(depth: int) -> HttpResponse:
        def view(request: HttpRequest) -> HttpResponse:
            calls_at(depth)
            return HttpResponse()

        return LargeStack(view)(request)

    bare, roomy = (
        max(faults(partial(work, depth)) for depth in range(300))  # chunks end within so many calls
        for work in (calls_at, answer)
    )
    # Should this fail, Python keeps its chunks, and the middleware can go.
    assert bare >= TURNS
    assert roomy < TURNS // 2
