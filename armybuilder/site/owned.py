"""What accounts own, as the ``account.py`` of each app declares it."""

from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib import import_module
from typing import Any, Final

from django.apps import apps
from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Model, QuerySet
from django.utils.module_loading import module_has_submodule

Row = dict[str, Any]

MODULE: Final = "account"
"""The module of an app whose ``OWNED`` has its models of this kind."""


def time_of(moment: datetime | None) -> str | None:
    """A moment as exported; ``None`` for what has not happened."""
    return moment.isoformat() if moment else None


def base64_of(picture: bytes | memoryview) -> str:
    """A picture as exported."""
    return b64encode(bytes(picture)).decode()


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


@cache
def owned_models() -> tuple[OwnedModel, ...]:
    """What accounts own, in the order of the apps and of the exported file."""
    modules = [
        import_module(f"{app.name}.{MODULE}")
        for app in apps.get_app_configs()
        if app.module is not None and module_has_submodule(app.module, MODULE)
    ]
    # A module of that name may be about something else, as that of allauth is.
    return tuple(owned for module in modules for owned in getattr(module, "OWNED", ()))
