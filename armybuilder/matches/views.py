"""Games at the table: begun, joined, played on two phones."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlencode

import orjson
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.armies.comparison import named_unit
from armybuilder.calculators.layout import layout_of
from armybuilder.calculators.working import working_of
from armybuilder.claims import author_of, keep_claim, make_claim
from armybuilder.limits import limit
from armybuilder.matches.creation import add_opposing, begin_match
from armybuilder.matches.engaging import engage, reveal_event, side_of, targets
from armybuilder.matches.following import CannotFollow, changed_army, once_more, take_over
from armybuilder.matches.forms import JoinForm, NewMatchForm
from armybuilder.matches.log import LoadedMatch, game_of, load_match, submit
from armybuilder.matches.models import Seat
from armybuilder.matches.seats import (
    SeatTaken,
    answers_for_both,
    begun_by,
    find_seat,
    invite,
    last_entry,
    links_that_show,
    matches_of,
    seat_of,
    take,
    withdraw,
)
from armybuilder.matches.tracker import (
    card_of,
    last_entries,
    plain_conditions,
    plain_segment,
    plain_track,
    tracker_page,
    update,
)
from armybuilder.pages import Refused, readable_as, rule_places, sent_number
from armybuilder.sharing.links import qr_svg
from rulesets.core.blanks import BLANK, Viewer
from rulesets.core.codec import CodecError, decode
from rulesets.core.matches import SIDES, DependentEntries, Event
from rulesets.core.play_state import OUT, ConflictingChange, InvalidChange
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.throws import MOST_DICE, Hand
from rulesets.registry import all_rulesets

readable = readable_as("game")

MOST_MATCHES: Final = 200
"""Games at the table of one user or browser."""
MOST_LISTED: Final = 100
MOST_UNFOLDED: Final = 60
"""Rows of a game up to which its groups are unfolded at first."""
MOST_EVENTS: Final = 100
"""Events of one request; a phone that was without a network sends them in portions."""

# --- a new game --------------------------------------------------------------------------------------


@never_cache
@require_safe
def matches(request: HttpRequest) -> HttpResponse:
    """The visitor's games at the table, last played first."""
    begun = begun_by(request)
    games = {ruleset.slug: ruleset for ruleset in all_rulesets()}
    context = {
        "matches": [(each, games.get(each.ruleset)) for each in matches_of(request)[:MOST_LISTED]],
        "own": set(begun.filter(deleted=None).values_list("pk", flat=True)),
        "just_deleted": begun.filter(pk=request.GET.get("deleted", "")).exclude(deleted=None).first(),
        "rulesets": [ruleset for ruleset in games.values() if ruleset.play],
    }
    return render(request, "matches/list.html", context)


@require_POST
@limit("matches")
def delete(request: HttpRequest, address: str) -> HttpResponse:
    """Put a game away, for both players; the list then offers its beginner to bring it back."""
    if not begun_by(request).filter(pk=address, deleted=None).update(deleted=timezone.now()):
        raise Http404
    return HttpResponseRedirect(f"{reverse('matches:list')}?{urlencode({'deleted': address})}")


