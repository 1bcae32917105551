"""Saving: every change of a battle becomes its next step, and none overwrites another.

A battle moves only from the version that the game master saw; a save from an older page is refused with ``Stale``.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Length
from django.utils import timezone

from armybuilder.accounts.claims import Author
from armybuilder.armies.models import SUMMARY_LENGTH
from armybuilder.desk.models import Battle, Step
from armybuilder.recent import Recent
from rulesets.core.declarations import NAME_LENGTH
from rulesets.core.desk import Desk
from rulesets.core.ruleset import AnyRuleset

MOST_BYTES = 3 * 1024 * 1024
"""Longest document of one battle, before it is compressed."""

MOST_STEPS = 60
MOST_STEPS_BYTES = 8 * 1024 * 1024
"""A battle keeps its newest steps up to this number, and up to so many compressed bytes."""

LEVEL = 3

State = Any
"""A battle as its game knows it."""


class TooLarge(ValueError):
    """A battle whose document is longer than ``MOST_BYTES``; the message is for the game master."""


class Stale(Exception):
    """Somebody saved in the meantime; nothing was stored."""


class NoSuchStep(LookupError):
    """There is nothing to undo, or nothing to redo."""


RECENT: Recent[State] = Recent(8 * 1024 * 1024)
"""The steps that this process used last, by the bytes of their documents; read, they take some ten times as many."""


def desk_of(ruleset: AnyRuleset) -> Desk[State]:
    """The game's desk, which a battle's game always has."""
    assert ruleset.desk is not None  # noqa: S101
    return ruleset.desk


def written(ruleset: AnyRuleset, state: State) -> str:
    """The battle as JSON, the same text for the same battle."""
    plain = desk_of(ruleset).write(state)
    return json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _packed(ruleset: AnyRuleset, state: State) -> tuple[bytes, int]:
    text = written(ruleset, state).encode()
    if len(text) > MOST_BYTES:
        raise TooLarge(
            "The battle has grown past 3 MB, the most that is kept. Export it, and go on with a new one from here."
        )
    return zlib.compress(text, LEVEL), len(text)


def plain_document(document: bytes | memoryview) -> Any:
    """A stored document as the plain data it was written from."""
    return json.loads(zlib.decompress(document))


def load_battle(battle: Battle) -> State:
    """The battle as it stands; raises ``KeyError`` (no such game) or ``CodecError`` (not read by it any more)."""
    return _open(battle, battle.head)


def _open(battle: Battle, number: int) -> State:
    ruleset = battle.game
    state = RECENT.look_up((battle.pk, number))
    if state is None:
        document = Step.objects.values_list("document", flat=True).get(battle=battle, number=number)
        text = zlib.decompress(document)
        state = desk_of(ruleset).read(json.loads(text))
        RECENT.keep((battle.pk, number), state, len(text))
    return state


def _said_of(ruleset: AnyRuleset, state: State) -> dict[str, Any]:
    """What lists tell of a battle."""
    desk = desk_of(ruleset)
    return {"name": desk.name(state)[:NAME_LENGTH], "rounds": desk.rounds(state), "over": desk.is_over(state)}


def _step(battle: Battle, number: int, parent: int | None, document: bytes, summary: str) -> Step:
    shortened = summary if len(summary) <= SUMMARY_LENGTH else f"{summary[: SUMMARY_LENGTH - 1]}…"
    return Step(
        battle=battle, number=number, parent=parent, document=document, summary=shortened, created=timezone.now()
    )


def create_battle(ruleset: AnyRuleset, state: State, summary: str, author: Author, draft: str = "") -> Battle:
    """A new battle of the author's, with orders that are not given yet; raises ``TooLarge``."""
    document, size = _packed(ruleset, state)
    battle = Battle(
        ruleset=ruleset.slug,
        **author.columns,
        draft=draft,
        updated=timezone.now(),
        **_said_of(ruleset, state),
    )
    with transaction.atomic():
        battle.save(force_insert=True)
        _step(battle, 1, None, document, summary).save(force_insert=True)
    RECENT.keep((battle.pk, 1), state, size)
    return battle


