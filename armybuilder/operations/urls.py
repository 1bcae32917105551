"""Addresses for the operator of the site."""

from django.urls import path

from armybuilder.operations import health, metrics_view

app_name = "operations"
urlpatterns = [
    path("health/ready", health.ready, name="ready"),
    path("metrics", metrics_view.metrics, name="metrics"),
]
