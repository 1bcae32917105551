"""What accounts own, as each part of the site declares it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Model, QuerySet

Row = dict[str, Any]


def time_of(moment: datetime | None) -> str | None:
    """A moment as exported; ``None`` for what has not happened."""
    return moment.isoformat() if moment else None


def change_owner(rows: QuerySet[Any], user: AbstractBaseUser) -> None:
    """Give rows of a browser to a user."""
    rows.update(owner=user, claim_hash="")


@dataclass(frozen=True, slots=True)
class OwnedModel:
    """A model whose rows accounts own.

    ``rows`` are all rows of the model as the export reads them, ``owner`` is the lookup of their user. They are
    exported by ``export`` under ``name``, within the ``section`` of the file if one is given. ``parts`` are the models
    whose rows belong to a row and are exported with it. ``hand_over`` gives a browser's rows to a user; it is ``None``
    if browsers own none, or if the rows follow their army. ``large`` are the models with large columns, each with the
    lookup prefix of its owner's columns: their sizes count for the owner. ``unvisited`` finds the rows of browsers that
    have not visited for long, which are tidied away.
    """

    name: str
    rows: QuerySet[Any]
    export: Callable[[Any], Row]
    parts: tuple[type[Model], ...] = ()
    owner: str = "owner"
    section: str = ""
    hand_over: Callable[[QuerySet[Any], AbstractBaseUser], None] | None = change_owner
    large: tuple[tuple[type[Model], str], ...] = ()
    unvisited: Callable[[], QuerySet[Any]] | None = None
