"""Addresses of the catalogue."""

from django.urls import path

from armybuilder.catalogue import views

app_name = "catalogue"
urlpatterns = [
    path("<game:ruleset>/catalogue/", views.catalogue, name="catalogue"),
    path("<game:ruleset>/catalogue/<slug:kind>/", views.kind, name="kind"),
    path("<game:ruleset>/catalogue/<slug:kind>/<path:key>/", views.entry, name="entry"),
]
