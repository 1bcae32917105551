"""Games for staff: search, view, delete and restore. Documents are changed only by their players."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.http import HttpRequest

from armybuilder.custom_games.models import CustomGame

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[CustomGame]
else:
    ModelAdmin = admin.ModelAdmin


@admin.register(CustomGame)
class CustomGameAdmin(ModelAdmin):
    """The list of games."""

    list_display = ("name", "owner", "published", "updated", "deleted")
    list_filter = ("updated",)
    list_select_related = ("owner",)
    search_fields = ("id", "ruleset", "name", "owner__username", "owner__email")
    date_hierarchy = "updated"
    fields = ("id", "name", "ruleset", "owner", "published", "created", "updated", "deleted")
    readonly_fields = ("id", "name", "ruleset", "published", "created", "updated")
    raw_id_fields = ("owner",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Players describe their games."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: CustomGame | None = None) -> bool:
        """Only its owner deletes a game for good."""
        return False
