"""Addresses of one army against another."""

from django.urls import path

from armybuilder.plans import views

app_name = "plans"
urlpatterns = [
    path("<game:ruleset>/army-against-army/", views.armies, name="armies"),
    path("<game:ruleset>/army-against-army/table.csv", views.armies_csv, name="armies_csv"),
    path("<game:ruleset>/army-against-army/sheet.pdf", views.armies_pdf, name="armies_pdf"),
    path(f"<game:ruleset>/calculators/{views.FORMER}/", views.former, name="former"),
    path("matches/<str:address>/plan", views.plan, name="plan"),
    path("matches/<str:address>/armies/", views.match_armies, name="match_armies"),
    path("matches/<str:address>/armies/table.csv", views.match_armies_csv, name="match_armies_csv"),
    path("matches/<str:address>/armies/sheet.pdf", views.match_armies_pdf, name="match_armies_pdf"),
]
