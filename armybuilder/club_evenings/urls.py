"""Addresses of club evenings."""

from django.urls import path

from armybuilder.club_evenings import views

app_name = "club_evenings"
urlpatterns = [
    path("evenings/", views.evenings, name="evenings"),
    path("evenings/<str:token>", views.evening, name="evening"),
    path("evenings/<str:token>/join", views.join_evening, name="join"),
    path("evenings/<str:token>/leave", views.leave_evening, name="leave"),
    path("evenings/<str:token>/change", views.change, name="change"),
    path("evenings/<str:token>/result", views.result, name="result"),
]
