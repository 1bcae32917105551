"""Addresses of the guide."""

from django.urls import path

from armybuilder.guide import views

app_name = "guide"
urlpatterns = [
    path("guide/", views.contents, name="contents"),
    path("guide/all/", views.whole, name="whole"),
    path("guide/<slug:slug>/", views.page, name="page"),
    path("<game:ruleset>/guide/", views.game, name="game"),
]
