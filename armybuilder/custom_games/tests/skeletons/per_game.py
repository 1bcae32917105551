"""The tests of every game, for a game that is none of the site's."""

import inspect
from collections.abc import Callable, Iterator
from types import ModuleType

from tests.rulesets import test_every_game, test_every_match


def checks_of_a_game() -> Iterator[Callable[..., None]]:
    """The tests that take a game and nothing else, and run on described games as well."""
    for module in (test_every_game, test_every_match):
        yield from (
            test for name, test in vars(module).items() if name.startswith("test_") and _is_of_a_game(test, module)
        )


def _is_of_a_game(test: Callable[..., None], module: ModuleType) -> bool:
    marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
    described = [mark for mark in marks if mark.args[0] == "game" and mark.args[1] is module.GAMES]
    return len(marks) == len(described) == 1 and list(inspect.signature(test).parameters) == ["game"]
