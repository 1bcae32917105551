"""Addresses of the user's account, in addition to those of the accounts library."""

from django.urls import path

from armybuilder.accounts import token_views, views

app_name = "accounts"
urlpatterns = [
    path("", views.home, name="home"),
    path("data", views.export, name="export"),
    path("delete", views.delete, name="delete"),
    path("tokens", token_views.tokens, name="tokens"),
]
