"""Addresses of the games' pages."""

from django.urls import path

from armybuilder.games import views

app_name = "games"
urlpatterns = [
    path("<game:ruleset>/", views.game, name="game"),
    path("<game:ruleset>/card.svg", views.card, name="card"),
    path("<game:ruleset>/reference/", views.reference, name="reference"),
    path("<game:ruleset>/rules/", views.rules, name="rules"),
    path("<game:ruleset>/rulings/", views.rulings, name="rulings"),
]
