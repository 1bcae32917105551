"""Addresses of the search."""

from django.urls import path

from armybuilder.search import views

app_name = "search"
urlpatterns = [
    path("search", views.search, name="everything"),
    path("<game:ruleset>/search", views.search, name="game"),
]
