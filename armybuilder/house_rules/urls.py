"""Addresses of the sets of house rules."""

from django.urls import path

from armybuilder.house_rules import views

app_name = "house_rules"
urlpatterns = [
    path("house-rules/shared/<str:token>", views.shared, name="shared"),
    path("house-rules/<game:ruleset>", views.sets, name="sets"),
    path("house-rules/<game:ruleset>/<str:key>", views.change, name="change"),
    path("armies/<str:address>/house-rules", views.of_army, name="army"),
]
