"""Access to games: visitors change only their own and see others' by a link; anything else is a plain 404."""

from django.db.models import QuerySet
from django.http import Http404, HttpRequest

from armybuilder.custom_games.models import CustomGame
from armybuilder.site.claims import owned_by


def games_of(request: HttpRequest) -> QuerySet[CustomGame]:
    """The visitor's games, the deleted ones too: the user's, and those of the browser that no user owns."""
    return CustomGame.objects.filter(owned_by(request))


def linked_game(token: str) -> CustomGame:
    """The game of a link; raises ``Http404``, the same for an unknown link as for a withdrawn one."""
    game = CustomGame.objects.filter(link_token=token, deleted=None).exclude(link_token="").first()
    if game is None:
        raise Http404
    return game


def own_game(request: HttpRequest, address: str) -> CustomGame:
    """The visitor's game at that address; raises ``Http404``."""
    game = games_of(request).filter(pk=address, deleted=None).first()
    if game is None:
        raise Http404
    return game
