"""The models that a visitor has, as a collection says: a signal for other apps, which the armies do not import."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.dispatch import Signal
from django.http import HttpRequest

from rulesets.core.collection import EntryId
from rulesets.core.ruleset import AnyRuleset

collection_requested = Signal()
"""Sent with a ``request``, a ``ruleset`` and the id of the ``army`` at hand; receivers return ``Collected``."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The armies that count with each other, the models that they need together, and how many are left out."""

    names: tuple[str, ...]
    needed: Mapping[EntryId, int]
    left_out: int


@dataclass(frozen=True, slots=True)
class Collected:
    """What a visitor has of a game: models by catalogue entry, none for those who keep no collection of it.

    ``others`` are the visitor's other armies; ``None`` for those who count one army at a time.
    """

    counts: Mapping[EntryId, int] = field(default_factory=dict)
    others: Counted | None = None

    @property
    def elsewhere(self) -> Mapping[EntryId, int]:
        """How many models the other armies need of each entry."""
        return self.others.needed if self.others else {}

    @property
    def remaining(self) -> Mapping[EntryId, int]:
        """How many models the other armies leave of each entry."""
        return {entry: max(0, count - self.elsewhere.get(entry, 0)) for entry, count in self.counts.items()}


def write_counts(counts: Mapping[EntryId, int]) -> str:
    """Numbers by catalogue entry as text, a line for each."""
    return "\n".join(f"{kind}/{key} {number}" for (kind, key), number in counts.items())


def read_counts(text: str) -> dict[EntryId, int]:
    """What ``write_counts`` wrote; raises ``ValueError``."""
    counts = {}
    for line in filter(None, text.split("\n")):
        entry, _, number = line.rpartition(" ")
        kind, _, key = entry.partition("/")
        counts[kind, key] = int(number)
    return counts


def write_collected(collected: Collected) -> dict[str, Any]:
    """A collection as plain data for a device."""
    others = collected.others
    told = others and {"names": others.names, "needed": write_counts(others.needed), "left_out": others.left_out}
    return {"counts": write_counts(collected.counts), "others": told}


def read_collected(plain: Mapping[str, Any]) -> Collected:
    """What ``write_collected`` wrote."""
    others = plain["others"]
    counted = others and Counted(tuple(others["names"]), read_counts(others["needed"]), others["left_out"])
    return Collected(read_counts(plain["counts"]), counted)


def collected_models(request: HttpRequest, ruleset: AnyRuleset, army: str = "") -> Collected:
    """What the visitor has of the game, for the army of that id, or for a new one."""
    answers: Any = collection_requested.send(AnyRuleset, request=request, ruleset=ruleset, army=army)
    return next((collected for _, collected in answers if collected.counts), Collected())
