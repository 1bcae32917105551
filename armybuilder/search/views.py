"""The search of a game, or of all."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armybuilder.catalogue.access import own_entries
from armybuilder.search.index import Index, index_of
from armybuilder.search.own import texts_of_visitor
from armybuilder.search.results import search_context
from armybuilder.search.search_texts import texts_of_own
from armybuilder.site.htmx import is_htmx
from armybuilder.site.limits import limit
from rulesets.core.ruleset import AnyRuleset


@require_safe
@limit("lookups")
def search(request: HttpRequest, ruleset: AnyRuleset | None = None) -> HttpResponse:
    """The results for the query in the address, as a page or a fragment."""
    own = own_entries(request).filter(ruleset=ruleset.slug) if ruleset else own_entries(request)
    text = request.GET.get("q", "")
    rows = own.order_by("name", "pk").values_list("ruleset", "kind", "key", "name")
    built = (each for each in texts_of_visitor(request, text) if ruleset is None or each.game == ruleset.slug)
    of_own = Index((*texts_of_own(rows), *built)).search(text)
    context = search_context(ruleset, lambda *slugs: of_own.before(index_of(*slugs).search(text)))
    if is_htmx(request):
        return render(request, "search/results.html", context)
    frame = "games/page.html" if ruleset else "search/all_games.html"
    return render(request, "search/search.html", {**context, "frame": frame})
