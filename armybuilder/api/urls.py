"""Addresses of the API."""

from typing import Any

from django.urls import path

from armybuilder.api.browse import browse
from armybuilder.api.endpoints import entrance
from armybuilder.api.site import API, openapi

app_name = "api"
every: list[Any] = API.urls[0]
endpoints = [each for each in every if each.name != "api-root"]
for each in endpoints:
    each.callback = entrance(each.callback)

urlpatterns = [path("", browse, name="browse"), path("openapi.json", entrance(openapi), name="openapi"), *endpoints]
