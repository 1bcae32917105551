"""Access to battles: visitors change only their own and see others' by a link; anything else is a plain 404."""

from django.db.models import QuerySet
from django.http import Http404, HttpRequest

from armybuilder.desk.models import Battle
from armybuilder.site.claims import owned_by


def battles_of(request: HttpRequest) -> QuerySet[Battle]:
    """The visitor's battles, the deleted ones too: the user's, and those of the browser that no user owns."""
    return Battle.objects.filter(owned_by(request))


def own_battle(request: HttpRequest, address: str) -> Battle:
    """The visitor's battle at that address; raises ``Http404``, also when the site no longer has its game."""
    return _in_play(battles_of(request).filter(pk=address))


def linked_battle(token: str) -> Battle:
    """The battle of a players' link; raises ``Http404``, the same for an unknown link as for a withdrawn one."""
    return _in_play(Battle.objects.filter(link_token=token).exclude(link_token=""))


def _in_play(battles: QuerySet[Battle]) -> Battle:
    battle = battles.filter(deleted=None).first()
    if battle is None:
        raise Http404
    try:
        battle.game  # noqa: B018 (raises)
    except KeyError:
        raise Http404 from None
    return battle
