"""The search of a game, or of all."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armybuilder.catalogue.access import own_entries
from armybuilder.limits import limit
from armybuilder.pages import is_htmx
from armybuilder.search.index import Index, index_of
from armybuilder.search.texts import texts_of_own
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets


@require_safe
@limit("lookups")
def search(request: HttpRequest, ruleset: AnyRuleset | None = None) -> HttpResponse:
    """What is found for the words of the address, as a page or as a part of one."""
    titles = {each.slug: each.title for each in all_rulesets()}
    text = request.GET.get("q", "")
    own = own_entries(request).filter(ruleset=ruleset.slug) if ruleset else own_entries(request)
    found = Index(texts_of_own(own)).search(text).before(index_of(*[ruleset.slug] if ruleset else titles).search(text))
    elsewhere = index_of(*titles).search(text).total if ruleset and not found.total else 0
    results = [(result, "" if ruleset else titles.get(result.game, "")) for result in found.first]
    context = {"ruleset": ruleset, "found": found, "results": results, "elsewhere": elsewhere}
    return render(request, "search/results.html" if is_htmx(request) else "search/search.html", context)
