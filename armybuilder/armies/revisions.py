"""Saving: every edit becomes the next revision, and none overwrites another.

An army's head moves only from the revision its player saw. An edit of an older one is stored beside the line and
answered with ``Stale``, so that both versions are there to choose from; the edits after it build upon it there.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, fields
from typing import Any

import orjson
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from armybuilder.accounts.claims import Author
from armybuilder.armies.held_entries import own_entries_of
from armybuilder.armies.loaded_army import RECENT, AnyForce, LoadedArmy
from armybuilder.armies.models import SUMMARY_LENGTH, Army, Revision
from rulesets.core.findings import Severity
from rulesets.core.force_document import SCHEMA, decode_force
from rulesets.core.ruleset import AnyRuleset

MOST_BYTES = 2 * 1024 * 1024
"""Longest document of one army, before it is compressed."""

MOST_REVISIONS = 1000
"""An army keeps its newest revisions up to this number."""

PRUNED_EVERY = 50


class TooLarge(ValueError):
    """A force whose document is longer than ``MOST_BYTES``; the message is for the player."""


class Stale(Exception):
    """Somebody saved in the meantime; ``aside`` is the edit, stored beside the line (``None`` if there was none)."""

    def __init__(self, aside: Revision | None = None) -> None:
        """Remember what was stored."""
        super().__init__("the army has moved on")
        self.aside = aside


class NoSuchStep(LookupError):
    """There is nothing to undo, or nothing to redo."""


def pack(force: AnyForce, groups: tuple[bytes, ...] | None = None) -> bytes:
    """The force as compressed JSON, the same bytes for the same force; raises ``TooLarge``.

    ``groups`` are its groups as JSON where they are written already.
    """
    # As ``encode_force``, whose keys are the fields' names; written without making dicts of every part first.
    parts = {field.name: getattr(force, field.name) for field in fields(force)}
    if groups is not None:
        parts["groups"] = [orjson.Fragment(group) for group in groups]
    text = orjson.dumps({"schema": SCHEMA, **parts, "house_rules": dict(force.house_rules)})
    if len(text) > MOST_BYTES:
        raise TooLarge("The army has grown past 2 MB, mostly by its notes. Shorten them and save again.")
    return zlib.compress(text, 3)


def unpack(ruleset: AnyRuleset, document: bytes | memoryview) -> AnyForce:
    """The force of a stored document; raises ``CodecError`` when the game can no longer read it."""
    return decode_force(ruleset, plain_document(document))


def plain_document(document: bytes | memoryview) -> Any:
    """A stored document as the plain data it was written from."""
    return orjson.loads(zlib.decompress(document))


def load_revision(army: Army, number: int) -> LoadedArmy:
    """A revision of the army; raises ``Revision.DoesNotExist``, ``KeyError`` or ``CodecError``."""
    loaded = RECENT.look_up((army.pk, number))
    if loaded is None:
        document = Revision.objects.values_list("document", flat=True).get(army=army, number=number)
        loaded = LoadedArmy(army.game, unpack(army.game, document))
        RECENT.keep((army.pk, number), loaded, loaded.weight)
    return loaded


def load_head(army: Army) -> LoadedArmy:
    """The army as it stands; raises as ``load_revision``."""
    return load_revision(army, army.head)


def counts(loaded: LoadedArmy) -> tuple[int, int]:
    """How many errors and warnings the army has."""
    return loaded.count(Severity.ERROR), loaded.count(Severity.WARNING)


def _revision(
    army: Army, number: int, parent: int | None, loaded: LoadedArmy, summary: str, author: Author
) -> Revision:
    before = RECENT.look_up((army.pk, parent)) if parent else None
    shortened = summary if len(summary) <= SUMMARY_LENGTH else f"{summary[: SUMMARY_LENGTH - 1]}…"
    errors, warnings = counts(loaded)
    return Revision(
        army=army,
        number=number,
        parent=parent,
        document=pack(loaded.force, loaded.written(before)),
        summary=shortened,
        author=author.name,
        claim_hash=author.claim_hash,
        created=timezone.now(),
        units=loaded.unit_count,
        errors=errors,
        warnings=warnings,
    )


def create_army(loaded: LoadedArmy, summary: str, author: Author, example: str = "") -> Army:
    """A new army of the author's with the force as its first revision; raises ``TooLarge``.

    ``example`` is the address of one that belongs to nobody.
    """
    army = Army(
        ruleset=loaded.ruleset.slug,
        **author.columns,
        example=bool(example),
        updated=timezone.now(),
        **_shown(loaded),
    )
    army.pk = example or army.pk
    revision = _revision(army, 1, None, loaded, summary, author)
    with transaction.atomic():
        army.save(force_insert=True)
        revision.save(force_insert=True)
    RECENT.keep((army.pk, 1), loaded, loaded.weight)
    return army


def _shown(loaded: LoadedArmy) -> dict[str, str]:
    """What lists show of an army."""
    return {"name": loaded.force.name, "own_entries": own_entries_of(loaded)}


def save(army: Army, seen: int, loaded: LoadedArmy, summary: str, author: Author) -> Revision:
    """Store what became of revision ``seen`` as the next one and stand the army on it.

    Raises ``Stale`` when the army stands on another by now (the new revision is then stored aside), ``TooLarge``.
    """
    revision = _revision(army, 0, seen, loaded, summary, author)
    here = Army.objects.filter(pk=army.pk)
    with transaction.atomic():
        moved = here.filter(head=seen).update(
            head=F("latest") + 1, latest=F("latest") + 1, updated=revision.created, **_shown(loaded)
        )
        if not moved:
            here.update(latest=F("latest") + 1)
            revision.aside = True
        revision.number = here.values_list("latest", flat=True).get()
        revision.save(force_insert=True)
        if revision.number % PRUNED_EVERY == 0:
            oldest = Revision.objects.filter(army=army, number__lte=revision.number - MOST_REVISIONS)
            oldest.exclude(number=F("army__head")).delete()
    RECENT.keep((army.pk, revision.number), loaded, loaded.weight)
    if revision.aside:
        raise Stale(revision)
    army.head = army.latest = revision.number
    army.name, army.updated = loaded.force.name, revision.created
    return revision


@dataclass(frozen=True, slots=True)
class Steps:
    """The revision an army stands at, the one that redo would lead to, and the versions kept ``aside`` to choose about.

    All without their documents; of a version aside that later edits were made from only the last, which has them all.
    """

    head: Revision
    forward: Revision | None
    aside: tuple[Revision, ...]

    @property
    def can_undo(self) -> bool:
        """Whether the revision before is known."""
        return self.head.parent is not None


def steps(army: Army) -> Steps:
    """Where the army stands and where redo leads: to the newest revision made from its head."""
    near = Q(number=army.head) | Q(parent=army.head, aside=False) | Q(aside=True, settled=False)
    found = list(Revision.objects.filter(near, army=army).defer("document").order_by("number"))
    head = next(revision for revision in found if revision.number == army.head)
    forward = next((each for each in reversed(found) if not each.aside and each.parent == army.head), None)
    built_upon = {each.parent for each in found if each.aside}
    aside = tuple(each for each in found if each.aside and each.number not in built_upon)
    return Steps(head, forward, aside)


def _stand_on(army: Army, seen: int, number: int) -> LoadedArmy:
    loaded = load_revision(army, number)
    now = timezone.now()
    if not Army.objects.filter(pk=army.pk, head=seen).update(head=number, updated=now, **_shown(loaded)):
        raise Stale
    army.head, army.name, army.updated = number, loaded.force.name, now
    return loaded


def undo(army: Army, seen: int) -> str:
    """Stand the army on the revision before; says what was undone. Raises ``NoSuchStep``, ``Stale``."""
    if army.head != seen:
        raise Stale
    head = Revision.objects.defer("document").get(army=army, number=seen)
    if head.parent is None or not Revision.objects.filter(army=army, number=head.parent).exists():
        raise NoSuchStep
    _stand_on(army, seen, head.parent)
    return head.summary


def redo(army: Army, seen: int) -> str:
    """Stand the army on the newest revision made from this one; says what. Raises ``NoSuchStep``, ``Stale``."""
    if army.head != seen:
        raise Stale
    forward = steps(army).forward
    if forward is None:
        raise NoSuchStep
    _stand_on(army, seen, forward.number)
    return forward.summary


def edits_aside(army: Army, number: int) -> tuple[list[int], int]:
    """The edits that a version kept aside consists of, the newest first, and the revision of the line it began from.

    All by their numbers. Raises ``Revision.DoesNotExist`` when no such version is kept aside.
    """
    parents = dict(Revision.objects.filter(army=army, aside=True).values_list("number", "parent"))
    if number not in parents:
        raise Revision.DoesNotExist
    edits: list[int] = []
    while number in parents:
        edits.append(number)
        number = parents[number] or 0
    return edits, number


def resolve(army: Army, number: int) -> None:
    """Remember that the player has chosen what becomes of a version kept aside; it waits no more."""
    try:
        edits, _ = edits_aside(army, number)
    except Revision.DoesNotExist:
        return
    Revision.objects.filter(army=army, number__in=edits).update(settled=True)


def take_aside(army: Army, seen: int, number: int) -> None:
    """Stand the army on a version that had been kept aside; raises ``Stale``, ``Revision.DoesNotExist``."""
    with transaction.atomic():
        edits, _ = edits_aside(army, number)
        _stand_on(army, seen, number)
        Revision.objects.filter(army=army, number__in=edits).update(aside=False)
