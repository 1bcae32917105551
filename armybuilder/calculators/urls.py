"""Addresses of the calculators."""

from django.urls import path

from armybuilder.calculators import views

app_name = "calculators"
urlpatterns = [
    path("<game:ruleset>/calculators/", views.calculators, name="calculators"),
    path("<game:ruleset>/calculators/<slug:slug>/", views.calculator, name="calculator"),
    path("<game:ruleset>/rulings/<str:switch>/", views.switch_example, name="switch-example"),
]
