"""Addresses at the table."""

from django.urls import path

from armybuilder.play import views

app_name = "play"
urlpatterns = [
    path("<game:ruleset>/battlefield/", views.battlefield, name="battlefield"),
    path("<game:ruleset>/battlefield/map.svg", views.battlefield_map, name="battlefield_map"),
    path("<game:ruleset>/battlefield/print", views.battlefield_pdf, name="battlefield_pdf"),
]
