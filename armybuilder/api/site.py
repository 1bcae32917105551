"""The API as a whole: version 1 with all its endpoints."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from ninja import NinjaAPI

from armybuilder.api import armies, army_edits, documents, games, imports, links, matches, pictures
from armybuilder.api.endpoints import answer, handle_errors
from armybuilder.api.openapi import document

API = NinjaAPI(
    title="Armybuilder",
    version="1.0",
    description="Games, odds, legality and your armies. Chances are exact fractions. Errors are problems (RFC 9457).",
    urls_namespace="api",
    docs_url=None,
    openapi_url=None,
)
for each in (games, armies, army_edits, imports, links, documents, matches, pictures):
    API.add_router("", each.router)
handle_errors(API)


@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document."""
    return answer(document(API), Cache_Control="public, max-age=300")
