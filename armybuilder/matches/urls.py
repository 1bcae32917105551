"""Addresses of games at the table."""

from django.urls import path

from armybuilder.matches.asking import calculator_views
from armybuilder.matches.history import history_views
from armybuilder.matches.report import photo_views, report_views
from armybuilder.matches.screen import match_views, news, pictures, seat_views, tracker_views
from armybuilder.matches.screen.current_match import in_play, scanned
from armybuilder.matches.screen.generic_opponent import opponent
from armybuilder.matches.screen.room import room_page
from armybuilder.matches.screen.table_map import table_map

app_name = "matches"
urlpatterns = [
    path("armies/<str:address>/in-play", in_play, name="in_play"),
    path("s/<str:token>/play/<str:holder>", scanned, name="scanned"),
    path("matches/", match_views.matches, name="list"),
    path("matches/join/", seat_views.by_code, name="by_code"),
    path("matches/join/<str:token>", seat_views.join, name="join"),
    path("matches/join/<str:token>/code", seat_views.code, name="code"),
    path("matches/join/<str:token>/picture.png", pictures.seat_picture, name="picture"),
    path("matches/history", history_views.history, name="history"),
    path("matches/history.csv", history_views.history_csv, name="history_csv"),
    path("matches/<str:address>", tracker_views.match, name="match"),
    path("matches/<str:address>/codes", tracker_views.codes, name="codes"),
    path("matches/<str:address>/events", tracker_views.events, name="events"),
    path("matches/<str:address>/news", news.news, name="news"),
    path("matches/<str:address>/room", room_page, name="room"),
    path("matches/<str:address>/map", table_map, name="map"),
    path("matches/<str:address>/engage", tracker_views.engage_page, name="engage"),
    path("matches/<str:address>/calculators/", calculator_views.calculators, name="calculators"),
    path("matches/<str:address>/calculators/<slug:slug>/", calculator_views.calculator, name="calculator"),
    path("matches/<str:address>/units", tracker_views.units, name="units"),
    path("matches/<str:address>/units/<int:side>/<str:holder>", tracker_views.unit, name="unit"),
    path("matches/<str:address>/device.json", tracker_views.device, name="device"),
    path("matches/<str:address>/delete", match_views.delete, name="delete"),
    path("matches/<str:address>/restore", match_views.restore, name="restore"),
    path("matches/<str:address>/follow", match_views.follow, name="follow"),
    path("matches/<str:address>/verdict", match_views.verdict, name="verdict"),
    path("matches/<str:address>/opponent", opponent, name="opponent"),
    path("matches/<str:address>/seats", seat_views.seats, name="seats"),
    path("matches/<str:address>/log/<int:number>", report_views.then, name="then"),
    path("matches/<str:address>/photo", photo_views.change_photo, name="change_photo"),
    path("matches/<str:address>/photo.webp", photo_views.photo, name="photo"),
    path("matches/<str:address>/report", report_views.report, name="report"),
    path("matches/<str:address>/picture.png", pictures.match_picture, name="match_picture"),
    path("matches/<str:address>/report.md", report_views.report_markdown, name="report_markdown"),
    path("matches/<str:address>/report.pdf", report_views.report_pdf, name="report_pdf"),
    path("<game:ruleset>/matches/new", match_views.new, name="new"),
]
