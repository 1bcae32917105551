"""The uses of a player's own entry: a signal for other apps, which the catalogue does not import."""

from dataclasses import dataclass
from typing import Any

from django.dispatch import Signal
from django.http import HttpRequest

from armybuilder.catalogue.models import EntryRow


@dataclass(frozen=True, slots=True)
class Use:
    """Something of the visitor's with a copy of an entry: its name and its page."""

    name: str
    address: str


uses_requested = Signal()
"""Sent with a ``request`` and one of the visitor's own entries (``row``); receivers return a list of ``Use``."""

entry_key_changed = Signal()
"""Sent with a browser's custom entry (``row``) before it gets another ``key`` in an account."""


def uses_of(request: HttpRequest, row: EntryRow) -> list[Use]:
    """Everything of the visitor's with a copy of an own entry; empty for entries of the game."""
    if not row.is_players:
        return []
    answers: Any = uses_requested.send(EntryRow, request=request, row=row)
    return [use for _, uses in answers for use in uses]
