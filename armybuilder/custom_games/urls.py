"""Addresses of custom games."""

from django.urls import path

from armybuilder.custom_games import newer, sharing, skeleton_views, views
from armybuilder.custom_games.editor import beginning_views
from armybuilder.custom_games.editor import views as editor

app_name = "custom_games"
urlpatterns = [
    path("your-games/", views.games, name="games"),
    path("your-games/begin", beginning_views.begin, name="begin"),
    path("your-games/new", views.new, name="new"),
    path("your-games/import", views.import_game, name="import"),
    path("your-games/data-files", skeleton_views.skeleton, name="skeleton"),
    path("your-games/data-files/<str:token>", skeleton_views.skeleton_job, name="skeleton-job"),
    path("your-games/data-files/<str:token>/create", skeleton_views.create_from_skeleton, name="create-skeleton"),
    path("your-games/data-files/<str:token>/cancel", skeleton_views.cancel_skeleton, name="cancel-skeleton"),
    path("armies/<str:address>/newer-version", newer.newer, name="newer"),
    path("your-games/schema.json", views.schema, name="schema"),
    path("your-games/shared/<str:token>", sharing.shared, name="shared"),
    path("your-games/<str:address>/link", sharing.link, name="link"),
    path("your-games/<str:address>/", views.game, name="game"),
    path("your-games/<str:address>/save", views.save, name="save"),
    path("your-games/<str:address>/undo", views.undo, name="undo"),
    path("your-games/<str:address>/redo", views.redo, name="redo"),
    path("your-games/<str:address>/publish", views.publish_game, name="publish"),
    path("your-games/<str:address>/export", views.export, name="export"),
    path("your-games/<str:address>/copy", views.copy, name="copy"),
    path("your-games/<str:address>/delete", views.delete, name="delete"),
    path("your-games/<str:address>/restore", views.restore, name="restore"),
    path("your-games/<str:address>/erase", views.erase_game, name="erase"),
    path("your-games/<str:address>/edit/", editor.first, name="first-part"),
    path("your-games/<str:address>/edit/<path:place>", editor.edit, name="edit"),
    path("your-games/<str:address>/preview/<path:place>", editor.preview, name="preview"),
    path("your-games/<str:address>/card/<str:digest>", editor.card, name="card"),
]
