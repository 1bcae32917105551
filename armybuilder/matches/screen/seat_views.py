"""Pages of the seats of a game at the table: give out links, join, withdraw."""

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.matches.log.codes import invitation_of
from armybuilder.matches.log.creation import add_opposing
from armybuilder.matches.log.seats import (
    TAKEN,
    SeatTaken,
    allow_plans,
    controls_both_sides,
    find_seat,
    invite,
    is_taken_by_another,
    is_withdrawn,
    matches_of,
    own_seat,
    restore,
    revealing_links,
    take,
    withdraw,
    withdrawn_seats,
)
from armybuilder.matches.log.store import game_of, players_of, readable
from armybuilder.matches.models import Match, Seat
from armybuilder.matches.screen.forms import JoinForm
from armybuilder.matches.screen.pictures import card_of_match
from armybuilder.sharing.links import qr_svg
from armybuilder.site.claims import author_of, keep_claim, make_claim
from armybuilder.site.errors import Refused, error_page
from armybuilder.site.limits import client, limit
from armybuilder.site.pages import sent_number
from armybuilder.site.withdrawals import WITHDRAWN, WORKS_AGAIN
from armybuilder.submissions.once import once


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("seats")
@readable
def join(request: HttpRequest, token: str) -> HttpResponse:
    """The page of a seat's link, which describes the game and gives the seat to a visitor who accepts."""
    try:
        seat = find_seat(token)
    except Http404:
        if is_withdrawn(token):
            return error_page(request, 410)
        raise
    match = seat.match
    ruleset = game_of(match)
    needs_army = not match.forces.filter(side=1).exists()
    data = request.POST if request.method == "POST" else None
    asks = seat.side == 1 and (needs_army or not seat.taken)
    form = JoinForm(request, ruleset, data, needs_army=needs_army) if asks else None
    context = {"seat": seat, "match": match, "ruleset": ruleset, "form": form, "taken": ""}
    context |= {"is_own": token == seat.token, "host": match.forces.get(side=0)}
    context["player"] = players_of(match)[0]
    context |= card_of_match(request, seat, token)
    if is_taken_by_another(request, seat, token):
        return _watch(request, seat, context)
    if request.method != "POST" or (form is not None and not form.is_valid()):
        return render(request, "matches/join.html", context, status=422 if form and form.errors else 200)
    try:
        return _take(request, seat, token, form)
    except SeatTaken as error:
        return render(request, "matches/join.html", {**context, "taken": str(error)}, status=409)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("join-codes")
def by_code(request: HttpRequest) -> HttpResponse:
    """A page to enter the code of a seat, which leads to the seat's link."""
    if request.method == "POST":
        invitation = invitation_of(request.POST.get("code", ""), client(request))
        if invitation:
            return HttpResponseRedirect(reverse("matches:join", args=[invitation]))
    return render(
        request,
        "matches/by_code.html",
        {"unknown": request.method == "POST"},
        status=422 if request.method == "POST" else 200,
    )


def _watch(request: HttpRequest, seat: Seat, context: dict[str, Any]) -> HttpResponse:
    """The page of a taken seat, whose link gives a visitor who accepts a spectator's seat instead."""
    context |= {"form": None, "taken": TAKEN, "watches": seat.side is not None}
    if request.method != "POST" or "watch" not in request.POST or seat.side is None:
        return render(request, "matches/join.html", context, status=200 if request.method != "POST" else 409)
    if matches_of(request).filter(pk=seat.match.pk).exists():
        return HttpResponseRedirect(seat.match.get_absolute_url())
    try:
        watching = invite(seat.match, None)
        return _take(request, watching, watching.invitation, None)
    except SeatTaken as error:
        return render(request, "matches/join.html", {**context, "taken": str(error)}, status=409)


@once
@transaction.atomic
def _take(request: HttpRequest, seat: Seat, token: str, form: JoinForm | None) -> HttpResponse:
    claim = make_claim(request)
    take(seat, author_of(request, claim), token, form.cleaned_data["player"] if form else "")
    if seat.side == 1 and "plans" in request.POST:
        allow_plans(seat.match)
    if form is not None and form.chosen is not None:
        add_opposing(seat.match, form.chosen)
    response = HttpResponseRedirect(seat.match.get_absolute_url())
    keep_claim(response, claim)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("seats")
@readable
def seats(request: HttpRequest, address: str) -> HttpResponse:
    """The seats of a game with their links, which the player who began it creates and withdraws."""
    seat = own_seat(request, address)
    match = seat.match
    if request.method == "POST":
        if seat.side != 0:
            raise Refused(403, "Only the player who started the game can invite others.")
        try:
            if "withdraw" in request.POST:
                if withdraw(match, sent_number(request.POST, "withdraw")):
                    messages.success(request, WITHDRAWN)
            elif "restore" in request.POST:
                if restore(match, sent_number(request.POST, "restore")):
                    messages.success(request, WORKS_AGAIN)
            else:
                return _invite(request, match)
        except SeatTaken as error:
            raise Refused(409, str(error)) from None
        return HttpResponseRedirect(request.path)
    links = [
        (each, request.build_absolute_uri(reverse("matches:join", args=[each.invitation])))
        for each in match.seats.filter(withdrawn=None).order_by(F("side").asc(nulls_last=True), "pk")
        if each.side not in (0, seat.side)
    ]
    own = request.build_absolute_uri(reverse("matches:join", args=[seat.token]))
    context = {"match": match, "ruleset": match.game, "seat": seat, "links": links, "own_link": own}
    context["withdrawn"] = withdrawn_seats(match) if seat.side == 0 else ()
    context["waits"] = controls_both_sides(match) and not match.ended
    context["showing"] = revealing_links(request, seat)
    return render(request, "matches/seats.html", context)


@once
def _invite(request: HttpRequest, match: Match) -> HttpResponse:
    invite(match, None if request.POST.get("seat") == "spectator" else 1)
    return HttpResponseRedirect(request.path)


@never_cache
@require_safe
@limit("seat-codes")
def code(request: HttpRequest, token: str) -> HttpResponse:
    """A seat's link as a QR code."""
    find_seat(token)
    svg = qr_svg(request.build_absolute_uri(reverse("matches:join", args=[token])))
    return HttpResponse(svg, content_type="image/svg+xml", headers={"X-Robots-Tag": "noindex"})