def save(battle: Battle, seen: int, state: State, summary: str, draft: str | None = None) -> None:
    """Store what became of version ``seen`` as the next step; ``draft`` replaces the orders not given yet.

    Raises ``Stale`` when the battle was saved since, ``TooLarge``.
    """
    document, size = _packed(battle.game, state)
    here = Battle.objects.filter(pk=battle.pk)
    changes: dict[str, Any] = _said_of(battle.game, state) | ({} if draft is None else {"draft": draft})
    with transaction.atomic():
        moved = here.filter(version=seen).update(
            version=F("version") + 1,
            head=F("latest") + 1,
            latest=F("latest") + 1,
            updated=timezone.now(),
            **changes,
        )
        if not moved:
            raise Stale
        parent = battle.head
        battle.refresh_from_db()
        _step(battle, battle.head, parent, document, summary).save(force_insert=True)
        _prune(battle)
    RECENT.keep((battle.pk, battle.head), state, size)


def _prune(battle: Battle) -> None:
    """Forget the oldest steps, once there are too many."""
    kept = 0
    sizes = Step.objects.filter(battle=battle).annotate(size=Length("document")).order_by("-number")
    for place, (number, size) in enumerate(sizes.values_list("number", "size")):
        kept += size
        if place and (place >= MOST_STEPS or kept > MOST_STEPS_BYTES):
            Step.objects.filter(battle=battle, number__lte=number).delete()
            return


def keep_draft(battle: Battle, seen: int, draft: str) -> None:
    """Keep orders that are not given yet; raises ``Stale``."""
    if draft == battle.draft and seen == battle.version:
        return
    here = Battle.objects.filter(pk=battle.pk, version=seen)
    if not here.update(version=F("version") + 1, draft=draft, updated=timezone.now()):
        raise Stale
    battle.refresh_from_db()


@dataclass(frozen=True, slots=True)
class Around:
    """What undo would take back and redo would do again, in words; empty where there is nothing."""

    undo: str
    redo: str


def around(battle: Battle) -> Around:
    """The steps next to the one where the battle stands."""
    near = Step.objects.filter(battle=battle).filter(Q(number=battle.head) | Q(parent=battle.head))
    found = list(near.defer("document").order_by("number"))
    head = next(step for step in found if step.number == battle.head)
    known = head.parent is not None and Step.objects.filter(battle=battle, number=head.parent).exists()
    forward = found[-1].summary if found[-1].parent == battle.head else ""
    return Around(head.summary if known else "", forward)


def undo(battle: Battle, seen: int) -> str:
    """Stand the battle on the step before; says what was undone. Raises ``NoSuchStep``, ``Stale``."""
    head = Step.objects.defer("document").get(battle=battle, number=battle.head)
    if head.parent is None or not Step.objects.filter(battle=battle, number=head.parent).exists():
        raise NoSuchStep
    _stand_on(battle, seen, head.parent)
    return head.summary


def redo(battle: Battle, seen: int) -> str:
    """Stand the battle on the newest step made from this one; says what. Raises ``NoSuchStep``, ``Stale``."""
    forward = Step.objects.defer("document").filter(battle=battle, parent=battle.head).order_by("number").last()
    if forward is None:
        raise NoSuchStep
    _stand_on(battle, seen, forward.number)
    return forward.summary


def _stand_on(battle: Battle, seen: int, number: int) -> None:
    state = _open(battle, number)
    here = Battle.objects.filter(pk=battle.pk, version=seen)
    changes = _said_of(battle.game, state)
    if not here.update(version=F("version") + 1, head=number, updated=timezone.now(), **changes):
        raise Stale
    battle.refresh_from_db()
