"""Addresses for the site as an app and for its use offline."""

from django.urls import path

from armybuilder.offline import device, offline_edits, views

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
    path("offline/<game:ruleset>.json", device.game, name="game"),
    path("device/", device.device, name="device"),
    path("armies/<str:address>/device.json", device.army, name="army"),
    path("armies/<str:address>/edits", offline_edits.take, name="edits"),
    path("s/<str:token>/device.json", device.shared, name="shared"),
]
