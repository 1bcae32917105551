"""The pages of club evenings: the visitor's list, and one evening for its organiser, its players and all others."""

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.club_evenings.access import (
    evenings_of,
    evenings_with,
    linked_evening,
    organises,
    own_evening,
    own_player,
    places_of,
)
from armybuilder.club_evenings.forms import EveningForm
from armybuilder.club_evenings.models import Evening
from armybuilder.club_evenings.page import enters_as, evening_page
from armybuilder.club_evenings.playing import (
    NotPossible,
    add_players,
    come_back,
    enter_result,
    join,
    leave,
    next_round,
    release,
    remove_player,
    start,
)
from armybuilder.site.claims import author_of, keep_claim, make_claim, read_claim
from armybuilder.site.errors import Refused, error_page
from armybuilder.site.limits import limit
from armybuilder.site.pages import sent_number
from armybuilder.site.quotas import quota_transaction
from armybuilder.submissions.once import once
from rulesets.core.play.matches import Verdict

MAX_EVENINGS: Final = 50
"""How many evenings one user or browser may organise."""
MAX_LISTED: Final = 100
MAX_SHOWN: Final = 200
"""How many characters of a refused name the page shows again."""
OF_PLAYERS: Final = {"remove": remove_player, "release": release, "left": leave, "back": come_back}
"""What the organiser does with a player, by its name in the form."""
VERDICTS: Final = ("", *(each.value for each in Verdict))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("club-evenings")
def evenings(request: HttpRequest) -> HttpResponse:
    """The evenings that the visitor organises or plays at, with a form for a new one."""
    form = EveningForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        return _create(request, form)
    listed = list(evenings_with(request)[:MAX_LISTED])
    context = {"evenings": listed, "form": form, "own": set(evenings_of(request).values_list("pk", flat=True))}
    response = render(request, "club_evenings/evenings.html", context, status=422 if form.is_bound else 200)
    claim = read_claim(request)
    if claim and listed:
        keep_claim(response, claim)
    return response


@once
def _create(request: HttpRequest, form: EveningForm) -> HttpResponse:
    claim = make_claim(request)
    author = author_of(request, claim)
    with quota_transaction("club evenings", author.key):
        if evenings_of(request).count() >= MAX_EVENINGS:
            raise Refused(409, f"You have reached the limit of {MAX_EVENINGS} club evenings. Delete one first.")
        evening = Evening.objects.create(**form.cleaned_data, **author.columns)
    response = HttpResponseRedirect(evening.get_absolute_url())
    keep_claim(response, claim)
    return response


@never_cache
@require_safe
@limit("club-evenings")
def evening(request: HttpRequest, token: str) -> HttpResponse:
    """An evening: before its start its players, then the standings and the rounds."""
    return _page(request, linked_evening(token))


def _page(request: HttpRequest, evening: Evening, refusal: str = "", **sent: Any) -> HttpResponse:
    """The page, or with a ``refusal`` the page that says so and keeps what was sent."""
    context = {"refusal": refusal, "sent": sent, **evening_page(request, evening)}
    response = render(request, "club_evenings/evening.html", context, status=409 if refusal else 200)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@never_cache
@require_POST
@limit("club-evenings")
def join_evening(request: HttpRequest, token: str) -> HttpResponse:
    """Join an evening by a name."""
    evening, name = linked_evening(token), request.POST.get("name", "")
    try:
        return _join(request, evening, name)
    except NotPossible as reason:
        return _page(request, evening, str(reason), name=name[:MAX_SHOWN])


@once
def _join(request: HttpRequest, evening: Evening, name: str) -> HttpResponse:
    claim = make_claim(request)
    join(evening, name, author_of(request, claim))
    response = HttpResponseRedirect(evening.get_absolute_url())
    keep_claim(response, claim)
    return response


@never_cache
@require_POST
@limit("club-evenings")
def leave_evening(request: HttpRequest, token: str) -> HttpResponse:
    """Give the visitor's place back, so that somebody else can join by its name."""
    evening = linked_evening(token)
    places_of(request).filter(player__evening=evening).delete()
    return HttpResponseRedirect(evening.get_absolute_url())


@never_cache
@require_POST
@limit("club-evenings")
def change(request: HttpRequest, token: str) -> HttpResponse:
    """What the organiser does: change the players, start, pair the next round, delete the evening."""
    evening, do, names = own_evening(request, token), request.POST.get("do"), request.POST.get("names", "")
    try:
        if do == "add":
            add_players(evening, [line for line in names.splitlines() if line.strip()])
        elif do in OF_PLAYERS:
            OF_PLAYERS[do](evening, sent_number(request.POST, "player"))
        elif do == "start":
            start(evening)
        elif do == "next":
            next_round(evening, sent_number(request.POST, "seen"))
        elif do == "delete":
            evening.delete()
            return HttpResponseRedirect(reverse("club_evenings:evenings"))
        else:
            return error_page(request, 400)
    except NotPossible as reason:
        return _page(request, evening, str(reason), names=names)
    return HttpResponseRedirect(evening.get_absolute_url())


@never_cache
@require_POST
@limit("club-evenings")
def result(request: HttpRequest, token: str) -> HttpResponse:
    """Enter the result of a pairing, by one of its two players or the organiser."""
    evening = linked_evening(token)
    pairings = evening.pairings.select_related("first", "second")
    pairing = get_object_or_404(pairings, pk=sent_number(request.POST, "pairing"))
    said_by = enters_as(pairing, own_player(request, evening), organises(request, evening))
    if not said_by:
        raise Http404
    verdict = request.POST.get("verdict", "")
    if verdict not in VERDICTS:
        return error_page(request, 400)
    try:
        enter_result(pairing, request.POST.get("seen", ""), verdict, said_by)
    except NotPossible as reason:
        return _page(request, evening, str(reason))
    return HttpResponseRedirect(f"{evening.get_absolute_url()}#round-{pairing.round}")
