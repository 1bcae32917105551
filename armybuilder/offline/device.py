"""What a device takes when it is told to: a game, an army or a shared army, each described as JSON by its pages."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, Final

import orjson
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.armies.access import own_army
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.reading import load_army, readable
from armybuilder.armies.revisions import ARMIES
from armybuilder.calculators.sides import Sides, addresses
from armybuilder.catalogue.access import own_catalogue
from armybuilder.guide.pages import PAGES
from armybuilder.limits import limit
from armybuilder.revisions.store import line_to, plain_document
from armybuilder.sharing.links import find_share, load_share
from armybuilder.sharing.opponents import OPPONENT
from rulesets.core.force_document import encode_entry, encode_force
from rulesets.core.ruleset import AnyRuleset

MOST_STEPS: Final = 20
MOST_BYTES: Final = 150_000
"""How much a device keeps of what an army was before, and as much of what was undone: revisions, bytes of JSON."""


@require_safe
def device(request: HttpRequest) -> HttpResponse:
    """What is on this device, which the browser alone knows and its scripts list."""
    return render(request, "offline/device.html")


def game_pages(ruleset: AnyRuleset) -> list[str]:
    """The addresses of a game's pages, and of the guide's."""
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
    ]


@never_cache
@require_safe
def game(request: HttpRequest, ruleset: AnyRuleset) -> JsonResponse:
    """The pages of a game, and the visitor's own entries for it; ``head`` changes with these."""
    pages = game_pages(ruleset)
    entries = [encode_entry(entry) for entry in own_catalogue(request, ruleset)]
    own = {"ruleset": ruleset.slug, "entries": entries, "head": hashlib.sha256(orjson.dumps(entries)).hexdigest()[:16]}
    return JsonResponse({"address": pages[0], "title": ruleset.title, "kind": "Game", "pages": pages} | own)


def _of_game(ruleset: AnyRuleset, address: str, title: str, kind: str, pages: list[str]) -> dict[str, Any]:
    pages = [address, *pages]
    to_game = reverse("offline:game", args=[ruleset])
    return {"address": address, "title": title, "kind": kind, "pages": pages, "game": to_game}


def _steps(army: Army) -> dict[str, list[dict[str, Any]]]:
    """The revisions that undo and redo lead to, the nearest first: what is undone or redone, and the army there."""
    parents = dict(ARMIES.of(army).filter(aside=False).order_by("number").values_list("number", "parent"))
    following = {parent: number for number, parent in parents.items()}
    back, ahead = line_to(parents, army.head)[: MOST_STEPS + 1], [army.head]
    while ahead[-1] in following and len(ahead) <= MOST_STEPS:
        ahead.append(following[ahead[-1]])
    revisions = {each.number: each for each in Revision.objects.filter(army=army, number__in={*back, *ahead})}

    def steps(line: list[int], done: Iterable[int]) -> list[dict[str, Any]]:
        found, room = [], MOST_BYTES
        for number, step in zip(line[1:], done, strict=False):
            now = plain_document(revisions[number].document)
            room -= len(orjson.dumps(now))
            if room < 0:
                break
            found.append({"number": number, "said": revisions[step].summary, "now": now})
        return found

    return {"back": steps(back, back), "ahead": steps(ahead, ahead[1:])}


@never_cache
@require_safe
@readable
def army(request: HttpRequest, address: str) -> JsonResponse:
    """An own army: its page, its pages as they are printed, and the army itself as its file has it, with its steps."""
    stored = own_army(request, address)
    loaded, place = load_army(stored), stored.get_absolute_url()
    preview = reverse("printing:preview", args=[stored.pk])
    described = _of_game(loaded.ruleset, place, loaded.title, loaded.ruleset.words.force.capitalize(), [preview])
    document = {"address": place, "head": stored.head, "now": encode_force(loaded.force), **_steps(stored)}
    return JsonResponse(described | {"head": stored.head, "army": document})


@never_cache
@require_safe
@limit("shared")
@readable
def shared(request: HttpRequest, token: str) -> JsonResponse:
    """An army that somebody shares; without itself where its link shows it as blanks, which takes no side."""
    share = find_share(token)
    loaded, place = load_share(share), share.get_absolute_url()
    described = _of_game(loaded.ruleset, place, loaded.title, "Shared army", [])
    if share.blanks:
        return JsonResponse(described)
    head = share.revision or share.army.head
    army = {"address": place, "head": head, "now": encode_force(loaded.force), "sort": OPPONENT}
    return JsonResponse(described | {"head": head, "army": army})
