"""Saving a change of a document: what others changed meanwhile stays, and nothing is overwritten unseen."""

from collections.abc import Callable
from typing import Final

from armybuilder.custom_games.drafts import GAMES, SUMMARY, Document, draft_of, save_draft
from armybuilder.custom_games.merging import Collision, merge
from armybuilder.custom_games.models import CustomGame, GameRevision
from armybuilder.revisions.store import Stale

MERGED: Final = "Saved. Changes made elsewhere in the meantime are included."
TRIES = 5
"""How often a change is retried on what somebody saved in the meantime."""


def save_change(
    game: CustomGame, seen: int, change: Callable[[Document], Document], summary: str = SUMMARY
) -> Document:
    """Save the document as changed and return it; ``seen`` is the revision that the player saw and changed.

    What was saved since is included. Raises ``Stale`` if that changed the same thing, ``TooLarge``, and what ``change``
    raises.
    """
    base = _revision(game, seen)
    mine = change(base)
    for _ in range(TRIES):
        theirs = GAMES.load_head(game).document
        try:
            after: Document = merge(base, mine, theirs)
        except Collision:
            break
        if after == theirs:
            return after
        try:
            save_draft(game, game.head, draft_of(after), summary)
        except Stale:
            game.refresh_from_db()
        else:
            return after
    raise Stale


def reconciled(game: CustomGame, seen: int, mine: Document) -> Document:
    """What is offered after ``Stale``: the current document with the player's changes, which win where both changed."""
    try:
        base = _revision(game, seen)
    except Stale:
        return mine
    after: Document = merge(base, mine, GAMES.load_head(game).document, prefer_mine=True)
    return after


def _revision(game: CustomGame, number: int) -> Document:
    try:
        return GAMES.load(game, number).document
    except GameRevision.DoesNotExist:
        raise Stale from None
