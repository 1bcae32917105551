"""Addresses of an army's history."""

from django.urls import path

from armybuilder.armies.history import views

app_name = "history"
urlpatterns = [
    path("armies/<str:address>/history", views.history, name="history"),
    path("armies/<str:address>/history/compare", views.compare, name="compare"),
    path("armies/<str:address>/history/<int:number>/restore", views.restore, name="restore"),
]
