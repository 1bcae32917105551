"""The API as a whole: version 1 with all its endpoints."""

from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string
from django.views.decorators.http import require_safe
from ninja import NinjaAPI

from armybuilder.api import armies, army_edits, documents, games, imports, links, pictures
from armybuilder.api.endpoints import answer, handle_errors
from armybuilder.api.openapi import document
from armybuilder.site.parts import all_parts

API = NinjaAPI(
    title="Armybuilder",
    version="1.0",
    description="Games, odds, legality and your armies. Chances are exact fractions. "
    "Errors are returned as problem details (RFC 9457).",
    urls_namespace="api",
    docs_url=None,
    openapi_url=None,
)
for each in (games, armies, army_edits, imports, links, documents):
    API.add_router("", each.router)
for router in (router for part in all_parts() for router in part.routers):
    API.add_router("", import_string(router))
API.add_router("", pictures.router)
handle_errors(API)


@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document."""
    return answer(document(API), Cache_Control="public, max-age=300")
