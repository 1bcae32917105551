"""The tracker of a game at the table: its page with its parts, and the events that phones send."""

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

import orjson
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.armies.builder import MAX_UNFOLDED_ROWS
from armybuilder.calculators.sides import Sides, addresses
from armybuilder.matches.asking.rolls import rolled_for
from armybuilder.matches.asking.sides import readings_played
from armybuilder.matches.asking.targets import panel
from armybuilder.matches.log.device_match import write_device_match
from armybuilder.matches.log.rematches import changed_army
from armybuilder.matches.log.seats import (
    controls_both_sides,
    last_entry,
    own_seat,
    plans_allowed,
    seat_of,
)
from armybuilder.matches.log.store import LoadedMatch, load_match, readable, submit
from armybuilder.matches.models import Match, Seat
from armybuilder.matches.screen.generic_opponent import may_add
from armybuilder.matches.screen.tracker import (
    TrackerPage,
    card_of,
    last_entries,
    plain_conditions,
    plain_rows,
    plain_segment,
    plain_track,
    ticks_of,
    tracker_page,
    update,
)
from armybuilder.site.claims import keep_claim, read_claim
from armybuilder.site.limits import limit
from armybuilder.site.pages import sent_number
from armybuilder.site.rule_places import rule_places
from rulesets.core.codes import codes_shown
from rulesets.core.declarations.codec import CodecError, decode
from rulesets.core.play.blanks import Viewer
from rulesets.core.play.match_log import DependentEntries
from rulesets.core.play.matches import SIDES, Event
from rulesets.core.play.states import OUT, ConflictingChange, InvalidChange
from rulesets.registry import documents_of

MAX_CARDS: Final = 60
"""Cards of one request."""
MAX_EVENTS: Final = 100
"""Events of one request; a phone that was without a network sends them in batches."""


def _load(seat: Seat) -> tuple[LoadedMatch, Viewer]:
    loaded = load_match(seat.match)
    return loaded, loaded.viewer(seat.side)


@never_cache
@require_safe
@readable
def match(request: HttpRequest, address: str) -> HttpResponse:
    """The tracker of a game: both sides as the visitor's seat may see them."""
    seat = seat_of(request, address)
    loaded, viewer = _load(seat)
    readings = readings_played(loaded)
    page = tracker_page(loaded, viewer)
    context = {
        "match": seat.match,
        "seat": seat,
        "ruleset": loaded.ruleset,
        "page": page,
        "sides": sorted(page.sides, key=lambda side: side.side == 1 - (seat.side or 0)),
        "readings": readings,
        "army": "" if seat.side is None else _stored_army(seat.match, seat.side),
        "data": {"csrf": get_token(request), **_plain_game(seat, loaded, viewer, page, readings)},
        "changed_army": changed_army(request, seat),
        "may_add": may_add(seat),
        "plans": seat.side is not None and plans_allowed(seat.match),
        "has_map": loaded.setup.play.tabletop is not None,
    }
    response = render(request, "matches/match.html", context)
    claim = read_claim(request)
    if claim:
        keep_claim(response, claim)
    return response


def _plain_game(seat: Seat, loaded: LoadedMatch, viewer: Viewer, page: TrackerPage, readings: str) -> dict[str, Any]:
    """The game as plain data for the scripts of its page."""
    match, places = seat.match, rule_places(loaded.ruleset, readings)
    return {
        "address": match.get_absolute_url(),
        "events": reverse("matches:events", args=[match.pk]),
        "news": reverse("matches:news", args=[match.pk]),
        "report": f"{reverse('matches:report', args=[match.pk])}#photo",
        "side": seat.side,
        "both": seat.side is not None and controls_both_sides(match),
        "forces": match.forces_changed,
        **plain_rows(page),
        "hides": match.hides,
        "unfolded": match.hides or page.rows <= MAX_UNFOLDED_ROWS,
        "segments": [plain_segment(segment, places) for segment in loaded.setup.segments],
        "conditions": plain_conditions(loaded, page),
        "kinds": [[plain_track(track) for track in kind] for kind in page.kinds],
        "out": plain_track(OUT),
        "keep": [
            *(reverse(f"games:{name}", args=[loaded.ruleset]) + readings for name in ("reference", "rules")),
            reverse("games:rulings", args=[loaded.ruleset]),
            *(reverse(name) for name in ("home", "armies:list", "matches:list")),
        ],
        **update(loaded, viewer, last_entries(loaded)),
    }


