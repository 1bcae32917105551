"""The link of a game: its player makes and withdraws it; whoever has it builds armies, and takes a copy."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.custom_games.access import linked_game, own_game
from armybuilder.custom_games.drafts import Draft, draft_of
from armybuilder.custom_games.models import CustomGame, GameVersion, WithdrawnGameLink
from armybuilder.custom_games.views import create_for_visitor
from armybuilder.revisions.store import plain_document
from armybuilder.sharing.links import qr_code
from armybuilder.site.errors import error_page
from armybuilder.site.limits import limit
from armybuilder.site.withdrawals import CHANGES, change_only_link, undoable
from armybuilder.submissions.once import once
from rulesets.described.document import ID
from rulesets.described.vocabulary import slug_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("links")
def link(request: HttpRequest, address: str) -> HttpResponse:
    """The link of a game: make one, which replaces the one before, or withdraw it."""
    game = own_game(request, address)
    if request.method == "POST":
        act = request.POST.get("do", "")
        if act not in CHANGES:
            return error_page(request, 400)
        if not game.published:
            message = "Publish a version first. Other players build their armies with a published version."
            return error_page(request, 422, message)
        return _change_link(request, game, act)
    path = reverse("custom_games:shared", args=[game.link_token]) if game.link_token else ""
    url = request.build_absolute_uri(path) if path else ""
    context = {"custom_game": game, "path": path, "link": url, "code": url and qr_code(url)}
    return render(request, "custom_games/link.html", context | {"withdrawn": undoable(game.withdrawn_links.all())})


@once
def _change_link(request: HttpRequest, game: CustomGame, act: str) -> HttpResponse:
    messages.success(request, change_only_link(game, act, request.POST.get("token", "")))
    return HttpResponseRedirect(request.path)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("shared")
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """A game with its versions, for whoever has its link; a POST takes a copy of the newest one."""
    if WithdrawnGameLink.objects.filter(token=token, custom_game__deleted=None).exists():
        return error_page(request, 410)
    game = linked_game(token)
    newest = game.versions.first()
    if newest is None:
        raise Http404
    if request.method == "POST":
        return create_for_visitor(request, copy_of(newest), f"Copied from version {newest.number} of {newest.title}")
    context = {"newest": newest, "versions": game.versions.defer("document"), "ruleset": game.game}
    response = render(request, "custom_games/shared.html", context)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def copy_of(version: GameVersion) -> Draft:
    """A draft to go on with from a version, with a new slug."""
    document = plain_document(version.document)
    return draft_of(document | {"slug": slug_of(version.title)[:ID] or "game", "former": []})
