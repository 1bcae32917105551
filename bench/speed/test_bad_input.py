"""How fast bad input is refused: at most 100 ms of processor time each.

Run with ``pytest -s bench/speed/test_bad_input.py``; the longest times are printed.
"""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TypeVar

import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import create_army
from armybuilder.site.claims import Author
from armybuilder.spreadsheets.untrusted import Untrusted, open_archive
from rulesets.core.ruleset import AnyRuleset
from tests.api.conftest import Program
from tests.api.test_endpoints import ANSWER, HOSTILE
from tests.armies.test_views import BAD_TIMES
from tests.spreadsheets.test_untrusted import BROKEN_ARCHIVES
from tests.visitors import ALICE, browser_of

pytestmark = [pytest.mark.django_db]
T = TypeVar("T")
MAX_SECONDS = 0.1
"""Seconds of processor time."""


def longest(refuse: Callable[[T], object], cases: Mapping[str, T]) -> float:
    """The most processor time that refusing one of these takes, the second time."""
    times = {}
    for name, case in cases.items():
        refuse(case)
        begin = time.process_time()
        refuse(case)
        times[name] = time.process_time() - begin
    name = max(times, key=times.__getitem__)
    print(f"{times[name] * 1000:.0f} ms ({name})")
    return times[name]


@pytest.mark.parametrize("path", [ANSWER, f"{ANSWER}s", "/games/pebbles/check"])
def test_bodies_of_the_api_are_refused_at_once(pebbles: AnyRuleset, path: str) -> None:
    ask = Program()
    assert longest(lambda body: ask("POST", path, body), HOSTILE) < MAX_SECONDS


def test_numbers_of_units_are_refused_at_once(pebbles: AnyRuleset) -> None:
    army = create_army(LoadedArmy(pebbles, pebbles.demo()), "New army", Author(None, ALICE.hash))
    alice = browser_of(ALICE)
    data = {"head": 1, "entry": "stone/flint", "into": ""}
    address = f"{army.get_absolute_url()}edits/add-units"
    cases = {text[:10]: text for text in BAD_TIMES}
    assert longest(lambda text: alice.post(address, data | {"times": text}), cases) < MAX_SECONDS


def test_broken_archives_are_refused_at_once() -> None:
    def refuse(content: bytes) -> None:
        with suppress(Untrusted):
            open_archive(content)

    cases = {f"{number}: {message}": content for number, (content, message) in enumerate(BROKEN_ARCHIVES, 1)}
    assert longest(refuse, cases) < MAX_SECONDS
