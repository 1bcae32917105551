"""Addresses of the desk."""

from django.urls import path

from armybuilder.desk import playing, views, watching

app_name = "desk"
urlpatterns = [
    path("<game:ruleset>/desk/", views.battles, name="battles"),
    path("<game:ruleset>/desk/new", views.new, name="new"),
    path("<game:ruleset>/desk/demo", views.demo, name="demo"),
    path("<game:ruleset>/desk/import", views.import_battle, name="import"),
    path("desk/<str:address>/", playing.battle, name="battle"),
    path("desk/<str:address>/link", watching.link, name="link"),
    path("b/<str:token>/", watching.watch, name="watch"),
    path("b/<str:token>/head", watching.head, name="head"),
    path("desk/<str:address>/place", playing.place, name="place"),
    path("desk/<str:address>/paint", playing.paint, name="paint"),
    path("desk/<str:address>/edits/<slug:name>", playing.edit, name="edit"),
    path("desk/<str:address>/orders", playing.orders, name="orders"),
    path("desk/<str:address>/play", playing.play, name="play"),
    path("desk/<str:address>/back", playing.back, name="back"),
    path("desk/<str:address>/finish", playing.finish, name="finish"),
    path("desk/<str:address>/undo", playing.undo, name="undo"),
    path("desk/<str:address>/redo", playing.redo, name="redo"),
    path("desk/<str:address>/report/<int:number>", views.report, name="report"),
    path("desk/<str:address>/report/<int:number>/download", views.report_file, name="report_file"),
    path("desk/<str:address>/sheets", views.sheets, name="sheets"),
    path("desk/<str:address>/map.svg", views.map_svg, name="map_svg"),
    path("desk/<str:address>/map.png", views.map_png, name="map_png"),
    path("desk/<str:address>/print", views.print_map, name="print"),
    path("desk/<str:address>/export", views.export, name="export"),
    path("desk/<str:address>/copy", views.copy, name="copy"),
    path("desk/<str:address>/delete", views.delete, name="delete"),
    path("desk/<str:address>/restore", views.restore, name="restore"),
]
