"""The page on which an army is played: its boxes, to be ticked on a phone beside the table."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.armies.access import own_army
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.reading import load_army, readable
from armybuilder.limits import limit
from armybuilder.pages import error_page, is_htmx
from armybuilder.play.in_play import (
    NoSuchBox,
    bearer,
    bearers,
    begin_anew,
    bring_back,
    has_last_game,
    put,
    state_of,
    tick,
)
from rulesets.core.play_state import PlayState, Ticks
from rulesets.core.trackers import Track

TICKS_A_MINUTE = 240
MOST_SHOWN = 20
"""Boxes that are counted one after the other and are more than this have two buttons instead."""
TICKS = re.compile(r"([^:]+):([^:]+):([0-9]{1,4}(?:,[0-9]{1,4}){0,1999})?")
"""What a box sends: its part, its track, and the boxes that are ticked from then on."""


@dataclass(frozen=True, slots=True)
class BoxItem:
    """A box as a button: what it is called, its word, and the ticks of its track once it is touched."""

    number: int
    label: str
    text: str
    ticked: bool
    marked: bool
    then: str


@dataclass(frozen=True, slots=True)
class TrackItem:
    """A track with its boxes, or for very many of them how many are ticked and what one less and one more are."""

    track: Track
    boxes: tuple[BoxItem, ...]
    count: int
    less: str
    more: str
    note: str


def _ticks_text(ticks: Ticks) -> str:
    return ",".join(map(str, ticks))


def _track_item(track: Track) -> TrackItem:
    marks = dict(track.marks)
    count = len(track.ticks)
    boxes = tuple(
        BoxItem(
            number,
            f"{track.title} {track.names[number - 1] if track.names else number}",
            track.names[number - 1] if track.names else (str(number) if number in marks else ""),
            number in track.ticks,
            number in marks,
            _ticks_text(track.tapped(number).ticks),
        )
        for number in range(1, track.boxes + 1)
        if not (track.counts and track.boxes > MOST_SHOWN)
    )
    return TrackItem(
        track,
        boxes,
        count,
        _ticks_text(tuple(range(1, count))),
        _ticks_text(tuple(range(1, min(count + 1, track.boxes) + 1))),
        " · ".join(f"{number}: {word}" for number, word in track.marks),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("ticks", TICKS_A_MINUTE)
@readable
def in_play(request: HttpRequest, address: str) -> HttpResponse:
    """The army with its boxes; what is touched is stored at once."""
    army = own_army(request, address)
    loaded = load_army(army)
    return _change(request, army, loaded) if request.method == "POST" else _page(request, army, loaded)


def _page(request: HttpRequest, army: Army, loaded: LoadedArmy) -> HttpResponse:
    state = state_of(army)
    groups = [
        (title, [(one, [_track_item(each) for each in one.tracks]) for one in members])
        for title, members in bearers(loaded, state)
    ]
    context = {
        "army": army,
        "ruleset": loaded.ruleset,
        "groups": groups,
        "can_bring_back": state.fresh and has_last_game(army),
    }
    return render(request, "play/in_play.html", context)


def _change(request: HttpRequest, army: Army, loaded: LoadedArmy) -> HttpResponse:
    if "new-game" in request.POST:
        begin_anew(army)
        messages.success(request, "All boxes are cleared for the next game. You can restore the last one.")
        return HttpResponseRedirect(request.path)
    if "bring-back" in request.POST:
        if bring_back(army):
            messages.success(request, "The last game was restored.")
        else:
            messages.warning(request, "The last game cannot be restored: the next one has begun.")
        return HttpResponseRedirect(request.path)
    try:
        part, state = _touched(request, army, loaded)
    except NoSuchBox:
        return error_page(request, 400, "This box is not in the army any more. Reload the page.")
    if not is_htmx(request):
        return HttpResponseRedirect(f"{request.path}#{part}")
    one = bearer(loaded, part, state)
    context = {"bearer": one, "tracks": [_track_item(each) for each in one.tracks], "partial": True}
    return render(request, "play/bearer.html", context)


def _touched(request: HttpRequest, army: Army, loaded: LoadedArmy) -> tuple[str, PlayState]:
    """Do what a button says; raises ``NoSuchBox``, ``Http404``."""
    if "out" in request.POST:
        part, _, word = request.POST["out"].rpartition(":")
        return part, put(army, loaded, part, out=word == "yes")
    found = TICKS.fullmatch(request.POST.get("tick", ""))
    if found is None:
        raise Http404
    part, slug, ticks = found.groups("")
    return part, tick(army, loaded, part, slug, tuple(int(box) for box in ticks.split(",") if box))
