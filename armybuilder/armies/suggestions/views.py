"""The pages of suggestions. The chosen one is computed again, so that a page cannot send anything else."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.armies.access import own_army
from armybuilder.armies.collected import collected_models
from armybuilder.armies.conflicts import save_or_merge
from armybuilder.armies.creation import blank_army, create_for_visitor
from armybuilder.armies.edits import EditRefused, make_fitting
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.reading import load_army, load_base, readable
from armybuilder.armies.suggestions.suggested_edits import offer
from armybuilder.armies.using_entries import NOT_SAVED
from armybuilder.site.errors import error_page
from armybuilder.site.limits import limit
from armybuilder.site.pages import read_number
from rulesets.core.forces.force import NoSuchPart
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.seeded import MAX_SEED


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("suggestions")
@readable
def complete_group(request: HttpRequest, address: str, group: str) -> HttpResponse:
    """Legal completions of a group; a POST applies one."""
    return _answer(request, address, "complete", group=group)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("suggestions")
@readable
def fix_finding(request: HttpRequest, address: str, number: int) -> HttpResponse:
    """The smallest edits that clear the finding of that number; a POST applies one."""
    return _answer(request, address, "fix", number=number)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("plans")
@readable
def fix_everything(request: HttpRequest, address: str) -> HttpResponse:
    """The smallest edits that clear one finding after another, and the remaining findings; a POST applies them."""
    return _answer(request, address, "fix-all")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("suggestions")
@readable
def add_random_group(request: HttpRequest, address: str) -> HttpResponse:
    """A random group, another one each time; a POST adds the one that its page showed."""
    return _answer(request, address, "random", seed=_seed(request))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("suggestions")
@readable
def begin_with_random_group(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """A random group for a new army, another one each time; a POST creates the army with the one that was shown."""
    loaded, collection = blank_army(request, ruleset), collected_models(request, ruleset)
    suggestions = offer("random", loaded, {"seed": _seed(request)}, collection.remaining)
    if request.method != "POST":
        return render(request, suggestions.template, {"collection": collection, **suggestions.page})
    try:
        result = make_fitting(lambda _, data: suggestions.apply(data), loaded, request.POST)
    except EditRefused as refusal:
        return error_page(request, 409, str(refusal), NOT_SAVED)
    return create_for_visitor(request, LoadedArmy(ruleset, result.force), "", result.summary)


def _seed(request: HttpRequest) -> str:
    """The seed of the group that the page showed; empty for a group that nobody has seen."""
    seed = request.POST.get("seed", "")
    return "" if read_number(seed, MAX_SEED) is None else seed


def _answer(request: HttpRequest, address: str, name: str, **about: str | int) -> HttpResponse:
    """The page of that name for the current army; a POST applies its edit to the revision that it showed."""
    army = own_army(request, address)
    loaded = load_base(request, army) if request.method == "POST" else load_army(army)
    collection = collected_models(request, loaded.ruleset, army.pk)
    try:
        suggestions = offer(name, loaded, about, collection.remaining)
    except NoSuchPart:
        raise Http404 from None
    if request.method != "POST":
        context = {"army": army, "collection": collection, **suggestions.page}
        return render(request, suggestions.template, context)
    try:
        result = make_fitting(lambda _, data: suggestions.apply(data), loaded, request.POST)
    except EditRefused as refusal:
        return error_page(request, 409, str(refusal))
    refused = save_or_merge(request, army, LoadedArmy(loaded.ruleset, result.force), result.summary)
    if refused:
        return refused
    messages.success(request, result.summary, extra_tags="step")
    return HttpResponseRedirect(f"{army.get_absolute_url()}?{urlencode({'at': result.at})}#army")
