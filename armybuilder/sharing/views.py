"""The pages of sharing: an owner's links, what a link shows, and a visitor's opponents."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.core.cache import cache
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.armies import pictures
from armybuilder.armies.access import is_own, own_army, visible_army
from armybuilder.armies.builder import Builder
from armybuilder.armies.creation import create_for_visitor
from armybuilder.armies.current_state import hiding_game
from armybuilder.armies.inspector import ARMY, choose
from armybuilder.armies.loaded_army import LoadedArmy, Mark, status
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.reading import game_of, load_army, readable
from armybuilder.sharing import preview
from armybuilder.sharing.links import (
    TooManyLinks,
    blanks_of,
    create_link,
    find_share,
    is_withdrawn,
    load_share,
    open_live_link,
    pictures_of,
    qr_svg,
    restore_link,
    revoke_link,
    withdrawn_links,
)
from armybuilder.sharing.models import Opponent, Share
from armybuilder.sharing.odds import Odds
from armybuilder.sharing.opponents import (
    TooManyOpponents,
    armies_to_choose,
    is_open,
    keep_opponent,
    opponents_of,
)
from armybuilder.site.claims import keep_claim, make_claim, owned_by
from armybuilder.site.errors import error_page, optional_writes
from armybuilder.site.limits import limit
from armybuilder.site.withdrawals import WITHDRAWN, WORKS_AGAIN
from armybuilder.submissions.once import once
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import find_ruleset

PICTURE_LIFETIME = 60 * 60 * 24
"""Seconds for which a preview is cached."""


class LinkForm(forms.Form):
    """What a new link shows."""

    shows = forms.ChoiceField(
        choices=[("live", "Live: follows your changes"), ("frozen", "Snapshot of today")],
        initial="live",
        widget=forms.RadioSelect,
    )
    notes = forms.BooleanField(required=False, label="With my notes")
    blanks = forms.BooleanField(required=False, label="Hide units that start hidden (your opponent sees only how many)")


def hides(ruleset: AnyRuleset) -> bool:
    """Whether units of the game can begin hidden."""
    return ruleset.play is not None and ruleset.play.hidden is not None


# --- the owner's links -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LinkItem:
    """A link with its full address."""

    share: Share
    address: str
    fresh: bool


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("links")
@readable
def manage(request: HttpRequest, address: str) -> HttpResponse:
    """The links to an army, with a form for a new one."""
    army = own_army(request, address)
    ruleset = game_of(army)
    form = LinkForm(request.POST or None)
    if request.method == "POST":
        return _create(request, army, form.cleaned_data) if form.is_valid() else error_page(request, 400)
    shares = army.shares.filter(revoked=None).defer("document")
    links = [
        LinkItem(share, request.build_absolute_uri(share.get_absolute_url()), share.token == request.GET.get("new"))
        for share in shares
    ]
    context = {"army": army, "ruleset": ruleset, "links": links, "form": LinkForm(), "hides": hides(ruleset)}
    context |= {"hiding": hiding_game(army), "withdrawn": withdrawn_links(army).defer("document")}
    return render(request, "sharing/manage.html", context)


@once
def _create(request: HttpRequest, army: Army, data: dict[str, Any]) -> HttpResponse:
    try:
        share = create_link(army, data["shows"] == "frozen", data["notes"], data["blanks"] and hides(game_of(army)))
    except TooManyLinks as refusal:
        return error_page(request, 409, str(refusal))
    return HttpResponseRedirect(f"{request.path}?new={share.token}#links")


@require_POST
@limit("links")
def live_link(request: HttpRequest, address: str) -> HttpResponse:
    """The link that follows the army, without notes, as a plain text to copy; without a script its page."""
    army = own_army(request, address)
    try:
        share = open_live_link(army)
    except TooManyLinks as refusal:
        return error_page(request, 409, str(refusal))
    if request.accepts("text/html"):
        return HttpResponseRedirect(f"{reverse('sharing:manage', args=[address])}?new={share.token}#links")
    return HttpResponse(request.build_absolute_uri(share.get_absolute_url()), content_type="text/plain")


@require_POST
@limit("links")
def revoke(request: HttpRequest, address: str, token: str) -> HttpResponse:
    """Withdraw a link: from now on it shows nothing."""
    army = own_army(request, address)
    if not revoke_link(army, token):
        raise Http404
    messages.success(request, WITHDRAWN)
    return HttpResponseRedirect(reverse("sharing:manage", args=[address]))


@require_POST
@limit("links")
def restore(request: HttpRequest, address: str, token: str) -> HttpResponse:
    """Open a link again that was withdrawn within the last day."""
    try:
        if not restore_link(own_army(request, address), token):
            raise Http404
    except TooManyLinks as refusal:
        return error_page(request, 409, str(refusal))
    messages.success(request, WORKS_AGAIN)
    return HttpResponseRedirect(f"{reverse('sharing:manage', args=[address])}?new={token}#links")


# --- what a link shows -------------------------------------------------------------------------------


def _load(token: str) -> tuple[Share, LoadedArmy]:
    share = find_share(token)
    try:
        return share, load_share(share)
    except (KeyError, Revision.DoesNotExist):
        raise Http404 from None


@never_cache
@require_safe
@limit("shared")
@readable
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """The army of a link, to look at, copy, and keep as an opponent; of a withdrawn link only that it is."""
    try:
        share, loaded = _load(token)
    except Http404:
        if is_withdrawn(token):
            return error_page(request, 410)
        raise
    if share.blanks:
        return _as_blanks(request, share, loaded)
    page = Builder(
        share.army,
        loaded,
        choose(loaded.force, ""),
        own=False,
        load_pictures=partial(pictures.addresses, pictures_of(share), share.get_absolute_url()),
    )
    context = {
        "share": share,
        "builder": page,
        "ruleset": loaded.ruleset,
        "own": is_own(request, share.army),
        "kept": Opponent.objects.filter(owned_by(request), share=share).exists(),
        "odds": Odds(share, loaded, armies_to_choose(request, loaded.ruleset), request.GET),
        **_card(request, share, loaded, None),
    }
    return render(request, "sharing/shared.html", context)


def _card(request: HttpRequest, share: Share, loaded: LoadedArmy, blanks: int | None) -> dict[str, Any]:
    """The page's metadata for messengers: texts, and the full addresses of the page and its picture."""
    picture = f"{reverse('sharing:preview', args=[share.token])}?{share.revision or share.army.head}"
    return {
        "title": loaded.title,
        "facts": preview.facts(loaded, blanks),
        "address": request.build_absolute_uri(share.get_absolute_url()),
        "picture": request.build_absolute_uri(picture),
        "picture_size": (preview.WIDTH, preview.HEIGHT),
    }


