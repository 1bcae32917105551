"""Addresses for the operator of the site."""

from django.conf import settings
from django.urls import path

from armybuilder.operations import well_known
from armybuilder.site import health

app_name = "operations"
urlpatterns = [
    path("health/ready", health.ready, name="ready"),
    path("robots.txt", well_known.robots, name="robots"),
    path(".well-known/security.txt", well_known.security, name="security"),
    path(".well-known/change-password", well_known.change_password, name="change_password"),
]
if settings.METRICS:
    from armybuilder.operations import metrics_view

    urlpatterns.append(path("metrics", metrics_view.metrics, name="metrics"))