@require_POST
@limit("matches")
def restore(request: HttpRequest, address: str) -> HttpResponse:
    """Bring a deleted game back."""
    if not begun_by(request).filter(pk=address).update(deleted=None):
        raise Http404
    return HttpResponseRedirect(reverse("matches:list"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("matches")
@readable
def new(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """A form that begins a game of two armies, or of one against whoever joins."""
    if ruleset.play is None:
        raise Http404
    form = NewMatchForm(request, ruleset, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        if matches_of(request).count() >= MOST_MATCHES:
            raise Refused(422, f"You have reached the limit of {MOST_MATCHES} games. Delete one first.")
        claim = make_claim(request)
        match = begin_match(
            form.own,
            form.opposing,
            form.house_rules(),
            author_of(request, claim),
            hides=form.cleaned_data.get("hides", False),
            at_once=form.cleaned_data["at_once"],
            start=form.start,
            battlefield=form.battlefield,
        )
        response = HttpResponseRedirect(match.get_absolute_url())
        keep_claim(response, claim)
        return response
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "matches/new.html", {"ruleset": ruleset, "form": form}, status=status)


@require_POST
@limit("matches")
@readable
def follow(request: HttpRequest, address: str) -> HttpResponse:
    """Begin a game that follows this one: once more, or on with the visitor's army as it stands now."""
    seat = own_seat(request, address)
    army = changed_army(request, seat) if "army" in request.POST else None
    try:
        if army is None or seat.side is None:
            following = once_more(seat.match)
        else:
            following = take_over(seat.match, seat.side, army)
    except (CannotFollow, InvalidChange) as error:
        raise Refused(409, str(error)) from None
    return HttpResponseRedirect(following.get_absolute_url())


# --- seats -------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("seats")
@readable
def join(request: HttpRequest, token: str) -> HttpResponse:
    """A seat's link: says what the game is, and gives the seat to whoever accepts."""
    seat = find_seat(token)
    match = seat.match
    ruleset = game_of(match)
    needs_army = seat.side == 1 and not match.forces.filter(side=1).exists()
    form = JoinForm(request, ruleset, request.POST if request.method == "POST" else None) if needs_army else None
    context = {"seat": seat, "match": match, "ruleset": ruleset, "form": form, "taken": ""}
    if request.method != "POST" or (form is not None and not form.is_valid()):
        return render(request, "matches/join.html", context, status=422 if form and form.errors else 200)
    claim = make_claim(request)
    try:
        with transaction.atomic():
            take(seat, author_of(request, claim), token)
            if form is not None and form.chosen is not None:
                add_opposing(match, form.chosen)
    except SeatTaken as error:
        return render(request, "matches/join.html", {**context, "taken": str(error)}, status=409)
    response = HttpResponseRedirect(match.get_absolute_url())
    keep_claim(response, claim)
    return response


def own_seat(request: HttpRequest, address: str) -> Seat:
    """The visitor's seat, which must be a side's; raises ``Http404``, ``Refused`` for a spectator."""
    seat = seat_of(request, address)
    if seat.side is None:
        raise Refused(403, "You watch this game; only its two players can change it.")
    return seat


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("seats")
@readable
def seats(request: HttpRequest, address: str) -> HttpResponse:
    """The seats of a game with their links; its beginner makes and withdraws them."""
    seat = own_seat(request, address)
    match = seat.match
    if request.method == "POST":
        if seat.side != 0:
            raise Refused(403, "Only the player who began the game gives out seats.")
        try:
            if "withdraw" in request.POST:
                withdraw(match, sent_number(request.POST, "withdraw"))
            else:
                invite(match, None if request.POST.get("seat") == "spectator" else 1)
        except SeatTaken as error:
            raise Refused(409, str(error)) from None
        return HttpResponseRedirect(request.path)
    links = [
        (each, request.build_absolute_uri(reverse("matches:join", args=[each.invitation])))
        for each in match.seats.filter(withdrawn=None)
        if each.side != 0
    ]
    own = request.build_absolute_uri(reverse("matches:join", args=[seat.token]))
    context = {"match": match, "ruleset": match.game, "seat": seat, "links": links, "own_link": own}
    context["showing"] = links_that_show(request, seat)
    return render(request, "matches/seats.html", context)


@never_cache
@require_safe
@limit("seat-codes")
def code(request: HttpRequest, token: str) -> HttpResponse:
    """A seat's link as a QR code."""
    find_seat(token)
    drawn = qr_svg(request.build_absolute_uri(reverse("matches:join", args=[token])))
    return HttpResponse(drawn, content_type="image/svg+xml", headers={"X-Robots-Tag": "noindex"})


# --- playing -----------------------------------------------------------------------------------------


def _loaded(seat: Seat) -> tuple[LoadedMatch, Viewer]:
    loaded = load_match(seat.match)
    return loaded, loaded.viewer(seat.side)


@never_cache
@require_safe
@readable
def match(request: HttpRequest, address: str) -> HttpResponse:
    """The tracker of a game: both sides as the visitor's seat may see them."""
    seat = seat_of(request, address)
    loaded, viewer = _loaded(seat)
    page, places = tracker_page(loaded, viewer), rule_places(loaded.ruleset)
    data = {
        "address": seat.match.get_absolute_url(),
        "events": reverse("matches:events", args=[address]),
        "csrf": get_token(request),
        "side": seat.side,
        "both": seat.side is not None and answers_for_both(seat.match),
        "segments": [plain_segment(segment, places) for segment in loaded.played.segments],
        "conditions": plain_conditions(loaded, page),
        "kinds": [[plain_track(track) for track in kind] for kind in page.kinds],
        "out": plain_track(OUT),
        "calculators": {"reveal": "Reveal", **{each.slug: each.title for each in loaded.ruleset.calculators}},
        "keep": [reverse(f"games:{name}", args=[loaded.ruleset]) for name in ("reference", "rules", "rulings")],
        **update(loaded, viewer, last_entries(loaded)),
    }
    context = {
        "match": seat.match,
        "seat": seat,
        "ruleset": loaded.ruleset,
        "page": page,
        "army": "" if seat.side is None else seat.match.forces.values_list("army", flat=True).get(side=seat.side),
        "acting_sides": SIDES if data["both"] else (seat.side,),
        "unfolded": page.rows <= MOST_UNFOLDED,
        "data": data,
        "changed_army": changed_army(request, seat),
    }
    return render(request, "matches/match.html", context)


@never_cache
@require_safe
@limit("unit-cards")
@readable
def unit(request: HttpRequest, address: str, side: int, bearer: str) -> HttpResponse:
    """The card of a unit as a part of the tracker; 404 for what the visitor's seat may not know."""
    loaded, viewer = _loaded(seat_of(request, address))
    try:
        card = card_of(loaded, viewer, side, bearer)
    except LookupError:
        raise Http404 from None
    return render(request, "matches/unit.html", {"card": card})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def events(request: HttpRequest, address: str) -> HttpResponse:
    """What came after the entry ``since`` (204 when nothing did), and the way in for events of this phone.

    A page whose player sits ``alone`` is to be loaded anew once somebody has taken the other seat.
    A POST sends ``{"since": …, "events": […]}`` as JSON; the answer has a result for each: its number, or the reason
    why it was refused, with ``conflict`` or the entries that ``depend`` on what was to be taken back.
    """
    return _send(request, address) if request.method == "POST" else _poll(request, address)


@readable
def _poll(request: HttpRequest, address: str) -> HttpResponse:
    # Every phone asks once a second, many of a club from one address: to count that would take longer than to answer.
    since, last = sent_number(request.GET, "since"), last_entry(request, address)
    if "alone" in request.GET and not answers_for_both(seat_of(request, address).match):
        return JsonResponse({"reload": True})
    if since >= last:
        return HttpResponse(status=204) if since == last else _no_such_entry()
    loaded, viewer = _loaded(seat_of(request, address))
    return JsonResponse(update(loaded, viewer, since))


def _no_such_entry() -> JsonResponse:
    return JsonResponse({"error": "This game has no such entry yet; reload the page."}, status=400)


@limit("events")
@readable
def _send(request: HttpRequest, address: str) -> HttpResponse:
    seat = own_seat(request, address)
    if request.content_type != "application/json":
        return JsonResponse({"error": "Send JSON with “since” and “events”."}, status=400)
    try:
        sent = orjson.loads(request.body)
        since, plain = sent["since"], sent["events"]
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return JsonResponse({"error": "Send JSON with “since” and “events”."}, status=400)
    if not isinstance(since, int) or not isinstance(plain, list) or len(plain) > MOST_EVENTS:
        return JsonResponse({"error": f"“events” should be a list of up to {MOST_EVENTS} events."}, status=400)
    if not 0 <= since < seat.match.head:
        return _no_such_entry()
    results = [_result(seat, each) for each in plain]
    loaded, viewer = _loaded(seat)
    return JsonResponse({"results": results, **update(loaded, viewer, since)})


def _result(seat: Seat, plain: Any) -> dict[str, Any]:
    """What became of one event: its number, or why it was refused.

    Whoever answers for both sides may say which of them is ``acting``.
    """
    side, both = seat.side or 0, answers_for_both(seat.match)
    if isinstance(plain, dict) and "acting" in plain:
        acting = plain["acting"]
        plain = {name: value for name, value in plain.items() if name != "acting"}
        side = acting if both and acting in SIDES else side
    try:
        event = _named(seat, side, decode(Event, plain))
        return {"number": submit(seat.match, side, event, both=both)}
    except CodecError as error:
        return {"error": str(error)}
    except DependentEntries as error:
        return {"error": str(error), "depend": list(error.numbers)}
    except ConflictingChange as error:
        return {"error": str(error), "conflict": True}
    except InvalidChange as error:
        return {"error": str(error)}


def _named(seat: Seat, side: int, event: Event) -> Event:
    """The event of a side with the other side's blanks by their own names."""
    loaded, viewer = _loaded(seat)
    state = loaded.state
    changes = tuple(replace(each, bearer=viewer.bearer(state, each.side, each.bearer)) for each in event.changes)
    return replace(event, changes=changes, opposing=viewer.bearer(state, 1 - side, event.opposing))


@never_cache
@require_safe
@limit("engage")
@readable
def engage_page(request: HttpRequest, address: str) -> HttpResponse:
    """One unit engages another, as a part of the tracker: the question, its answer and what may have happened."""
    seat = seat_of(request, address)
    loaded, viewer = _loaded(seat)
    acting = sent_number(request.GET, "side") if seat.side is None or answers_for_both(seat.match) else seat.side
    own, opposing = request.GET.get("own", ""), request.GET.get("opposing", "")
    if acting not in SIDES:
        raise Http404
    blank = opposing in {f"{BLANK}{number}" for number in viewer.blanks(loaded.state, 1 - acting)}
    unit = side_of(loaded, viewer, loaded.state, acting, own)
    engaged = None if blank else engage(loaded, viewer, acting, own, opposing, request.GET)
    army = loaded.armies[acting]
    context = {
        "ruleset": loaded.ruleset,
        "own": own,
        "opposing": opposing,
        "acting": acting,
        "own_name": named_unit(army, unit.group, unit.unit) if army else "",
        "plays": seat.side is not None,
        "play": loaded.played.play,
        "hands": [(hand.value, hand.label) for hand in Hand],
        "most_dice": MOST_DICE,
        "engaged": engaged,
        "targets": targets(loaded, viewer, 1 - acting),
        "reveal": reveal_event(acting, own, opposing),
        "working": working_of(loaded.ruleset, engaged.answer) if engaged else None,
        "layout": layout_of(engaged.answer) if engaged and engaged.answer else None,
    }
    return render(request, "matches/engage.html", context)
