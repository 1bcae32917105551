"""A battle's revisions: how it is written and read, and what beside it is stored of each.

A battle moves only from the version that the game master saw; a save from an older page is refused with ``Stale``.
"""

from __future__ import annotations

from typing import Any

import orjson

from armybuilder.claims import Author
from armybuilder.desk.models import Battle, BattleRevision
from armybuilder.revisions.cache import LRUCache
from armybuilder.revisions.store import Store
from rulesets.core.declarations import NAME_LENGTH
from rulesets.core.desk import Desk
from rulesets.core.ruleset import AnyRuleset

MOST_BYTES = 3 * 1024 * 1024
"""Longest document of one battle, before it is compressed."""

State = Any
"""A battle as its game knows it."""


def desk_of(ruleset: AnyRuleset) -> Desk[State]:
    """The game's desk, which a battle's game always has."""
    assert ruleset.desk is not None  # noqa: S101
    return ruleset.desk


def battle_json(ruleset: AnyRuleset, state: State) -> bytes:
    """The battle as JSON, the same bytes for the same battle."""
    return orjson.dumps(desk_of(ruleset).write(state), option=orjson.OPT_SORT_KEYS)


def _list_columns(battle: Battle, state: State) -> dict[str, Any]:
    """What lists show of a battle."""
    desk = desk_of(battle.game)
    return {"name": desk.name(state)[:NAME_LENGTH], "rounds": desk.rounds(state), "over": desk.is_over(state)}


BATTLES: Store[Battle, BattleRevision, State] = Store(
    BattleRevision,
    "battle",
    write=lambda battle, state, before: battle_json(battle.game, state),
    read=lambda battle, plain, other: desk_of(battle.game).read(plain),
    columns=_list_columns,
    weigh=lambda state, text: len(text),
    cache=LRUCache(8 * 1024 * 1024),  # bytes of documents; read, they take some ten times as many
    most_bytes=MOST_BYTES,
    too_large="The battle has grown past 3 MB, the most that is kept. Export it, and go on with a new one from here.",
    most_revisions=60,
    most_packed=8 * 1024 * 1024,
)
"""Loading raises ``KeyError`` (no such game) or ``CodecError`` (not read by it any more)."""


def create_battle(ruleset: AnyRuleset, state: State, summary: str, author: Author, draft: str = "") -> Battle:
    """A new battle of the author's, with orders that are not given yet; raises ``TooLarge``."""
    battle = Battle(ruleset=ruleset.slug, **author.columns, draft=draft)
    BATTLES.create(battle, state, summary)
    return battle
