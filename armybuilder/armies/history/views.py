"""The pages of an army's history."""

from itertools import islice

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.armies.access import is_own, own_army, visible_army
from armybuilder.armies.comparison import differences
from armybuilder.armies.conflicts import save_or_merge
from armybuilder.armies.history.lines import history_page, who_saved
from armybuilder.armies.loaded_army import status
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.reading import game_of, load_base, readable
from armybuilder.armies.revisions import ARMIES, load_revision, restore_revision
from armybuilder.site.claims import author_of
from armybuilder.site.limits import limit
from armybuilder.site.pages import sent_number

MAX_DIFFERENCES = 400
"""How many differences the page lists; after them it says if there are more."""


@never_cache
@require_safe
def history(request: HttpRequest, address: str) -> HttpResponse:
    """Every revision, newest first: who saved it, when, and what changed."""
    army = visible_army(request, address)
    ruleset = game_of(army)
    page, revisions = history_page(request, army, ruleset)
    context = {
        "army": army,
        "ruleset": ruleset,
        "page": page,
        "revisions": revisions,
        "own": is_own(request, army),
    }
    return render(request, "armies/history/history.html", context)


@never_cache
@require_safe
@readable
def compare(request: HttpRequest, address: str) -> HttpResponse:
    """Two revisions side by side, ``from`` and ``to``; without numbers the last change."""
    army = visible_army(request, address)
    ruleset = game_of(army)
    new = _revision(request, army, "to", army.head)
    old = _revision(request, army, "from", new.parent or new.number)
    items = list(
        islice(
            differences(load_revision(army, old.number), load_revision(army, new.number)),
            MAX_DIFFERENCES + 1,
        )
    )
    visitor = author_of(request)
    context = {
        "army": army,
        "ruleset": ruleset,
        "sides": [
            (
                each,
                who_saved(each, visitor),
                status(each.units, each.errors, each.warnings, ruleset),
                each.number == army.head,
            )
            for each in (old, new)
        ],
        "old": old,
        "new": new,
        "differences": items[:MAX_DIFFERENCES],
        "more": len(items) > MAX_DIFFERENCES,
        "own": is_own(request, army),
    }
    return render(request, "armies/history/compare.html", context)


def _revision(request: HttpRequest, army: Army, name: str, default: int) -> Revision:
    """The revision whose number was sent; raises ``Http404`` when there is none or it is no longer stored."""
    number = sent_number(request.GET, name) if name in request.GET else default
    return get_object_or_404(ARMIES.of(army), number=number)


@require_POST
@limit("edits")
@readable
def restore(request: HttpRequest, address: str, number: int) -> HttpResponse:
    """Restore the army as it was at a revision, as a new revision."""
    army = own_army(request, address)
    load_base(request, army)
    try:
        after, summary = restore_revision(army, number)
    except Revision.DoesNotExist:
        raise Http404 from None
    refused = save_or_merge(request, army, after, summary, merges=False)
    if refused:
        return refused
    messages.success(request, f"Restored revision {number}", extra_tags="step")
    return HttpResponseRedirect(army.get_absolute_url())
