"""Addresses of the catalogue."""

from django.urls import path

from armybuilder.catalogue import collections, own, views

app_name = "catalogue"
urlpatterns = [
    path("<game:ruleset>/catalogue/", views.catalogue, name="catalogue"),
    path("<game:ruleset>/catalogue/<slug:kind>/", views.kind, name="kind"),
    path("<game:ruleset>/catalogue/<slug:kind>/new", own.new, name="new"),
    path("<game:ruleset>/collections/", collections.collections, name="collections"),
    path("c/<str:token>/", collections.collection, name="collection"),
    path("c/<str:token>/pictures/<int:number>.webp", collections.collection_picture, name="collection-picture"),
    path("c/<str:token>/copy", collections.copy, name="copy"),
    path("c/<str:token>/withdraw", collections.withdraw, name="withdraw"),
    path("c/<str:token>/restore", collections.restore, name="restore"),
    path("<game:ruleset>/catalogue/<slug:kind>/<path:key>/picture", collections.picture, name="picture"),
    path("<game:ruleset>/catalogue/<slug:kind>/<path:key>/edit", own.edit, name="edit"),
    path("<game:ruleset>/catalogue/<slug:kind>/<path:key>/delete", own.delete, name="delete"),
    path("<game:ruleset>/catalogue/<slug:kind>/<path:key>/", views.entry, name="entry"),
]