def _stored_army(match: Match, side: int) -> str:
    """The address of a side's army on this site; empty without one."""
    return match.forces.filter(side=side).values_list("army", flat=True).first() or ""


@never_cache
@require_safe
@limit("unit-cards")
@readable
def units(request: HttpRequest, address: str) -> HttpResponse:
    """The cards of the units ``cards`` (``side:unit``, separated by commas) by address, for a phone to store.

    Units that the visitor's seat may not know are left out.
    """
    loaded, viewer = _load(seat_of(request, address))
    cards = {}
    for each in request.GET.get("cards", "").split(",")[:MAX_CARDS]:
        side, _, holder = each.partition(":")
        with suppress(LookupError, ValueError):
            shown = _shown_card(loaded, viewer, int(side), holder)
            place = reverse("matches:unit", args=[address, int(side), holder])
            cards[place] = render_to_string("matches/unit.html", shown)
    return JsonResponse(cards)


@never_cache
@require_safe
@limit("unit-cards")
@readable
def device(request: HttpRequest, address: str) -> JsonResponse:
    """The data of a game for a device that computes answers itself: armies, and addresses of calculators."""
    seat = seat_of(request, address)
    loaded, viewer = _load(seat)
    both, state = seat.side is not None and controls_both_sides(seat.match), loaded.state
    base = reverse("matches:calculators", args=[address])
    pages = [base, *(place for _, place in addresses(loaded.ruleset, Sides(), base))]
    return JsonResponse(
        {
            "pages": pages,
            "match": write_device_match(loaded, viewer, both=both, at_once=seat.match.at_once),
            "documents": documents_of(loaded.ruleset.slug),
            "now": {
                "ticks": ticks_of(loaded, viewer),
                "turn": state.turn,
                "segment": state.segment,
                "ended": state.ended,
                "places": viewer.places(state),
            },
        }
    )


@never_cache
@require_safe
@limit("unit-cards")
@readable
def unit(request: HttpRequest, address: str, side: int, holder: str) -> HttpResponse:
    """The card of a unit as a part of the tracker; 404 for a unit that the visitor's seat may not know."""
    loaded, viewer = _load(seat_of(request, address))
    try:
        shown = _shown_card(loaded, viewer, side, holder)
    except LookupError:
        raise Http404 from None
    return render(request, "matches/unit.html", shown)


def _shown_card(loaded: LoadedMatch, viewer: Viewer, side: int, holder: str) -> dict[str, Any]:
    """The context of a unit's card with its key; raises ``LookupError`` for a unit that the viewer may not know."""
    card = card_of(loaded, viewer, side, holder)
    return {"card": card, "codes": codes_shown(loaded.ruleset.codes, card.texts)}


@never_cache
@require_safe
@limit("unit-cards")
@readable
def codes(request: HttpRequest, address: str) -> HttpResponse:
    """The key to the codes in the rows that the visitor's seat may see, as a part of the tracker."""
    loaded, viewer = _load(seat_of(request, address))
    page = tracker_page(loaded, viewer)
    return render(request, "components/code_key.html", {"codes": page.codes(loaded.ruleset), "ruleset": loaded.ruleset})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def events(request: HttpRequest, address: str) -> HttpResponse:
    """The entries after ``since`` (204 when there are none, or without it); a POST adds events of this phone.

    The page of a player who sits ``alone`` is told to reload once somebody has taken the other seat, and one that knows
    other ``forces``. One that knows another ``photo``, by its digest, gets the state without entries. A POST sends
    ``{"since": …, "events": […]}`` as JSON; the response has a result for each event: its number, or the reason for
    its refusal, with ``conflict``, or with the entries that ``depend`` on one that cannot be undone.
    """
    return _send(request, address) if request.method == "POST" else _poll(request, address)


