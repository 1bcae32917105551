"""Whose battles a visitor may see and change: one's own alone. Foreign and unknown ones answer the same 404."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404, HttpRequest

from armybuilder.claims import held
from armybuilder.desk.models import Battle


def battles_of(request: HttpRequest) -> QuerySet[Battle]:
    """The visitor's battles, the deleted ones too: the user's, and those of the browser that no user owns."""
    return Battle.objects.filter(held(request))


def own_battle(request: HttpRequest, address: str) -> Battle:
    """The visitor's battle at that address; raises ``Http404``, also when its game is here no more."""
    battle = battles_of(request).filter(pk=address, deleted=None).first()
    if battle is None:
        raise Http404
    try:
        battle.game  # noqa: B018 (raises)
    except KeyError:
        raise Http404 from None
    return battle