def _as_blanks(request: HttpRequest, share: Share, loaded: LoadedArmy) -> HttpResponse:
    """The page of what the other side knows of an army before a game that hides units."""
    game, context = loaded.ruleset, loaded.context
    groups = [
        (game.name_of_group(group, context), [game.row(unit, group, context) for unit in group.units])
        for group in loaded.force.groups
    ]
    blanks = blanks_of(share)
    values = {"share": share, "ruleset": game, "groups": groups, "blanks": blanks, "own": is_own(request, share.army)}
    return render(request, "sharing/blanks.html", {**values, **_card(request, share, loaded, blanks)})


@require_safe
@limit("shared")
@readable
def picture(request: HttpRequest, token: str) -> HttpResponse:
    """The preview picture of a link, drawn once for each revision."""
    share, loaded = _load(token)
    key = f"preview:{token}:{share.revision or share.army.head}"
    return _drawn_once(key, lambda: preview.preview_png(loaded, blanks_of(share) if share.blanks else None))


@require_safe
@limit("shared")
@readable
def army_picture(request: HttpRequest, address: str) -> HttpResponse:
    """The picture of an army as a link to it would have, for pages of the site, drawn once for each revision."""
    army = visible_army(request, address)
    return _drawn_once(
        f"preview:{army.pk}:{army.head}", lambda: preview.preview_png(load_army(army), width=preview.WIDTH // 2)
    )


@require_safe
@limit("shared")
@readable
def army_strip(request: HttpRequest, address: str) -> HttpResponse:
    """The picture of an army's first units, for lists of armies, drawn once for each revision."""
    army = visible_army(request, address)
    return _drawn_once(f"strip:{army.pk}:{army.head}", lambda: preview.strip_png(load_army(army)))


def _drawn_once(key: str, draw: Callable[[], bytes]) -> HttpResponse:
    """A picture as PNG, which is kept under this key."""
    png = cache.get(key)
    if png is None:
        png = draw()
        with optional_writes():
            cache.set(key, png, PICTURE_LIFETIME)
    response = HttpResponse(png, content_type="image/png")
    response.headers["Cache-Control"] = "private, max-age=300"
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@require_safe
@readable
def shown_picture(request: HttpRequest, token: str, part: str) -> HttpResponse:
    """The picture of a shared army or of a unit that is in it."""
    share, loaded = _load(token)
    if part != ARMY and part not in pictures.parts_of(loaded.force):
        raise Http404
    return pictures.show(pictures_of(share), part, request.GET)


@never_cache
@require_safe
@limit("shared")
def qr(request: HttpRequest, token: str) -> HttpResponse:
    """The link as a QR code, as a picture file."""
    share = find_share(token)
    code = qr_svg(request.build_absolute_uri(share.get_absolute_url()))
    return HttpResponse(code, content_type="image/svg+xml", headers={"X-Robots-Tag": "noindex"})


@require_POST
@readable
def copy(request: HttpRequest, token: str) -> HttpResponse:
    """Copy a shared army to the visitor's armies."""
    share, loaded = _load(token)
    if share.blanks:
        raise Http404
    return create_for_visitor(
        request, loaded, "copy", f"Copied from {share}, which was shared", share.army, pictures_of(share)
    )


# --- opponents ---------------------------------------------------------------------------------------


@require_POST
@limit("links")
@once
def keep(request: HttpRequest, token: str) -> HttpResponse:
    """Keep a shared army as an opponent."""
    share = find_share(token)
    if share.blanks:
        raise Http404
    claim = make_claim(request)
    try:
        created = keep_opponent(request, claim, share)
    except TooManyOpponents as refusal:
        return error_page(request, 409, str(refusal))
    if created:
        messages.success(
            request, f"{share} is now among your opponents: you can choose it in calculators and battlefields."
        )
    response = HttpResponseRedirect(share.get_absolute_url())
    keep_claim(response, claim)
    return response


@require_POST
@limit("links")
def forget(request: HttpRequest, token: str) -> HttpResponse:
    """Remove an opponent, even if its link no longer opens."""
    if not Opponent.objects.filter(owned_by(request), share=token).delete()[0]:
        raise Http404
    messages.success(request, "The opponent was removed.")
    return HttpResponseRedirect(reverse("sharing:opponents"))


@dataclass(frozen=True, slots=True)
class OpponentItem:
    """An opponent in the list; ``ruleset`` is ``None`` when the site no longer has its game."""

    opponent: Opponent
    open: bool
    ruleset: AnyRuleset | None
    units: int
    status: tuple[Mark, ...]


@never_cache
@require_safe
def opponents(request: HttpRequest) -> HttpResponse:
    """The visitor's opponents."""
    own_opponents = opponents_of(request)
    heads = {
        revision.army_id: revision
        for revision in Revision.objects.filter(
            army__in={each.share.army_id for each in own_opponents}, number=F("army__head")
        ).defer("document")
    }
    items = []
    for each in own_opponents:
        head = heads.get(each.share.army_id)
        opens = is_open(each.share)
        has_state = head is not None and opens and not each.share.frozen
        game = find_ruleset(each.share.army.ruleset)
        items.append(
            OpponentItem(
                each,
                opens,
                game,
                head.units if head and has_state else 0,
                status(head.units, head.errors, head.warnings, game) if head and has_state else (),
            )
        )
    return render(request, "sharing/opponents.html", {"opponents": items})