@readable
def _poll(request: HttpRequest, address: str) -> HttpResponse:
    # Every phone asks once a second, many of a club from one address: to count that would take longer than to answer.
    last, forces_changed, photo = last_entry(request, address)
    since = sent_number(request.GET, "since") if "since" in request.GET else last
    knows_forces = "forces" not in request.GET or sent_number(request.GET, "forces") == forces_changed
    if not knows_forces or ("alone" in request.GET and not controls_both_sides(seat_of(request, address).match)):
        return JsonResponse({"reload": True})
    if since > last:
        return _no_such_entry()
    if since == last and request.GET.get("photo", photo) == photo:
        return HttpResponse(status=204)
    loaded, viewer = _load(seat_of(request, address))
    return JsonResponse(update(loaded, viewer, since))


def _no_such_entry() -> JsonResponse:
    return JsonResponse({"error": "This entry does not exist yet. Reload the page."}, status=400)


@limit("events")
@readable
def _send(request: HttpRequest, address: str) -> HttpResponse:
    seat = own_seat(request, address)
    if request.content_type != "application/json":
        return JsonResponse({"error": "Send JSON with “since” and “events”."}, status=400)
    try:
        body = orjson.loads(request.body)
        since, plain = body["since"], body["events"]
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return JsonResponse({"error": "Send JSON with “since” and “events”."}, status=400)
    if not isinstance(since, int) or not isinstance(plain, list) or len(plain) > MAX_EVENTS:
        return JsonResponse({"error": f"“events” should be a list of up to {MAX_EVENTS} events."}, status=400)
    if not 0 <= since < seat.match.head:
        return _no_such_entry()
    results = [_result(seat, each) for each in plain]
    loaded, viewer = _load(seat)
    return JsonResponse({"results": results, **update(loaded, viewer, since)})


def _result(seat: Seat, plain: Any) -> dict[str, Any]:
    """The result of one event: its number, or the reason for its refusal.

    A player who answers for both sides may say which of them is ``acting``.
    """
    side, both = seat.side or 0, controls_both_sides(seat.match)
    if isinstance(plain, dict) and "acting" in plain:
        acting = plain["acting"]
        plain = {name: value for name, value in plain.items() if name != "acting"}
        side = acting if both and acting in SIDES else side
    try:
        event = replace(_with_holders(seat, side, decode(Event, plain)), odds=None)  # the site works them out
        rolls = partial(rolled_for, side, event)
        return {"number": submit(seat.match, side, event, both=both, rolls=rolls)}
    except CodecError as error:
        return {"error": str(error)}
    except DependentEntries as error:
        return {"error": str(error), "depend": list(error.numbers)}
    except ConflictingChange as error:
        return {"error": str(error), "conflict": True}
    except InvalidChange as error:
        return {"error": str(error)}


def _with_holders(seat: Seat, side: int, event: Event) -> Event:
    """The event of a side with the other side's blanks by their own names.

    Raises ``InvalidChange`` for units that the player may not know.
    """
    loaded, viewer = _load(seat)
    state = loaded.state
    changes = tuple(replace(each, holder=viewer.holder(state, each.side, each.holder)) for each in event.changes)
    own = event.own and viewer.holder(state, side, event.own)
    opposing = event.opposing and viewer.holder(state, 1 - side, event.opposing)
    return replace(event, changes=changes, own=own, opposing=opposing)


@never_cache
@require_safe
@limit("engage")
@readable
def engage_page(request: HttpRequest, address: str) -> HttpResponse:
    """A unit engages, as a part of the tracker: its targets, or the question, answer and results for one of them."""
    seat = seat_of(request, address)
    loaded, viewer = _load(seat)
    acting = sent_number(request.GET, "side") if seat.side is None or controls_both_sides(seat.match) else seat.side
    if acting not in SIDES:
        raise Http404
    template, context = panel(loaded, viewer, acting, request.GET, address, request.path)
    return render(request, template, context)
