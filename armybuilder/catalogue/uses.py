"""Where a player's own entry is used; filled by the apps above, which the catalogue does not know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest

from armybuilder.catalogue.models import EntryRow


@dataclass(frozen=True, slots=True)
class Use:
    """Something of the visitor's that holds a copy of an entry: its name and its page."""

    name: str
    address: str


FINDERS: list[Callable[[HttpRequest, EntryRow], list[Use]]] = []
"""Filled by the apps when they are ready."""


def uses_of(request: HttpRequest, row: EntryRow) -> list[Use]:
    """Everything of the visitor's that holds a copy of an own entry; nothing for one of the game's."""
    return [use for find in FINDERS for use in find(request, row)] if row.is_players else []
