"""The visitor's armies that models of a collection are for, and whether the builder counts them together."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse

from armybuilder.armies.access import armies_of_game
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.reading import load_army
from armybuilder.site.pages import YEAR
from rulesets.core.collection import EntryId
from rulesets.core.declarations.codec import CodecError
from rulesets.core.ruleset import AnyRuleset

MAX_ARMIES: Final = 50
"""How many armies to look at, the most recently changed first."""
ON: Final = "on"


def _cookie_of(ruleset: AnyRuleset) -> str:
    return f"{settings.COOKIE_PREFIX}count_others_{ruleset.slug}"


def counts_others(request: HttpRequest, ruleset: AnyRuleset) -> bool:
    """Whether the visitor counts other armies, too, when a builder says what is left."""
    return request.COOKIES.get(_cookie_of(ruleset)) == ON


def count_others(response: HttpResponse, ruleset: AnyRuleset, *, also: bool) -> None:
    """Have the browser remember whether other armies count, too."""
    if also:
        secure = settings.SESSION_COOKIE_SECURE
        response.set_cookie(_cookie_of(ruleset), ON, YEAR, secure=secure, httponly=True, samesite="Lax")
    else:
        response.delete_cookie(_cookie_of(ruleset))


def counted_armies(request: HttpRequest, ruleset: AnyRuleset, but: str = "") -> list[tuple[Army, LoadedArmy]]:
    """The visitor's armies that count with each other: all but archived ones, and ``but`` one."""
    return readable_armies(armies_of_game(request, ruleset).filter(archived=None).exclude(pk=but))


def readable_armies(armies: QuerySet[Army]) -> list[tuple[Army, LoadedArmy]]:
    """The first ``MAX_ARMIES`` of these armies, without those that the game can no longer read."""
    found = []
    for army in armies[:MAX_ARMIES]:
        try:
            found.append((army, load_army(army)))
        except (Http404, CodecError):
            continue
    return found


def models_together(armies: Iterable[LoadedArmy]) -> Mapping[EntryId, int]:
    """How many models several armies need if all are on the table at once."""
    together: Counter[EntryId] = Counter()
    for loaded in armies:
        together.update(loaded.models_needed)
    return together
