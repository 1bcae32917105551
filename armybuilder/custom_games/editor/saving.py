"""Saving a change of one place: what others changed elsewhere meanwhile stays, and nothing is overwritten unseen."""

from collections.abc import Callable, Sequence

from armybuilder.custom_games.drafts import GAMES, draft_of, save_draft
from armybuilder.custom_games.editor.places import Document, NoSuchPlace, Path, at
from armybuilder.custom_games.models import CustomGame, GameRevision
from armybuilder.revisions.store import Stale

TRIES = 5
"""How often a change is made again on what somebody saved in the meantime."""


def change_place(
    game: CustomGame, seen: int, paths: Sequence[Path], change: Callable[[Document], Document], summary: str
) -> Document:
    """Save the document as changed and return it; ``seen`` is the revision that the player saw.

    Raises ``Stale`` if a place at one of the paths has been changed since, ``TooLarge``, and what ``change`` raises.
    """
    for _ in range(TRIES):
        before = GAMES.load_head(game).document
        if game.head != seen and _differs(before, _revision(game, seen), paths):
            break
        after = change(before)
        if after == before:
            return before
        try:
            save_draft(game, game.head, draft_of(after), summary)
        except Stale:
            game.refresh_from_db()
        else:
            return after
    raise Stale


def _revision(game: CustomGame, number: int) -> Document:
    try:
        return GAMES.load(game, number).document
    except GameRevision.DoesNotExist:
        raise Stale from None


def _differs(one: Document, other: Document, paths: Sequence[Path]) -> bool:
    return any(_at(one, path) != _at(other, path) for path in paths)


def _at(document: Document, path: Path) -> object:
    try:
        return at(document, path)
    except NoSuchPlace:
        return None
