"""Armies of the tiny game, a browser that owns one, and one that does not."""

from collections.abc import Callable, Iterator

import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import ARMIES, create_army
from armybuilder.site.claims import Author
from rulesets.core.forces.force import Unit, add_group
from rulesets.core.ruleset import AnyRuleset


@pytest.fixture(autouse=True)
def _empty_desk() -> Iterator[None]:
    """Nothing loaded in one test lies about in the next."""
    ARMIES.cache.clear()
    yield
    ARMIES.cache.clear()


MakeArmy = Callable[..., Army]


@pytest.fixture
def make_army(db, pebbles: AnyRuleset, author: Author) -> MakeArmy:
    """Make an army of Alice's with some piles of so many pebbles."""

    def made(piles: int = 1, size: int = 3, name: str = "Shore") -> Army:
        force = pebbles.new_force(name)
        for number in range(piles):
            units = tuple(Unit("", pebbles.unit()) for _ in range(size))
            force = add_group(force, f"Pile {number + 1}", pebbles.group(), units)
        return create_army(LoadedArmy(pebbles, force), "New army", author)

    return made


@pytest.fixture
def army(make_army: MakeArmy) -> Army:
    """A legal army of one pile: group g1 with units u2, u3, u4."""
    return make_army()
