"""How long the server takes for an edit: a large army beside one of 12 units.

Run with ``pytest -s bench/speed/test_builder.py``; medians are printed.
"""

import statistics
import time
from collections.abc import Callable
from typing import TypeVar

import pytest
from django.core.cache import caches
from django.core.handlers.base import BaseHandler
from django.test import RequestFactory

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import ARMIES, create_army, load_head
from armybuilder.site.claims import Author
from rulesets.core.forces.force import Unit, add_group
from rulesets.registry import all_rulesets
from tests.visitors import ALICE, browser_of

pytestmark = [pytest.mark.django_db]

ROUNDS = 25
DEPTHS = 23

T = TypeVar("T")

EDITS = {
    "edits/copy-unit": lambda unit, turn: {"unit": unit},
    "edits/change-unit": lambda unit, turn: {"unit": unit, "name": f"Name {turn}"},
    "edits/remove-unit": lambda unit, turn: {"unit": unit},
    "undo": lambda unit, turn: {},
    "redo": lambda unit, turn: {},
}


def army_of(ruleset, groups: int) -> Army:
    """Alice's army of so many ready groups."""
    force = ruleset.new_force("Corps")
    template = max(ruleset.templates, key=lambda template: len(template.units))
    for number in range(groups):
        units = tuple(Unit("", spec, name) for name, spec in template.units)
        force = add_group(force, f"Group {number}", template.group, units)
    return create_army(LoadedArmy(ruleset, force), "Corps", Author(None, ALICE.hash))


@pytest.fixture
def site() -> BaseHandler:
    """The site with all its middleware, without what a test client notes down of every template."""
    handler = BaseHandler()
    handler.load_middleware()
    return handler


def called_deeper(frames: int, work: Callable[[], T]) -> T:
    """The result of work that is called with so many frames more on the stack."""
    return called_deeper(frames - 1, work) if frames else work()


def edit_ms(site: BaseHandler, army: Army, name: str, sent: Callable[[str, int], dict[str, str]], cold: bool) -> float:
    """Milliseconds of processor time that one edit takes.

    Python 3.11 needs 20 µs for each call that goes beyond a piece of its stack, which makes a loop that happens to be
    there slower by far: each edit has another place.
    """
    army.refresh_from_db()
    unit = load_head(army).force.groups[0].units[-1].id
    data = {"head": army.head, **sent(unit, army.head)}
    if cold:
        ARMIES.cache.clear()
    caches["counts"].clear()
    cookies = "; ".join(f"{key}={morsel.value}" for key, morsel in browser_of(ALICE).cookies.items())
    headers = {"HX-Request": "true", "Cookie": cookies}
    request = RequestFactory().post(f"{army.get_absolute_url()}{name}", data, headers=headers)
    request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]
    begin = time.process_time()
    response = called_deeper(army.head % DEPTHS, lambda: site.get_response(request))
    taken = (time.process_time() - begin) * 1000
    assert response.status_code == 200
    return taken


@pytest.mark.parametrize(
    ("units", "cold", "max_ratio"), [(1008, False, 2.5), (240, True, 3)], ids=["opened before", "opened anew"]
)
@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_an_edit_of_a_large_army_takes_little_longer_than_one_of_12_units(site, ruleset, units, cold, max_ratio):
    size = max(len(template.units) for template in ruleset.templates)
    small, large = army_of(ruleset, max(1, 12 // size)), army_of(ruleset, -(-units // size))
    pairs: dict[str, list[tuple[float, float]]] = {name: [] for name in EDITS}
    for _ in range(ROUNDS):
        for name, sent in EDITS.items():
            pairs[name].append((edit_ms(site, small, name, sent, cold), edit_ms(site, large, name, sent, cold)))
    ratios = {}
    for name in EDITS:
        few, many = (statistics.median(taken) for taken in zip(*pairs[name], strict=True))
        ratios[name] = many / few
        print(f"{ruleset.slug} {name}: {few:.1f} ms, {many:.1f} ms, {many / few:.2f} times")
    assert {name: ratio for name, ratio in ratios.items() if ratio > max_ratio} == {}
