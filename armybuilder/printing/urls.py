"""Addresses of printing, under an army's own."""

from django.urls import path

from armybuilder.printing import preview_views, setup_views, views

app_name = "printing"
urlpatterns = [
    path("armies/<str:address>/print/", views.choose, name="choose"),
    path("armies/<str:address>/print/preview", preview_views.preview, name="preview"),
    path("armies/<str:address>/cards/<slug:part>", preview_views.card, name="card"),
    path("armies/<str:address>/print/save", setup_views.save, name="save"),
    path("armies/<str:address>/print/setups/<str:setup>", setup_views.reprint, name="reprint"),
    path("armies/<str:address>/print/setups/<str:setup>/delete", setup_views.delete, name="delete_setup"),
    path("<game:ruleset>/catalogue/<slug:kind>/card", preview_views.entry_card, name="entry-card"),
    path("s/<str:token>/print", views.shared, name="shared"),
    path("print/<str:digest>.css", preview_views.preview_style, name="preview_style"),
    path("armies/<str:address>/print/<str:token>", views.job, name="job"),
    path("armies/<str:address>/print/<str:token>/cancel", views.cancel, name="cancel"),
    path("armies/<str:address>/print/<str:token>/file", views.file, name="file"),
]
