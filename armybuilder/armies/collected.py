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


def collected_models(request: HttpRequest, ruleset: AnyRuleset, army: str = "") -> Collected:
    """What the visitor has of the game, for the army of that id, or for a new one."""
    answers: Any = collection_requested.send(AnyRuleset, request=request, ruleset=ruleset, army=army)
    return next((collected for _, collected in answers if collected.counts), Collected())
