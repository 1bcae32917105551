"""Pages to list, begin, delete and follow games at the table."""

from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.matches.log.creation import begin_match
from armybuilder.matches.log.rematches import CannotFollow, changed_army, followers_of, rematch, take_over
from armybuilder.matches.log.seats import (
    controls_both_sides,
    matches_begun_by,
    matches_of,
    own_seat,
    sides_of_visitor,
)
from armybuilder.matches.log.signals import match_begun
from armybuilder.matches.log.store import readable, submit
from armybuilder.matches.models import Match, MatchForce, Seat
from armybuilder.matches.screen.forms import BY_KIND, NewMatchForm
from armybuilder.matches.screen.match_list import STATES, MatchQuery, results_of, state_of, turns_now, verdicts_for
from armybuilder.site.claims import author_of, keep_claim, make_claim, new_token, read_claim
from armybuilder.site.errors import Refused
from armybuilder.site.limits import limit
from armybuilder.site.quotas import quota_transaction
from armybuilder.submissions.once import once
from rulesets.core.declarations.codec import decode
from rulesets.core.play.matches import Event, EventKind, Verdict
from rulesets.core.play.states import InvalidChange
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets, find_ruleset

MAX_MATCHES: Final = 200
"""Games at the table of one user or browser."""
MAX_LISTED: Final = 100


@never_cache
@require_safe
def matches(request: HttpRequest) -> HttpResponse:
    """The visitor's games at the table, most recently played first."""
    own_matches, mine, list_query = matches_begun_by(request), matches_of(request), MatchQuery.read(request.GET)
    found = list_query.filter(mine)
    names = MatchForce.objects.only("match", "side", "name")
    players = Seat.objects.only("match", "side", "taken", "player")
    listed = list(found.prefetch_related(Prefetch("forces", names), Prefetch("seats", players))[:MAX_LISTED])
    sides = sides_of_visitor(request)
    now = turns_now(listed, sides) | results_of(listed)
    context = {
        "matches": [
            (
                each,
                find_ruleset(each.ruleset),
                now.get(each.pk, STATES[state_of(each)]),
                verdicts_for(each) if each.pk in sides else (),
            )
            for each in listed
        ],
        "count": found.count(),
        "list_query": list_query,
        "filters": list_query.filters(mine),
        "own": set(own_matches.filter(deleted=None).values_list("pk", flat=True)),
        "just_deleted": own_matches.filter(pk=request.GET.get("deleted", "")).exclude(deleted=None).first(),
        "rulesets": [ruleset for ruleset in all_rulesets() if ruleset.play],
    }
    response = render(request, "matches/list.html", context)
    claim = read_claim(request)
    if claim and context["filters"]:
        keep_claim(response, claim)
    return response


def _check_room(request: HttpRequest) -> None:
    """Raise ``Refused`` if the visitor may not have another game."""
    if matches_of(request).count() >= MAX_MATCHES:
        raise Refused(422, f"You have reached the limit of {MAX_MATCHES} games. Delete one first.")


@require_POST
@limit("matches")
def delete(request: HttpRequest, address: str) -> HttpResponse:
    """Delete a game for both players; the list then offers to restore it to the player who began it."""
    if not matches_begun_by(request).filter(pk=address, deleted=None).update(deleted=timezone.now()):
        raise Http404
    return HttpResponseRedirect(f"{reverse('matches:list')}?{urlencode({'deleted': address})}")


@require_POST
@limit("matches")
def restore(request: HttpRequest, address: str) -> HttpResponse:
    """Restore a deleted game."""
    begun = matches_begun_by(request).filter(pk=address)
    with quota_transaction("games", author_of(request).key):
        if begun.exclude(deleted=None).exists():
            _check_room(request)
        if not begun.update(deleted=None):
            raise Http404
    return HttpResponseRedirect(reverse("matches:list"))


@require_POST
@limit("matches")
@readable
def verdict(request: HttpRequest, address: str) -> HttpResponse:
    """Say who won a game, which ends it if it goes on; the list then says so."""
    seat = own_seat(request, address)
    match = seat.match
    try:
        said = Verdict(request.POST.get("verdict", ""))
        note = str(decode(Event, {"id": "", "result": request.POST.get("note", "").strip()}).result)
    except ValueError:
        raise Refused(422, "Choose who won, and write a note of at most 200 characters.") from None
    kind = EventKind.VERDICT if match.ended else EventKind.END
    try:
        event = Event(new_token(), kind, verdict=said, result=note)
        submit(match, seat.side or 0, event, both=controls_both_sides(match))
    except InvalidChange as error:
        raise Refused(409, str(error)) from None
    match.refresh_from_db(fields=["ended"])
    if not match.ended:
        messages.info(request, "The other player has to agree, because ending the game reveals all hidden units.")
    return HttpResponseRedirect(reverse("matches:list"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("matches")
@readable
def new(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """A form to begin a game of two armies, or of one army against a player who joins."""
    if ruleset.play is None:
        raise Http404
    form = NewMatchForm(request, ruleset, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        return _begin(request, form)
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "matches/new.html", {"ruleset": ruleset, "form": form}, status=status)


@once
def _begin(request: HttpRequest, form: NewMatchForm) -> HttpResponse:
    claim = make_claim(request)
    author = author_of(request, claim)
    with quota_transaction("games", author.key):
        _check_room(request)
        match = begin_match(
            form.own,
            form.opposing,
            form.house_rules(),
            author,
            hides=form.cleaned_data.get("hides", False),
            plans=form.cleaned_data["plans"],
            at_once=form.cleaned_data["at_once"],
            start=form.start,
            battlefield=form.battlefield,
            player=form.cleaned_data["player"],
        )
        match_begun.send(Match, request=request, match=match)
    by_kind = form.opposing is None and form.cleaned_data["opposing"] == BY_KIND
    page = reverse("matches:opponent", args=[match.pk]) if by_kind else match.get_absolute_url()
    response = HttpResponseRedirect(page)
    keep_claim(response, claim)
    return response


@require_POST
@limit("matches")
@readable
def follow(request: HttpRequest, address: str) -> HttpResponse:
    """Begin a game that follows this one: again, or continued with the visitor's current army."""
    seat = own_seat(request, address)
    army = changed_army(request, seat) if "army" in request.POST else None
    try:
        with quota_transaction("games", author_of(request).key):
            if not followers_of(seat.match).exists():
                _check_room(request)
            if army is None or seat.side is None:
                following = rematch(seat.match, swapped="swapped" in request.POST)
            else:
                following = take_over(seat.match, seat.side, army)
    except (CannotFollow, InvalidChange) as error:
        raise Refused(409, str(error)) from None
    return HttpResponseRedirect(following.get_absolute_url())
