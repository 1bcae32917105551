"""Addresses of what makes the site an app on a phone."""

from django.urls import path

from armybuilder.offline import views

app_name = "offline"
urlpatterns = [
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("icon-<int:width>.png", views.icon, name="icon"),
    path("service-worker.js", views.service_worker, name="service_worker"),
    path("engine-worker.js", views.engine_worker, name="engine_worker"),
    path("engine/parts.json", views.engine_parts, name="engine_parts"),
    path("engine/<path:path>", views.engine_part, name="engine_part"),
    path("offline", views.no_network, name="no_network"),
    path("offline/forget", views.forget, name="forget"),
]
