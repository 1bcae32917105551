"""Addresses of suggestions."""

from django.urls import path

from armybuilder.armies.suggestions import views

app_name = "suggestions"
urlpatterns = [
    path("armies/<str:address>/complete/<str:group>", views.complete_group, name="complete"),
    path("armies/<str:address>/random", views.add_random_group, name="random"),
    path("armies/random/<game:ruleset>/new", views.begin_with_random_group, name="random-new"),
    path("armies/<str:address>/mend/all", views.fix_everything, name="fix-all"),
    path("armies/<str:address>/mend/<int:number>", views.fix_finding, name="fix"),
]
