"""Five described games of quite different kinds, on which every test of a game runs.

Points with hits, wounds and saves on a d6; opposed d10; nerve by 2d6; cards without dice; and the starter.
"""

from pathlib import Path

from rulesets.core.ruleset import AnyRuleset
from rulesets.described.ruleset import from_document, load_game
from rulesets.starter import RULESET

FOLDER = Path(__file__).parent / "documents"


def described(slug: str) -> AnyRuleset:
    """A described game of the tests."""
    return from_document(load_game(FOLDER / f"{slug}.json"))


DESCRIBED: tuple[AnyRuleset, ...] = (*map(described, ("court", "duel", "guard", "lanes")), RULESET)
