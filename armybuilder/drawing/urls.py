"""Addresses of pictures."""

from django.urls import path

from armybuilder.drawing import views

app_name = "drawing"
urlpatterns = [path("symbols/<slug:symbols>/<slug:code>.svg", views.symbol, name="symbol")]
