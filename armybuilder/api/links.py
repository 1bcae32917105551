"""Links to armies, and what they show."""

from dataclasses import dataclass
from typing import Annotated

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from ninja import Router

from armybuilder.api.endpoints import (
    IDEMPOTENCY_KEY,
    NotFound,
    answer,
    endpoint,
    not_found_problem,
    read_declared,
    refuse_unreadable,
)
from armybuilder.api.models import Token
from armybuilder.api.shapes import LinkList, LinkShape, SharedArmy
from armybuilder.armies.access import own_army
from armybuilder.sharing.links import TooManyLinks, blanks_of, create_link, find_share, load_share, revoke_link
from armybuilder.sharing.models import Share
from armybuilder.sharing.views import hides
from armybuilder.site.errors import Refused
from armybuilder.submissions.once import once
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.json_schema import json_schema
from rulesets.core.force_document import encode_force

READ, WRITE = Token.Scope.READ, Token.Scope.WRITE

router = Router(tags=["Armies"])


@dataclass(frozen=True, slots=True)
class LinkWords:
    """What a new link shows."""

    frozen: Annotated[bool, Ask("Always the army as it is now")] = False
    notes: Annotated[bool, Ask("With your notes")] = False
    blanks: Annotated[
        bool, Ask("As blanks", "Hide units that start hidden. Your opponent sees only how many there are.")
    ] = False


@endpoint(router, "GET", "/shared/{str:token}", "shared", {200: SharedArmy}, limits="shared", problems=(409,))
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """A shared army, as its link shows it."""
    share = find_share(token)
    with refuse_unreadable("army"):
        loaded, blanks = load_share(share), blanks_of(share)
    name, army = loaded.title, encode_force(loaded.force)
    return answer(SharedArmy(game=share.army.ruleset, name=name, blanks=blanks, army=army), X_Robots_Tag="noindex")


def _link(request: HttpRequest, share: Share) -> LinkShape:
    return LinkShape.model_validate(share, context={"request": request})


@endpoint(router, "GET", "/armies/{str:address}/links", "links", {200: LinkList}, scope=READ)
def links(request: HttpRequest, address: str) -> HttpResponse:
    """The open links to one of your armies."""
    open_links = own_army(request, address).shares.filter(revoked=None).defer("document")
    return answer({"links": [_link(request, share) for share in open_links]})


@endpoint(
    router,
    "POST",
    "/armies/{str:address}/links",
    "links",
    {201: LinkShape, 303: None},
    limits="links",
    scope=WRITE,
    body=json_schema(LinkWords),
    described={"parameters": [IDEMPOTENCY_KEY]},
)
@once
def share(request: HttpRequest, address: str) -> HttpResponse:
    """Create a link to one of your armies, so that others can view and copy it."""
    army, words = own_army(request, address), read_declared(request, LinkWords)
    try:
        with refuse_unreadable("army"):
            created = create_link(army, words.frozen, words.notes, words.blanks and hides(army.game))
    except TooManyLinks as refusal:
        raise Refused(409, str(refusal)) from None
    return answer(_link(request, created), 201, Location=reverse("api:link", args=[army.pk, created.token]))


@endpoint(router, "GET", "/armies/{str:address}/links/{str:token}", "link", {200: LinkShape}, scope=READ)
def link(request: HttpRequest, address: str, token: str) -> HttpResponse:
    """An open link to one of your armies."""
    found = own_army(request, address).shares.filter(revoked=None, token=token).first()
    if found is None:
        raise NotFound(not_found_problem("token", token))
    return answer(_link(request, found))


@endpoint(router, "DELETE", "/armies/{str:address}/links/{str:token}", "link", {204: None}, limits="links", scope=WRITE)
def withdraw(request: HttpRequest, address: str, token: str) -> HttpResponse:
    """Withdraw a link, so that it no longer shows anything."""
    if not revoke_link(own_army(request, address), token):
        raise NotFound(not_found_problem("token", token))
    return HttpResponse(status=204)
