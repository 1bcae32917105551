"""A newer version of an army's game: what it changes for this army, and taking it by one revision."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.armies.access import own_army
from armybuilder.armies.conflicts import save_or_merge
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.moving import Moved, moved
from armybuilder.armies.reading import load_army, load_base, readable
from armybuilder.custom_games.models import PREFIX, GameVersion
from armybuilder.site.limits import limit
from rulesets.core.declarations.catalogue import Entry
from rulesets.core.declarations.fields import entries_used
from rulesets.core.forces.findings import Severity
from rulesets.core.wording import count_of
from rulesets.registry import get_ruleset

MAX_CHANGES: Final = 100
"""How many changes the page lists; after them it says that there are more."""


def newer_version(army: Army) -> GameVersion | None:
    """The newest version of the army's game, if that is not the army's own; ``None`` for other games."""
    if not army.ruleset.startswith(PREFIX):
        return None
    stem, _, number = army.ruleset.rpartition("-")
    later = GameVersion.objects.filter(stem=stem, number__gt=int(number) if number.isdecimal() else 0)
    return later.defer("document").first()


@dataclass(frozen=True, slots=True)
class Offer:
    """What a newer version changes for an army: lines in words, and the army in it."""

    changes: tuple[str, ...]
    loaded: LoadedArmy


def offer_of(before: LoadedArmy, version: GameVersion) -> Offer:
    """What the version changes for an army; raises ``CodecError`` if the army cannot be read in it."""
    result = moved(before, get_ruleset(version.slug))
    return Offer(tuple(_changes(before, result)), result.loaded)


def _changes(before: LoadedArmy, result: Moved) -> Iterator[str]:
    after, words = result.loaded, result.loaded.ruleset.words
    for (kind, key), units in _used(before).items():
        was, now = (loaded.context.catalogue.get(kind, key) for loaded in (before, after))
        if was is not None and now is None:
            yield f"{was.name} no longer exists: {count_of(units, words.unit, words.units)}"
        elif was is not None and now is not None:
            yield from _changed_facts(before, after, was, now)
    for label, number in result.lost.items():
        yield f"{label} no longer fits and is reset: {number} times" if number > 1 else f"{label} no longer fits"
    points = [_points(each) for each in (before, after)]
    if points[0] != points[1]:
        yield f"All {words.units} together: {points[0]} to {points[1]}"
    known = {finding.message for finding in before.findings}
    for finding in after.findings:
        if finding.severity is not Severity.NOTE and finding.message not in known:
            yield f"New problem: {finding.message}"


def _used(loaded: LoadedArmy) -> Counter[tuple[str, str]]:
    """The entries that units of the army have, with the number of these units, in their order."""
    used: Counter[tuple[str, str]] = Counter()
    for _, unit in loaded.force.units():
        used.update({(use.kind, use.key): None for use in entries_used(unit.spec)}.keys())
    return used


def _changed_facts(before: LoadedArmy, after: LoadedArmy, was: Entry[Any], now: Entry[Any]) -> Iterator[str]:
    if was.name != now.name:
        yield f"{was.name} is now called {now.name}"
    facts = dict(before.ruleset.kind(was.kind).facts(was.spec))
    for heading, text in after.ruleset.kind(now.kind).facts(now.spec):
        if heading in facts and facts[heading] != text:
            yield f"{now.name}: {heading} {facts[heading] or 'none'} to {text or 'none'}"


def _points(loaded: LoadedArmy) -> str:
    points = loaded.ruleset.points
    if points is None:
        return "no points"
    return count_of(sum(points(unit, loaded.context) for _, unit in loaded.force.units()), "point")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("custom-game-edits")
@readable
def newer(request: HttpRequest, address: str) -> HttpResponse:
    """What the newest version of its game changes for an army; a POST takes it, by one revision."""
    army = own_army(request, address)
    version = newer_version(army)
    if version is None and request.method == "POST":
        # The form was sent twice.
        return HttpResponseRedirect(army.get_absolute_url())
    if version is None:
        raise Http404
    before = load_base(request, army) if request.method == "POST" else load_army(army)
    offer = offer_of(before, version)
    if request.method != "POST":
        shown = offer.changes[:MAX_CHANGES]
        context = {"army": army, "version": version, "changes": shown, "more": len(offer.changes) - len(shown)}
        return render(request, "custom_games/newer.html", {**context, "ruleset": before.ruleset, "offer": offer})
    refused = save_or_merge(request, army, offer.loaded, f"Version {version.number} of {version.title}", merges=False)
    if refused:
        return refused
    messages.success(request, f"Moved to version {version.number}.", extra_tags="step")
    return HttpResponseRedirect(army.get_absolute_url())
