"""Tonight's units: a copy of an army with some of its units alone, after a look at the legality of that part."""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.armies.access import visible_army
from armybuilder.armies.creation import create_for_visitor
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.reading import load_army, readable
from armybuilder.site.limits import limit

NOTHING_TICKED: Final = "Tick at least one {}."


def with_units(loaded: LoadedArmy, unit_ids: Collection[str]) -> LoadedArmy:
    """The army with these units alone, without groups that have none of them."""
    groups = (
        replace(group, units=tuple(unit for unit in group.units if unit.id in unit_ids))
        for group in loaded.force.groups
    )
    return LoadedArmy(loaded.ruleset, replace(loaded.force, groups=tuple(group for group in groups if group.units)))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("suggestions")
@readable
def choose(request: HttpRequest, address: str) -> HttpResponse:
    """Tick units and see whether they are legal by themselves; a POST tells the latter or makes an army of them."""
    army = visible_army(request, address)
    loaded = load_army(army)
    is_sent, every = request.method == "POST", (unit.id for _, unit in loaded.force.units())
    ticked = frozenset(request.POST.getlist("unit") if is_sent else every)
    part = with_units(loaded, ticked) if is_sent else loaded
    problem = NOTHING_TICKED.format(loaded.ruleset.words.unit) if is_sent and not part.force.groups else ""
    if is_sent and not problem and request.POST.get("do") != "check":
        return create_for_visitor(request, part, "tonight", f"Chose units of {army}", army, shares_models=True)
    context = {"army": army, "ruleset": loaded.ruleset, "groups": loaded.groups, "ticked": ticked, "part": part}
    return render(request, "armies/tonight.html", {**context, "problem": problem}, status=422 if problem else 200)
