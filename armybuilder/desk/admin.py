"""Battles for staff: search, view, delete and restore. Documents are changed only on the desk."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.http import HttpRequest

from armybuilder.desk.models import Battle

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Battle]
else:
    ModelAdmin = admin.ModelAdmin


@admin.register(Battle)
class BattleAdmin(ModelAdmin):
    """The list of battles."""

    list_display = ("name", "ruleset", "owner", "rounds", "over", "updated", "deleted")
    list_filter = ("ruleset", "over", "updated")
    list_select_related = ("owner",)
    search_fields = ("id", "name", "owner__username", "owner__email")
    date_hierarchy = "updated"
    fields = ("id", "name", "ruleset", "owner", "rounds", "over", "version", "created", "updated", "deleted")
    readonly_fields = ("id", "name", "ruleset", "rounds", "over", "version", "created", "updated")
    raw_id_fields = ("owner",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Battles are begun on the desk."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Battle | None = None) -> bool:
        """Only its owner deletes a battle for good."""
        return False
