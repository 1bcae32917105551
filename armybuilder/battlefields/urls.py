"""Addresses of battlefields."""

from django.urls import path

from armybuilder.battlefields import views

app_name = "battlefields"
urlpatterns = [
    path("<game:ruleset>/battlefield/", views.battlefield, name="battlefield"),
    path("<game:ruleset>/battlefield/map.svg", views.battlefield_map, name="battlefield_map"),
    path("<game:ruleset>/battlefield/print", views.battlefield_pdf, name="battlefield_pdf"),
]
