"""The pages of the guide."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.guide.pages import PAGES
from rulesets.core.ruleset import AnyRuleset


@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    """The contents, including the games' pages."""
    return render(request, "guide/contents.html", {"pages": PAGES.values()})


@require_safe
def whole(request: HttpRequest) -> HttpResponse:
    """All pages in a row, for printing."""
    return render(request, "guide/whole.html", {"pages": PAGES.values()})


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """A page, with links to the previous and next ones."""
    if slug not in PAGES:
        raise Http404
    pages = list(PAGES.values())
    place = pages.index(PAGES[slug])
    context = {"page": pages[place], "before": pages[place - 1] if place else None, "after": [*pages, None][place + 1]}
    return render(request, "guide/page.html", context)


@never_cache
@require_safe
def game(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """The page about a game's books and armies."""
    return render(request, "guide/game.html", {"ruleset": ruleset})
