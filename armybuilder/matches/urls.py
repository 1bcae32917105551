"""Addresses of games at the table."""

from django.urls import path

from armybuilder.matches import calculator_views, news, pictures, playing, report_views, seat_views, views
from armybuilder.matches.by_kind import opponent
from armybuilder.matches.in_play import in_play, scanned

app_name = "matches"
urlpatterns = [
    path("armies/<str:address>/in-play", in_play, name="in_play"),
    path("s/<str:token>/play/<str:holder>", scanned, name="scanned"),
    path("matches/", views.matches, name="list"),
    path("matches/join/<str:token>", seat_views.join, name="join"),
    path("matches/join/<str:token>/code", seat_views.code, name="code"),
    path("matches/join/<str:token>/picture.png", pictures.seat_picture, name="picture"),
    path("matches/<str:address>", playing.match, name="match"),
    path("matches/<str:address>/codes", playing.codes, name="codes"),
    path("matches/<str:address>/events", playing.events, name="events"),
    path("matches/<str:address>/news", news.news, name="news"),
    path("matches/<str:address>/engage", playing.engage_page, name="engage"),
    path("matches/<str:address>/calculators/", calculator_views.calculators, name="calculators"),
    path("matches/<str:address>/calculators/<slug:slug>/", calculator_views.calculator, name="calculator"),
    path("matches/<str:address>/units", playing.units, name="units"),
    path("matches/<str:address>/units/<int:side>/<str:holder>", playing.unit, name="unit"),
    path("matches/<str:address>/device.json", playing.device, name="device"),
    path("matches/<str:address>/delete", views.delete, name="delete"),
    path("matches/<str:address>/restore", views.restore, name="restore"),
    path("matches/<str:address>/follow", views.follow, name="follow"),
    path("matches/<str:address>/opponent", opponent, name="opponent"),
    path("matches/<str:address>/seats", seat_views.seats, name="seats"),
    path("matches/<str:address>/log/<int:number>", report_views.then, name="then"),
    path("matches/<str:address>/report", report_views.report, name="report"),
    path("matches/<str:address>/picture.png", pictures.match_picture, name="match_picture"),
    path("matches/<str:address>/report.md", report_views.report_markdown, name="report_markdown"),
    path("matches/<str:address>/report.pdf", report_views.report_pdf, name="report_pdf"),
    path("<game:ruleset>/matches/new", views.new, name="new"),
]
