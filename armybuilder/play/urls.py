"""Addresses of armies in play."""

from django.urls import path

from armybuilder.play import views

app_name = "play"
urlpatterns = [path("armies/<str:address>/in-play", views.in_play, name="in_play")]
