"""Addresses of the armies."""

from django.urls import path

from armybuilder.armies import conflicts, library, pictures, tonight, using_entries, views

app_name = "armies"
urlpatterns = [
    path("", library.my_armies, name="list"),
    path("arrange", library.arrange, name="arrange"),
    path("new/<game:ruleset>", views.new, name="new"),
    path("random/<game:ruleset>", using_entries.use_random_group, name="use-random-group"),
    path("use/<game:ruleset>/<slug:kind>/<path:key>", using_entries.use_entry, name="use-entry"),
    path("<str:address>/", views.builder, name="builder"),
    path("<str:address>/edits/<slug:name>", views.edit, name="edit"),
    path("<str:address>/undo", views.undo, name="undo"),
    path("<str:address>/redo", views.redo, name="redo"),
    path("<str:address>/versions/<int:number>", conflicts.versions, name="versions"),
    path("<str:address>/resolve", conflicts.resolve, name="resolve"),
    path("<str:address>/pictures/", pictures.change_picture, name="change-picture"),
    path("<str:address>/pictures/<slug:part>.webp", pictures.picture, name="picture"),
    path("<str:address>/copy", views.copy, name="copy"),
    path("<str:address>/tonight", tonight.choose, name="tonight"),
    path("<str:address>/delete", library.delete, name="delete"),
    path("<str:address>/restore", library.restore, name="restore"),
]
