"""The game that a file is for: the one that it names, or the one that knows most of its names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from django.dispatch import Signal

from armybuilder.armies.documents import BadFile
from rulesets.core.declarations.problems import Problem
from rulesets.core.names import name_key
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.wording import either
from rulesets.registry import all_rulesets, find_ruleset, is_provided

if TYPE_CHECKING:
    from django.http import HttpRequest

_EDITION = re.compile(r"[ ,:(v]{0,4}\d{1,4}(\.\d{1,4}){0,3}\w{0,2}( edition)?\)?$")
"""What other programs add to the name of a game, such as ``v1.2`` or ``(2nd edition)``."""


Titles = Mapping[str, str]
"""Slugs of games by their titles."""
custom_games_requested: Final = Signal()
"""Sent with the ``request``; receivers return the custom games that its visitor may use, as ``Titles``."""
_CUSTOM: Final[ContextVar[Titles]] = ContextVar("custom", default=MappingProxyType({}))


def custom_games_of(request: HttpRequest) -> Titles:
    """The custom games that files of the visitor's may name by their titles."""
    answers: Any = custom_games_requested.send(None, request=request)
    return {title: slug for _, titles in answers for title, slug in titles.items()}


@contextmanager
def reading_for(custom: Titles) -> Iterator[None]:
    """Let the files that are read within name these custom games by their titles."""
    token = _CUSTOM.set(custom)
    try:
        yield
    finally:
        _CUSTOM.reset(token)


class UnclearGame(BadFile):
    """A file that fits several games equally; ``games`` are these, of which the player has to choose one."""

    def __init__(self, games: Iterable[AnyRuleset]) -> None:
        """Word the question."""
        self.games = tuple(games)
        titles = either([game.title for game in self.games])
        super().__init__(Problem("", f"This list fits {titles} equally. Choose its game, or write “Game: …” above it."))


def game_named(text: str) -> AnyRuleset | None:
    """The game of that name, with or without an edition behind it; ``None`` for any other name.

    A game of the site comes before a custom one of the visitor's.
    """
    if is_provided(text):
        # Files name it by its slug, since several versions of it may have one title.
        return find_ruleset(text)
    names = {_joined(text), _joined(_EDITION.sub("", name_key(text)))} - {""}
    for ruleset in all_rulesets():
        if names & {_joined(ruleset.title), _joined(ruleset.slug)}:
            return ruleset
    slugs = {_joined(title): slug for title, slug in _CUSTOM.get().items()}
    found = next((slugs[name] for name in names if name in slugs), "")
    # Most lines of a list name no game, and for a slug without one all installed packages are asked.
    return find_ruleset(found) if found else None


def _joined(name: str) -> str:
    """A name without its spaces and hyphens, which are often left out of the names of games."""
    return name_key(name).replace(" ", "").replace("-", "")


def refuse_game(title: str, place: str = "game") -> BadFile:
    """The refusal of a file that names a game which is not played here."""
    games = ", ".join((*(ruleset.title for ruleset in all_rulesets()), *_CUSTOM.get()))
    return BadFile(Problem(place, f"This is a list for “{title[:80]}”, which is not a game of this site ({games})."))


def best_fitting(fits: Iterable[tuple[AnyRuleset, int, int]]) -> AnyRuleset | None:
    """Of games with how many names they have, of how many, the one that has more than half.

    Raises ``UnclearGame`` where several have as many, and at least half.
    """
    found = [(2 * fitting - total, ruleset) for ruleset, fitting, total in fits if total and 2 * fitting >= total]
    highest = max((surplus for surplus, _ in found), default=0)
    best = [ruleset for surplus, ruleset in found if surplus == highest]
    if len(best) > 1:
        raise UnclearGame(best)
    return best[0] if highest else None
