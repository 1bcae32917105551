"""Revisions of battles: how their documents are written and read, and the columns stored beside them.

A battle is changed only from the version that the game master saw; ``Stale`` refuses a save from an outdated page.
"""

from typing import Any

import orjson

from armybuilder.desk.models import Battle, BattleRevision
from armybuilder.revisions.cache import LRUCache
from armybuilder.revisions.store import Store
from armybuilder.site.claims import Author
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.desk import Desk
from rulesets.core.ruleset import AnyRuleset

MAX_BYTES = 3 * 1024 * 1024
"""The longest document of a battle in bytes, before compression."""

State = Any
"""A battle as its game represents it."""


def desk_of(ruleset: AnyRuleset) -> Desk[State]:
    """The game's desk, which a battle's game always has."""
    assert ruleset.desk is not None  # noqa: S101
    return ruleset.desk


def battle_json(ruleset: AnyRuleset, state: State) -> bytes:
    """The battle as JSON; the same battle always gives the same bytes."""
    return orjson.dumps(desk_of(ruleset).write(state), option=orjson.OPT_SORT_KEYS)


def _list_columns(battle: Battle, state: State) -> dict[str, Any]:
    """The columns that lists show."""
    desk = desk_of(battle.game)
    return {"name": desk.name(state)[:NAME_LENGTH], "rounds": desk.rounds(state), "over": desk.is_over(state)}


BATTLES: Store[Battle, BattleRevision, State] = Store(
    BattleRevision,
    "battle",
    write=lambda battle, state, before: battle_json(battle.game, state),
    read=lambda battle, plain, other: desk_of(battle.game).read(plain),
    columns=_list_columns,
    weigh=lambda state, text: len(text),
    cache=LRUCache(8 * 1024 * 1024),  # bytes of documents; once read they take about ten times as much
    max_bytes=MAX_BYTES,
    too_large="The battle has grown past the limit of 3 MB. Export it, and continue with a new one from here.",
    max_revisions=60,
    max_packed_bytes=8 * 1024 * 1024,
)
"""Loading raises ``KeyError`` (no such game) or ``CodecError`` (the game can no longer read it)."""


def create_battle(ruleset: AnyRuleset, state: State, summary: str, author: Author, draft: str = "") -> Battle:
    """Create a battle of the author's, with a draft of orders; raises ``TooLarge``."""
    battle = Battle(ruleset=ruleset.slug, **author.columns, draft=draft)
    BATTLES.create(battle, state, summary)
    return battle
