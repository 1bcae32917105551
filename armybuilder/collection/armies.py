"""The visitor's armies that models of a collection are for, and whether the builder counts them together."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Final

from django.conf import settings
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse

from armybuilder.armies.access import armies_of_game
from armybuilder.armies.collected import Counted
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.reading import load_army
from armybuilder.armies.revisions import unpack
from armybuilder.collection.lacking import highest
from armybuilder.revisions.cache import LRUCache
from armybuilder.site.pages import remember
from rulesets.core.collection import EntryId, models_needed
from rulesets.core.declarations.codec import CodecError
from rulesets.core.ruleset import AnyRuleset

MAX_ARMIES: Final = 50
"""How many armies to look at, the most recently changed first."""
MAX_UNITS: Final = 5000
"""How many units these may have together where they are counted with each other."""
ON: Final = "on"
COOKIE: Final = f"{settings.COOKIE_PREFIX}count_others"

_NEEDS: LRUCache[Mapping[EntryId, int]] = LRUCache(50_000)
"""What armies need, by their address and head; the limit is the number of entries."""


def counts_others(request: HttpRequest) -> bool:
    """Whether the visitor counts other armies, too, when a builder says what is left."""
    return request.COOKIES.get(COOKIE) == ON


def count_others(response: HttpResponse, *, also: bool) -> None:
    """Have the browser remember whether other armies count, too."""
    if also:
        remember(response, COOKIE, ON)
    else:
        response.delete_cookie(COOKIE)


def counted_armies(request: HttpRequest, ruleset: AnyRuleset, but: str = "") -> Counted:
    """The visitor's armies that count with each other: all but archived ones, and ``but`` one.

    An army of some units of another is on the same models: of both only the higher number counts, and none of both
    beside one of them. The last changed count, up to ``MAX_ARMIES`` with ``MAX_UNITS``.
    """
    units = Revision.objects.filter(army=OuterRef("pk"), number=OuterRef("head")).values("units")
    armies = list(armies_of_game(request, ruleset).annotate(units=Subquery(units)))
    at_hand = next((army.models_of for army in armies if army.pk == but), but)
    others = [army for army in armies if not army.archived and army.models_of != at_hand]
    totals = accumulate(army.units or 0 for army in others[:MAX_ARMIES])
    counted = others[: sum(total <= MAX_UNITS for total in totals)]
    needs = _needs_of(ruleset, counted)
    by_models: dict[str, list[Mapping[EntryId, int]]] = {}
    for army in counted:
        if army.pk in needs:
            by_models.setdefault(army.models_of, []).append(needs[army.pk])
    together: Counter[EntryId] = Counter()
    for sharing in by_models.values():
        together.update(highest(sharing))
    names = tuple(str(army) for army in counted if army.pk in needs)
    return Counted(names, together, len(others) - len(counted))


def _needs_of(ruleset: AnyRuleset, armies: Sequence[Army]) -> dict[str, Mapping[EntryId, int]]:
    """What armies need, by their address, without those that the game can no longer read.

    They are not kept as ``ARMIES`` are, which would drop the armies that players have open.
    """
    needs = {army.pk: known for army in armies if (known := _NEEDS.get((army.pk, army.head))) is not None}
    unknown = [army.pk for army in armies if army.pk not in needs]
    heads = Revision.objects.filter(army__in=unknown, number=F("army__head"))
    for pk, head, document in heads.values_list("army", "number", "document"):
        try:
            needs[pk] = models_needed(ruleset, unpack(ruleset, document))
        except CodecError:
            continue
        _NEEDS.add((pk, head), needs[pk], 1 + len(needs[pk]))
    return needs


def readable_armies(armies: QuerySet[Army]) -> list[tuple[Army, LoadedArmy]]:
    """The first ``MAX_ARMIES`` of these armies, without those that the game can no longer read."""
    found = []
    for army in armies[:MAX_ARMIES]:
        try:
            found.append((army, load_army(army)))
        except (Http404, CodecError):
            continue
    return found
