"""Access to games: visitors change only their own and see others' by a link; anything else is a plain 404."""

from collections.abc import Sequence

from django.db.models import QuerySet
from django.dispatch import receiver
from django.http import Http404, HttpRequest

from armybuilder.custom_games.models import CustomGame
from armybuilder.search.own import MAX_OWN, own_texts_requested
from armybuilder.search.search_texts import SearchText
from armybuilder.site.claims import owned_by
from armybuilder.site.list_filters import PlainTexts


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


@receiver(own_texts_requested)
def _texts_of_games(
    sender: object, *, request: HttpRequest, words: Sequence[str], **kwargs: object
) -> list[SearchText]:
    """The visitor's custom games by their names."""
    games = PlainTexts(games_of(request).filter(deleted=None), "name").matching(words)[:MAX_OWN]
    return [SearchText(game.newest, "Your custom game", "", str(game), "", game.get_absolute_url()) for game in games]
