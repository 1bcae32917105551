"""The players' link of a battle: the game master makes and withdraws it; players watch with it."""

from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.desk.access import linked_battle, own_battle
from armybuilder.desk.models import Battle, WithdrawnLink
from armybuilder.desk.page import Page
from armybuilder.desk.playing import readable
from armybuilder.desk.revisions import BATTLES, desk_of
from armybuilder.sharing.links import qr_code
from armybuilder.site.errors import error_page
from armybuilder.site.limits import limit
from armybuilder.site.pages import read_number, sent_number
from armybuilder.site.withdrawals import CHANGES, change_only_link, undoable
from armybuilder.submissions.once import once
from rulesets.core.desk import DeskError, ReportForm

MAX_NUMBER: Final = 999


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("links")
@readable
def link(request: HttpRequest, address: str) -> HttpResponse:
    """The link for a battle's players: make one, which replaces the one before, or withdraw it."""
    battle = own_battle(request, address)
    if request.method == "POST":
        act = request.POST.get("do", "")
        if act not in CHANGES:
            return error_page(request, 400)
        return _change_link(request, battle, act)
    path = reverse("desk:watch", args=[battle.link_token]) if battle.link_token else ""
    url = request.build_absolute_uri(path) if path else ""
    context = {"battle": battle, "ruleset": battle.game, "path": path, "link": url, "code": url and qr_code(url)}
    context["withdrawn"] = undoable(battle.withdrawn_links.all())
    return render(request, "desk/link.html", context)


@once
def _change_link(request: HttpRequest, battle: Battle, act: str) -> HttpResponse:
    messages.success(request, change_only_link(battle, act, request.POST.get("token", "")))
    return HttpResponseRedirect(request.path)


@never_cache
@require_safe
@limit("shared")
@readable
def watch(request: HttpRequest, token: str) -> HttpResponse:
    """The battle as its players may see it; ``round`` selects a report (0: the end), ``at`` a piece or a group."""
    if WithdrawnLink.objects.filter(token=token, battle__deleted=None).exists():
        return error_page(request, 410)
    battle = linked_battle(token)
    state, desk = BATTLES.load_head(battle), desk_of(battle.game)
    page = Page(battle, battle.game, desk.players_view(state), request.GET.get("at", ""))
    value = request.GET.get("round")
    number = page.report_number if value is None else read_number(value, MAX_NUMBER)
    report = ""
    if value is not None or page.rounds or page.is_over:
        try:
            if number is None:
                raise Http404
            report = desk.report(page.state, number, ReportForm.HTML, False)
        except DeskError:
            raise Http404 from None
    context = {
        "page": page,
        "token": token,
        "ruleset": page.ruleset,
        "under_way": desk.rounds(state) if desk.stages(state) else 0,
        "number": number,
        "numbers": range(1, page.rounds + 1),
        "report": report,
    }
    response = render(request, "desk/watch.html", context)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@never_cache
@require_safe
def head(request: HttpRequest, token: str) -> HttpResponse:
    """204 while the battle stands as at revision ``since``, else the number of its present one.

    Many players of a club watch from one address, so that asking is not limited, as it is not at the table.
    """
    number = linked_battle(token).head
    if sent_number(request.GET, "since") == number:
        return HttpResponse(status=204)
    return JsonResponse({"head": number})
