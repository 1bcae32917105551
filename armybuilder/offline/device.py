"""Games, armies and shared armies for use offline: each is described as JSON, with the pages to store."""

import hashlib
from collections.abc import Iterable
from typing import Any, Final

import orjson
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.armies.access import armies_of, own_army
from armybuilder.armies.collected import collected_models, write_collected
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.reading import load_army, readable
from armybuilder.armies.revisions import ARMIES
from armybuilder.calculators.sides import Sides, addresses
from armybuilder.catalogue.access import own_catalogue
from armybuilder.guide.pages import PAGES
from armybuilder.revisions.store import line_to, plain_document
from armybuilder.sharing.links import find_share, load_share
from armybuilder.sharing.opponents import OPPONENT
from armybuilder.site.limits import limit
from armybuilder.site.played_readings import readings_query
from rulesets.core.force_document import encode_entry, encode_force
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import documents_of, titles_of

MAX_LISTED: Final = 50
"""How many armies the page of the device offers to take offline, the latest changed first."""
MAX_STEPS: Final = 20
MAX_BYTES: Final = 150_000
"""How much a device stores of an army's undo history, and as much to redo: revisions, bytes of JSON."""


@never_cache
@require_safe
def device(request: HttpRequest) -> HttpResponse:
    """Show the page on which the browser's scripts list what is on this device, with the armies that it could have."""
    armies = armies_of(request).filter(deleted=None, archived=None).defer("words")[:MAX_LISTED]
    titles = titles_of({army.ruleset for army in armies})
    listed = [(army, titles[army.ruleset]) for army in armies if army.ruleset in titles]
    return render(request, "offline/device.html", {"armies": listed})


def game_pages(ruleset: AnyRuleset) -> list[str]:
    """Return the addresses of a game's pages, of the guide and of the visitor's lists."""
    names = ("games:game", "games:reference", "games:rules", "games:rulings", "guide:game", "catalogue:catalogue")
    base = reverse("calculators:calculators", args=[ruleset])
    return [
        *(reverse(name, args=[ruleset]) for name in names),
        *(reverse("catalogue:kind", args=[ruleset, kind.slug]) for kind in ruleset.kinds),
        base,
        *(address for _, address in addresses(ruleset, Sides(), base)),
        *([f"{reverse('battlefields:battlefield', args=[ruleset])}?seed=1"] if ruleset.surveyor else []),
        reverse("guide:contents"),
        *(reverse("guide:page", args=[slug]) for slug in PAGES),
        *(reverse(name) for name in ("home", "armies:list", "matches:list")),
    ]


@never_cache
@require_safe
def game(request: HttpRequest, ruleset: AnyRuleset) -> JsonResponse:
    """Describe a game, with the visitor's own entries for it; ``head`` changes with the entries.

    A custom game comes with its document, of which the device makes it.
    """
    pages = game_pages(ruleset)
    entries = [encode_entry(entry) for entry in own_catalogue(request, ruleset)]
    own = {"ruleset": ruleset.slug, "entries": entries, "head": hashlib.sha256(orjson.dumps(entries)).hexdigest()[:16]}
    described = {"address": pages[0], "title": ruleset.title, "kind": "Game", "pages": pages}
    return JsonResponse(described | own | {"documents": documents_of(ruleset.slug)})


def _describe(ruleset: AnyRuleset, address: str, title: str, kind: str, pages: list[str]) -> dict[str, Any]:
    pages = [address, *pages]
    to_game = reverse("offline:game", args=[ruleset])
    return {"address": address, "title": title, "kind": kind, "pages": pages, "game": to_game}


def _steps(army: Army) -> dict[str, list[dict[str, Any]]]:
    """Return the revisions that undo and redo lead to, the nearest first, each with its step in words and the army."""
    parents = dict(ARMIES.of(army).filter(aside=False).order_by("number").values_list("number", "parent"))
    following = {parent: number for number, parent in parents.items()}
    back, ahead = line_to(parents, army.head)[: MAX_STEPS + 1], [army.head]
    while ahead[-1] in following and len(ahead) <= MAX_STEPS:
        ahead.append(following[ahead[-1]])
    revisions = {each.number: each for each in Revision.objects.filter(army=army, number__in={*back, *ahead})}

    def steps(line: list[int], changes: Iterable[int]) -> list[dict[str, Any]]:
        entries, remaining = [], MAX_BYTES
        for number, change in zip(line[1:], changes, strict=False):
            now = plain_document(revisions[number].document)
            remaining -= len(orjson.dumps(now))
            if remaining < 0:
                break
            entries.append({"number": number, "said": revisions[change].summary, "now": now})
        return entries

    return {"back": steps(back, back), "ahead": steps(ahead, ahead[1:])}


@never_cache
@require_safe
@readable
def army(request: HttpRequest, address: str) -> JsonResponse:
    """Describe an army of the visitor: its pages, its document, its steps to undo and redo, and the collection."""
    row = own_army(request, address)
    loaded, url = load_army(row), row.get_absolute_url()
    readings = readings_query(loaded.context.house)
    pages = [
        reverse("printing:preview", args=[row.pk]),
        *(reverse(f"games:{name}", args=[loaded.ruleset]) + readings for name in ("reference", "rules") if readings),
    ]
    description = _describe(loaded.ruleset, url, loaded.title, loaded.ruleset.words.force.capitalize(), pages)
    collection = write_collected(collected_models(request, loaded.ruleset, row.pk))
    state = {"address": url, "head": row.head, "now": encode_force(loaded.force), "collection": collection}
    document = state | _steps(row)
    return JsonResponse(description | {"head": row.head, "army": document})


@never_cache
@require_safe
@limit("shared")
@readable
def shared(request: HttpRequest, token: str) -> JsonResponse:
    """Describe a shared army; without its document if the link shows it as blanks, which no calculator uses."""
    share = find_share(token)
    loaded, url = load_share(share), share.get_absolute_url()
    description = _describe(loaded.ruleset, url, loaded.title, "Shared army", [])
    if share.blanks:
        return JsonResponse(description)
    head = share.revision or share.army.head
    army = {"address": url, "head": head, "now": encode_force(loaded.force), "sort": OPPONENT}
    return JsonResponse(description | {"head": head, "army": army})
