"""Access to games: visitors change only their own and see others' by a link; anything else is a plain 404."""

from collections.abc import Iterable, Sequence

from django.db.models import Max, QuerySet
from django.dispatch import receiver
from django.http import Http404, HttpRequest

from armybuilder.armies.access import armies_of
from armybuilder.custom_games.models import PREFIX, CustomGame, GameVersion
from armybuilder.interchange.games import custom_games_requested
from armybuilder.search.own import MAX_OWN, own_texts_requested
from armybuilder.search.search_texts import SearchText
from armybuilder.site.claims import owned_by
from armybuilder.site.list_filters import PlainTexts
from rulesets.registry import titles_of


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


def shared_versions(request: HttpRequest, own: Iterable[CustomGame]) -> list[GameVersion]:
    """The newest version that the visitor has an army for of each game that is not among their ``own``."""
    versions = GameVersion.objects.filter(slug__in=_used_slugs(request)).exclude(
        stem__in=[each.ruleset for each in own]
    )
    newest = {each.stem: each for each in versions.defer("document").order_by("number")}
    return sorted(newest.values(), key=lambda each: each.title.casefold())


def _used_slugs(request: HttpRequest) -> list[str]:
    """The versions for which the visitor has armies, the most recently changed first."""
    armies = armies_of(request).filter(deleted=None, ruleset__startswith=PREFIX).order_by()
    last = armies.values("ruleset").annotate(last=Max("updated")).order_by("-last")
    return list(last.values_list("ruleset", flat=True)[:MAX_OWN])


@receiver(own_texts_requested)
def _texts_of_games(
    sender: object, *, request: HttpRequest, words: Sequence[str], **kwargs: object
) -> list[SearchText]:
    """The visitor's custom games by their names."""
    games = PlainTexts(games_of(request).filter(deleted=None), "name").matching(words)[:MAX_OWN]
    return [SearchText(game.newest, "Your custom game", "", str(game), "", game.get_absolute_url()) for game in games]


@receiver(custom_games_requested)
def _titles_of_games(sender: object, *, request: HttpRequest, **kwargs: object) -> dict[str, str]:
    """The newest versions of the visitor's games, and the versions with which the visitor has armies."""
    own = [game.newest for game in games_of(request).filter(deleted=None).exclude(published=0).order_by("-updated")]
    slugs = dict.fromkeys((*own, *_used_slugs(request)))
    titles = titles_of(slugs)
    return {titles[slug]: slug for slug in reversed(slugs) if slug in titles}
