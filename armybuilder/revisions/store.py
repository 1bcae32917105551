"""Saving, undo and redo of whatever has revisions: a new kind needs two models, a ``Store``, and nothing else.

The head moves only from what the player saw (compare-and-set), so that of two writers at once one is told. What came
too late is either refused, for its maker to load the new head and try again, or kept aside to choose about.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import orjson
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Length
from django.utils import timezone

from armybuilder.revisions.cache import LRUCache
from armybuilder.revisions.models import SUMMARY_LENGTH, BaseRevision, Revisable

LEVEL = 3
"""Of compression: a higher one takes longer than it saves."""
NEAR = 3
"""So many revisions before the newest may be needed soon, to undo or for an edit that comes late.

The one that the newest was made from may be older, where something was undone before.
"""

T = TypeVar("T", bound=Revisable)
R = TypeVar("R", bound=BaseRevision)
S = TypeVar("S")


class TooLarge(ValueError):
    """A state whose document is longer than its kind may be; the message is for the player."""


class Stale(Exception):
    """Somebody saved in the meantime; ``aside`` is the number by which the edit was kept, 0 where it was not."""

    def __init__(self, aside: int = 0) -> None:
        """Keep the number under which the late edit was set aside."""
        super().__init__("it has moved on")
        self.aside = aside


class NothingToStep(LookupError):
    """There is nothing to undo, or nothing to redo; the message is for the player."""


def plain_document(document: bytes | memoryview) -> Any:
    """A stored document as the plain data it was written from."""
    return orjson.loads(zlib.decompress(document))


def exported(revisions: Iterable[BaseRevision]) -> list[dict[str, Any]]:
    """The revisions as plain data for their owner to take away."""
    return [
        {
            "number": revision.number,
            "parent": revision.parent,
            "created": revision.created.isoformat(),
            "summary": revision.summary,
            "document": plain_document(revision.document),
        }
        for revision in revisions
    ]


def line_to(parents: Mapping[int, int | None], number: int | None) -> list[int]:
    """The number of a revision and of all that it was made from, the newest first, as far as ``parents`` has them."""
    line = []
    while number is not None and number in parents:
        line.append(number)
        number = parents[number]
    return line


@dataclass(frozen=True, slots=True)
class Position(Generic[R]):
    """The revision something stands at, the number undo leads to, where redo leads, the versions kept ``aside``.

    All without their documents; of a version aside that later edits were made from only the last, which has them all.
    """

    head: R
    previous: int | None
    following: R | None
    aside: tuple[R, ...]


@dataclass(eq=False)
class Store(Generic[T, R, S]):
    """The revisions of one kind of thing, whose states are ``S``; ``key`` is the field by which a revision names it.

    ``write`` gives a state as JSON, given also the state before it when that is in memory; ``read`` the state of plain
    data, given also another state of the same thing when one is; ``columns`` what the lists show of a state; ``weigh``
    its weight in the ``cache``, from it and its JSON. ``most_bytes`` is the longest JSON, past which ``too_large`` is
    what the player reads. With ``keeps_late`` an edit of an older revision is kept aside instead of refused. Of each
    thing the newest ``most_revisions`` are kept, of up to ``most_packed`` compressed bytes in all; every
    ``prune_every``-th save sees to that.
    """

    revisions: type[R]
    key: str
    write: Callable[[T, S, S | None], bytes]
    read: Callable[[T, Any, S | None], S]
    columns: Callable[[T, S], dict[str, Any]]
    weigh: Callable[[S, bytes], int]
    cache: LRUCache[S]
    most_bytes: int
    too_large: str
    most_revisions: int
    most_packed: float = float("inf")
    prune_every: int = 1
    keeps_late: bool = False

    # --- reading ---

    def of(self, thing: T) -> QuerySet[R]:
        """Its revisions, without their documents until one is read."""
        return self.revisions._default_manager.filter(**{self.key: thing}).defer("document")

    def load(self, thing: T, number: int) -> S:
        """The state at a revision; raises its model's ``DoesNotExist``, and what ``read`` raises."""
        state = self.cache.get((thing.pk, number))
        if state is None:
            text = zlib.decompress(self.of(thing).values_list("document", flat=True).get(number=number))
            state = self.read(thing, orjson.loads(text), self.cache.near(thing.pk))
            self._remember(thing, number, state, text)
        return state

    def load_head(self, thing: T) -> S:
        """The state as it stands; raises as ``load``."""
        return self.load(thing, thing.head)

    def position(self, thing: T) -> Position[R]:
        """Where it stands; redo leads to the newest revision made from its head."""
        own = self.of(thing)
        parent = own.filter(number=thing.head).values("parent")
        near = Q(parent=thing.head, aside=False) | Q(aside=True, resolved=False)
        rows = own.filter(Q(number=thing.head) | Q(number__in=parent) | near).order_by("number")
        by_number = {revision.number: revision for revision in rows}
        head = by_number[thing.head]
        later = [each for each in by_number.values() if each.parent == head.number and not each.aside]
        aside = {each.number: each for each in by_number.values() if each.aside}
        parents = {each.parent for each in aside.values()}
        return Position(
            head,
            head.parent if head.parent in by_number else None,
            later[-1] if later else None,
            tuple(each for number, each in aside.items() if number not in parents),
        )

    # --- saving ---

    def pack(self, text: bytes) -> bytes:
        """JSON as it is stored; raises ``TooLarge``."""
        if len(text) > self.most_bytes:
            raise TooLarge(self.too_large)
        return zlib.compress(text, LEVEL)

    def create(self, thing: T, state: S, summary: str, **columns: Any) -> None:
        """Store a new thing with the state as its first revision, which has these columns; raises ``TooLarge``."""
        text = self.write(thing, state, None)
        revision = self._revision(thing, 1, None, text, summary, columns)
        _set(thing, {"updated": revision.created, **self.columns(thing, state)})
        with transaction.atomic():
            thing.save(force_insert=True)
            revision.save(force_insert=True)
        self._remember(thing, 1, state, text)

    def save(
        self,
        thing: T,
        expected: int,
        state: S,
        summary: str,
        changes: Mapping[str, Any] | None = None,
        **columns: Any,
    ) -> R:
        """Store what became of what the player saw as the next revision, with these columns, and stand on it.

        ``expected`` is the number that they saw in the compared column, ``changes`` are more columns of the thing.
        Raises ``Stale`` when it has moved on by now, ``TooLarge``.
        """
        parent = expected if thing.compared == "head" else thing.head
        text = self.write(thing, state, self.cache.get((thing.pk, parent)))
        revision = self._revision(thing, 0, parent, text, summary, columns)
        rows, following = type(thing)._default_manager.filter(pk=thing.pk), F("latest") + 1
        with transaction.atomic():
            try:
                list_columns = self.columns(thing, state) | dict(changes or {})
                self.compare_and_set(thing, expected, head=following, latest=following, **list_columns)
            except Stale:
                if not self.keeps_late:
                    raise
                rows.update(latest=following)
                revision.aside = True
            revision.number = rows.values_list("latest", flat=True).get()
            revision.save(force_insert=True)
            if revision.number % self.prune_every == 0:
                self._prune(thing)
        self._remember(thing, revision.number, state, text)
        self.cache.forget_before((thing.pk, revision.number - NEAR), but=parent)
        if revision.aside:
            raise Stale(revision.number)
        thing.head = thing.latest = revision.number
        return revision

    def compare_and_set(self, thing: T, expected: int, **changes: Any) -> None:
        """Change columns of the thing unless somebody did since the player saw it; raises ``Stale``."""
        changes["updated"] = timezone.now()
        if thing.compared != "head":
            changes[thing.compared] = expected + 1
        if not type(thing)._default_manager.filter(pk=thing.pk, **{thing.compared: expected}).update(**changes):
            raise Stale
        _set(thing, changes)

    def _revision(
        self, thing: T, number: int, parent: int | None, text: bytes, summary: str, columns: Mapping[str, Any]
    ) -> R:
        return self.revisions(
            **{self.key: thing},
            number=number,
            parent=parent,
            document=self.pack(text),
            summary=summary if len(summary) <= SUMMARY_LENGTH else f"{summary[: SUMMARY_LENGTH - 1]}…",
            created=timezone.now(),
            **columns,
        )

    def _prune(self, thing: T) -> None:
        """Delete the oldest revisions, once there are too many, but never the one it stands at."""
        packed = 0
        sizes = self.of(thing).annotate(size=Length("document")).order_by("-number").values_list("number", "size")
        for place, (number, size) in enumerate(sizes):
            packed += size
            if place and (place >= self.most_revisions or packed > self.most_packed):
                self.of(thing).filter(number__lte=number).exclude(number=F(f"{self.key}__head")).delete()
                return

    def _remember(self, thing: T, number: int, state: S, text: bytes) -> None:
        self.cache.add((thing.pk, number), state, self.weigh(state, text))

    # --- undo and redo ---

    def undo(self, thing: T, expected: int) -> str:
        """Stand on the revision before; says what was undone. Raises ``NothingToStep``, ``Stale``."""
        position = self._position_if_current(thing, expected)
        if position.previous is None:
            raise NothingToStep("There is nothing to undo")
        self._stand_on(thing, expected, position.previous)
        return position.head.summary

    def redo(self, thing: T, expected: int) -> str:
        """Stand on the newest revision made from this one; says what. Raises ``NothingToStep``, ``Stale``."""
        following = self._position_if_current(thing, expected).following
        if following is None:
            raise NothingToStep("There is nothing to redo")
        self._stand_on(thing, expected, following.number)
        return following.summary

    def _position_if_current(self, thing: T, expected: int) -> Position[R]:
        if getattr(thing, thing.compared) != expected:
            raise Stale
        return self.position(thing)

    def _stand_on(self, thing: T, expected: int, number: int) -> None:
        state = self.load(thing, number)
        self.compare_and_set(thing, expected, head=number, **self.columns(thing, state))

    # --- conflicts ---

    def edits_aside(self, thing: T, number: int) -> tuple[list[int], int]:
        """The edits that a version kept aside consists of, the newest first, and the revision they began from.

        All by their numbers. Raises the model's ``DoesNotExist`` when no such version is kept aside.
        """
        parents = dict(self.of(thing).filter(aside=True).values_list("number", "parent"))
        if number not in parents:
            raise self.revisions.DoesNotExist
        edits = line_to(parents, number)
        return edits, parents[edits[-1]] or 0

    def resolve(self, thing: T, number: int) -> None:
        """Remember that the player has chosen what becomes of a version kept aside; it waits no more."""
        try:
            edits, _ = self.edits_aside(thing, number)
        except self.revisions.DoesNotExist:
            return
        self.of(thing).filter(number__in=edits).update(resolved=True)

    def take_aside(self, thing: T, expected: int, number: int) -> None:
        """Stand on a version that had been kept aside; raises ``Stale`` and as ``edits_aside``."""
        with transaction.atomic():
            edits, _ = self.edits_aside(thing, number)
            self._stand_on(thing, expected, number)
            self.of(thing).filter(number__in=edits).update(aside=False)


def _set(thing: Revisable | BaseRevision, columns: Mapping[str, Any]) -> None:
    for name, value in columns.items():
        setattr(thing, name, value)
