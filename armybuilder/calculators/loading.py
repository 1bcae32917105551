"""The sides that an address names, from the armies that are stored."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from armybuilder.armies.models import Revision
from armybuilder.calculators.sides import NAME, OPPOSING, OWN, ChosenArmy, Sides, choose
from armybuilder.sharing.opponents import find_army
from rulesets.core.codec import CodecError
from rulesets.core.ruleset import AnyRuleset


def load_sides(request: HttpRequest, ruleset: AnyRuleset) -> Sides:
    """The sides that the address names. A page's two lists both send a side: the army, then the unit."""
    loaded = {}
    missing = []
    for name in (OWN, OPPOSING):
        sent = [text for text in request.GET.getlist(f"{NAME}{name}") if text]
        if not sent:
            continue
        army, _, unit = sent[0].partition(":")
        later, _, later_unit = sent[-1].partition(":")
        loaded[name] = _load(request, ruleset, army, later_unit if later == army else unit)
        if loaded[name] is None:
            missing.append(name)
    return Sides(loaded.get(OWN), loaded.get(OPPOSING), tuple(missing))


def _load(request: HttpRequest, ruleset: AnyRuleset, address: str, unit_id: str) -> ChosenArmy | None:
    try:
        army = find_army(request, address)
    except (Http404, KeyError, Revision.DoesNotExist, CodecError):
        return None
    return choose(army, unit_id) if army.ruleset == ruleset.slug else None
