"""Addresses of suggestions."""

from django.urls import path

from armybuilder.suggesting import views

app_name = "suggesting"
urlpatterns = [
    path("armies/<str:address>/complete/<str:group>", views.complete_group, name="complete"),
    path("armies/<str:address>/mend/all", views.mend_everything, name="mend-all"),
    path("armies/<str:address>/mend/<int:number>", views.mend_finding, name="mend"),
]
