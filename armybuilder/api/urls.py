"""Addresses of the API."""

from typing import Any

from django.urls import path

from armybuilder.api.browse import browse
from armybuilder.api.endpoints import as_token_owner
from armybuilder.api.site import API, openapi

app_name = "api"
every: list[Any] = API.urls[0]
endpoints = [each for each in every if each.name != "api-root"]
for each in endpoints:
    each.callback = as_token_owner(each.callback)

urlpatterns = [
    path("", browse, name="browse"),
    path("openapi.json", as_token_owner(openapi), name="openapi"),
    *endpoints,
]
