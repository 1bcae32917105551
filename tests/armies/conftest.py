"""Armies of the tiny game, a browser that owns one, and one that does not."""

from collections.abc import Callable, Iterator

import pytest
from django.core import signing
from django.test import Client

from armybuilder.accounts import claims
from armybuilder.accounts.claims import Author
from armybuilder.armies.models import Army
from armybuilder.armies.opened import RECENT, Opened
from armybuilder.armies.revisions import found_army
from rulesets.core.force import Unit, add_group
from rulesets.core.ruleset import AnyRuleset

ALICE = claims.Claim("the key of alice")
BOB = claims.Claim("the key of bob")


@pytest.fixture(autouse=True)
def _empty_desk() -> Iterator[None]:
    """Nothing opened in one test lies about in the next."""
    RECENT.clear()
    yield
    RECENT.clear()


def browser_of(claim: claims.Claim) -> Client:
    """A browser that brings the claim."""
    client = Client()
    signer = signing.get_cookie_signer(salt=claims.COOKIE + claims.SALT)
    client.cookies[claims.COOKIE] = signer.sign(claim.key)
    return client


@pytest.fixture
def alice() -> Client:
    """The browser that owns the armies here."""
    return browser_of(ALICE)


@pytest.fixture
def bob() -> Client:
    """A browser with a claim of its own on something else."""
    return browser_of(BOB)


@pytest.fixture
def author() -> Author:
    """Alice as one who saves."""
    return Author(None, ALICE.hash)


MakeArmy = Callable[..., Army]


@pytest.fixture
def make_army(db, pebbles: AnyRuleset, author: Author) -> MakeArmy:
    """Make an army of Alice's with some piles of so many pebbles."""

    def made(piles: int = 1, size: int = 3, name: str = "Shore") -> Army:
        force = pebbles.new_force(name)
        for number in range(piles):
            units = tuple(Unit("", pebbles.unit()) for _ in range(size))
            force = add_group(force, f"Pile {number + 1}", pebbles.group(), units)
        return found_army(Opened(pebbles, force), "New army", author)

    return made


@pytest.fixture
def army(make_army: MakeArmy) -> Army:
    """A legal army of one pile: group g1 with units u2, u3, u4."""
    return make_army()
