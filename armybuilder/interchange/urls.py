"""Addresses of files of armies and catalogues."""

from django.urls import path

from armybuilder.interchange import army_views, entry_views

app_name = "interchange"
urlpatterns = [
    path("armies/import", army_views.import_army, name="import"),
    path("armies/import/<str:token>", army_views.import_job, name="import-job"),
    path("armies/import/<str:token>/game", army_views.choose_game, name="import-game"),
    path("armies/import/<str:token>/cancel", army_views.cancel_import, name="cancel-import"),
    path("armies/file-format/<game:ruleset>", army_views.file_format, name="file-format"),
    path("armies/file-format/<game:ruleset>/schema.json", army_views.schema, name="schema"),
    path("armies/<str:address>/files", army_views.files, name="files"),
    path("armies/<str:address>/export", army_views.export, name="export"),
    path("armies/<str:address>/export/<slug:name>", army_views.export, name="format"),
    path("<game:ruleset>/catalogue.gst", entry_views.game_file, {"ending": "gst"}, name="game-system"),
    path("<game:ruleset>/catalogue.cat", entry_views.game_file, {"ending": "cat"}, name="catalogue-file"),
    path("<game:ruleset>/catalogue/<slug:kind>/paste", entry_views.paste, name="paste"),
    path("<game:ruleset>/catalogue/<slug:kind>/table.csv", entry_views.table, {"ending": "csv"}, name="table"),
    path("<game:ruleset>/catalogue/<slug:kind>/table.xlsx", entry_views.table, {"ending": "xlsx"}, name="workbook"),
    path("<game:ruleset>/catalogue/<slug:kind>/own.json", entry_views.document, name="document"),
]
