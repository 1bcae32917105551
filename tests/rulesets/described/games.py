"""Five described games of quite different kinds, on which every test of a game runs.

Points with hits, wounds and saves on a d6; opposed d10; nerve by 2d6; cards without dice; a copy of the starter. Tests
of rules, matches and the API run on all five, and so do those of the site that take little time. Others run on the
listed games and two of these, so that each kind of test sees each of them.
"""

from dataclasses import replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from rulesets.core.declarations.codec import encode
from rulesets.core.ruleset import AnyRuleset
from rulesets.described.document import Game
from rulesets.described.ruleset import from_document, load_game
from rulesets.registry import Provider, all_rulesets, provide

FOLDER = Path(__file__).parent / "documents"
STARTER = files("rulesets.starter") / "data" / "game.json"
PREFIX = "described-"


@cache
def described(name: str) -> AnyRuleset:
    """A described game of the tests; raises ``KeyError``."""
    return from_document(document(name))


def document(name: str) -> Game:
    """Its document, with its slug; raises ``KeyError``."""
    if name not in NAMES:
        raise KeyError(name)
    file: Traversable = STARTER if name == "starter" else FOLDER / f"{name}.json"
    return replace(load_game(file), slug=PREFIX + name)


NAMES = ("court", "duel", "guard", "lanes", "starter")
DESCRIBED: tuple[AnyRuleset, ...] = tuple(map(described, NAMES))
TITLES = {game.slug: game.title for game in DESCRIBED}
provide(
    PREFIX,
    Provider(
        lambda slug: described(slug.removeprefix(PREFIX)),
        lambda slugs: {slug: TITLES[slug] for slug in slugs if slug in TITLES},
        lambda slug: encode(document(slug.removeprefix(PREFIX))),
    ),
)


def games_with(*names: str) -> tuple[AnyRuleset, ...]:
    """The listed games, and these described ones; all of them if none is named."""
    return (*all_rulesets(), *map(described, names or NAMES))


def slugs_with(*names: str) -> list[str]:
    """The slugs of the listed games, and of these described ones or all."""
    return [game.slug for game in games_with(*names)]
