"""Addresses of sharing: an owner's links under the army, what a link shows, and opponents."""

from django.urls import path

from armybuilder.sharing import views

app_name = "sharing"
urlpatterns = [
    path("armies/<str:address>/picture.png", views.army_picture, name="army-picture"),
    path("armies/<str:address>/strip.png", views.army_strip, name="army-strip"),
    path("armies/<str:address>/share/", views.manage, name="manage"),
    path("armies/<str:address>/share/link", views.live_link, name="live-link"),
    path("armies/<str:address>/share/<str:token>/revoke", views.revoke, name="revoke"),
    path("armies/<str:address>/share/<str:token>/restore", views.restore, name="restore"),
    path("s/<str:token>/", views.shared, name="shared"),
    path("s/<str:token>/preview.png", views.picture, name="preview"),
    path("s/<str:token>/pictures/<slug:part>.webp", views.shown_picture, name="picture"),
    path("s/<str:token>/qr.svg", views.qr, name="qr"),
    path("s/<str:token>/copy", views.copy, name="copy"),
    path("s/<str:token>/keep", views.keep, name="keep"),
    path("opponents/", views.opponents, name="opponents"),
    path("opponents/<str:token>/forget", views.forget, name="forget"),
]
