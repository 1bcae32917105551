"""Addresses at the table."""

from django.urls import path

from armybuilder.play import in_play_views, views

app_name = "play"
urlpatterns = [
    path("<game:ruleset>/battlefield/", views.battlefield, name="battlefield"),
    path("<game:ruleset>/battlefield/map.svg", views.battlefield_map, name="battlefield_map"),
    path("<game:ruleset>/battlefield/print", views.battlefield_pdf, name="battlefield_pdf"),
    path("armies/<str:address>/in-play", in_play_views.in_play, name="in_play"),
]
