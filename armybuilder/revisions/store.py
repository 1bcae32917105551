"""Save, undo and redo for anything with revisions: a new kind only needs two models and a ``Store``.

The head only moves from the revision that the player saw (compare-and-set), so one of two simultaneous writers gets an
error. A late edit is either refused, to be made again on the new head, or set aside for the player to choose.
"""

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
"""Compression level: a higher one takes longer than it saves."""
NEAR = 3
"""How many revisions before the newest to keep in the cache, for undo and late edits.

The newest one's parent may be older if something was undone before.
"""

T = TypeVar("T", bound=Revisable)
R = TypeVar("R", bound=BaseRevision)
S = TypeVar("S")


class TooLarge(ValueError):
    """A state whose document is too long for its kind; the message is for the player."""


class Stale(Exception):
    """Somebody saved in the meantime; ``aside`` is the number of the edit that was set aside, 0 if it was refused."""

    def __init__(self, aside: int = 0) -> None:
        """Store the number of the edit that was set aside."""
        super().__init__("it has moved on")
        self.aside = aside


class NothingToStep(LookupError):
    """There is nothing to undo, or nothing to redo; the message is for the player."""


def plain_document(document: bytes | memoryview) -> Any:
    """A stored document as the plain data it was written from."""
    return orjson.loads(zlib.decompress(document))


def exported(revisions: Iterable[BaseRevision]) -> list[dict[str, Any]]:
    """The revisions as plain data for their owner's export."""
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
    """The number of a revision and of all its ancestors in ``parents``, newest first."""
    line = []
    while number is not None and number in parents:
        line.append(number)
        number = parents[number]
    return line


@dataclass(frozen=True, slots=True)
class Position(Generic[R]):
    """The current revision, the number that undo leads to, the revision that redo leads to, the versions set ``aside``.

    All without their documents. Of a version set aside with later edits only the last is listed, which has them all.
    """

    head: R
    previous: int | None
    following: R | None
    aside: tuple[R, ...]


@dataclass(eq=False)
class Store(Generic[T, R, S]):
    """The revisions of one kind of thing, whose states are ``S``; ``key`` is the field by which a revision names it.

    ``write`` turns a state into JSON, with the previous state if that is cached; ``read`` turns plain data into a
    state, with another state of the same thing if one is cached; ``columns`` returns the columns for lists; ``weigh``
    returns the weight in the ``cache`` of a state and its JSON. ``max_bytes`` is the limit of the JSON, and
    ``too_large`` the message for a longer one. With ``keeps_late`` an edit of an older revision is set aside instead
    of refused. Each thing keeps its newest ``max_revisions`` with up to ``max_packed_bytes`` compressed bytes in all;
    every ``prune_every``-th save deletes older ones.
    """

    revisions: type[R]
    key: str
    write: Callable[[T, S, S | None], bytes]
    read: Callable[[T, Any, S | None], S]
    columns: Callable[[T, S], dict[str, Any]]
    weigh: Callable[[S, bytes], int]
    cache: LRUCache[S]
    max_bytes: int
    too_large: str
    max_revisions: int
    max_packed_bytes: float = float("inf")
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
        """The current state; raises as ``load``."""
        return self.load(thing, thing.head)

    def position(self, thing: T) -> Position[R]:
        """The position of the thing; redo leads to the newest revision made from its head."""
        own = self.of(thing)
        parent = own.filter(number=thing.head).values("parent")
        near = Q(parent=thing.head, aside=False) | Q(aside=True, resolved=False)
        # One query for all four, since the builder asks at every edit.
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
        if len(text) > self.max_bytes:
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
        """Save the state as the next revision, with these columns, and make it the head.

        ``expected`` is the number that the player saw in the compared column, ``changes`` are more columns of the
        thing. Raises ``Stale`` when it has changed since, ``TooLarge``.
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
                # It gets the next number all the same, so that edits made after it have a parent.
                rows.update(latest=following)
                revision.aside = True
            # The database counted; inside the transaction nobody else has counted on.
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
        # Comparing and setting in one UPDATE: of two writers at once only the first matches the row.
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
        """Delete the oldest revisions once there are too many, but never the head."""
        packed = 0
        sizes = self.of(thing).annotate(size=Length("document")).order_by("-number").values_list("number", "size")
        for place, (number, size) in enumerate(sizes):
            packed += size
            if place and (place >= self.max_revisions or packed > self.max_packed_bytes):
                self.of(thing).filter(number__lte=number).exclude(number=F(f"{self.key}__head")).delete()
                return

    def _remember(self, thing: T, number: int, state: S, text: bytes) -> None:
        self.cache.add((thing.pk, number), state, self.weigh(state, text))

    # --- undo and redo ---

    def undo(self, thing: T, expected: int) -> str:
        """Return to the previous revision; returns the undone summary. Raises ``NothingToStep``, ``Stale``."""
        position = self._position_if_current(thing, expected)
        if position.previous is None:
            raise NothingToStep("There is nothing to undo")
        self._stand_on(thing, expected, position.previous)
        return position.head.summary

    def redo(self, thing: T, expected: int) -> str:
        """Go to the newest revision made from this one; returns its summary. Raises ``NothingToStep``, ``Stale``."""
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
        """The numbers of the edits in a version set aside, newest first, and of the revision they are based on.

        Raises the model's ``DoesNotExist`` when no such version is set aside.
        """
        parents = dict(self.of(thing).filter(aside=True).values_list("number", "parent"))
        if number not in parents:
            raise self.revisions.DoesNotExist
        edits = line_to(parents, number)
        return edits, parents[edits[-1]] or 0

    def resolve(self, thing: T, number: int) -> None:
        """Record that the player has made a choice about a version set aside."""
        try:
            edits, _ = self.edits_aside(thing, number)
        except self.revisions.DoesNotExist:
            return
        self.of(thing).filter(number__in=edits).update(resolved=True)

    def take_aside(self, thing: T, expected: int, number: int) -> None:
        """Make a version that was set aside the head; raises ``Stale`` and as ``edits_aside``."""
        with transaction.atomic():
            edits, _ = self.edits_aside(thing, number)
            self._stand_on(thing, expected, number)
            self.of(thing).filter(number__in=edits).update(aside=False)


def _set(thing: Revisable | BaseRevision, columns: Mapping[str, Any]) -> None:
    for name, value in columns.items():
        setattr(thing, name, value)
