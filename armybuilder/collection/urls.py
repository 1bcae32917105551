"""Addresses of collections."""

from django.urls import path

from armybuilder.collection import photos, views

app_name = "collection"
urlpatterns = [
    path("collection/<game:ruleset>", views.shelf, name="shelf"),
    path("collection/<game:ruleset>/others", views.others, name="others"),
    path("collection/<game:ruleset>/table.csv", views.shelf_csv, name="shelf_csv"),
    path("collection/<game:ruleset>/missing", views.missing, name="missing"),
    path("collection/<game:ruleset>/missing.csv", views.missing_csv, name="missing_csv"),
    path("collection/<game:ruleset>/missing.pdf", views.missing_pdf, name="missing_pdf"),
    path("collection/<game:ruleset>/<slug:kind>/<path:key>/photo", photos.photo, name="photo"),
    path("collection/<game:ruleset>/<slug:kind>/<path:key>/photo/change", photos.change_photo, name="change_photo"),
    path("collection/<game:ruleset>/<slug:kind>/<path:key>/photo.webp", photos.photo_file, name="photo_file"),
]
