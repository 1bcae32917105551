"""The catalogue in the admin: all entries can be viewed, players' own can be changed."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

from armybuilder.catalogue.models import EntryRow

if TYPE_CHECKING:
    Admin = admin.ModelAdmin[EntryRow]
else:
    Admin = admin.ModelAdmin


@admin.register(EntryRow)
class EntryRowAdmin(Admin):
    """Entries by game and kind. Those of the games come from their files and are read-only here."""

    list_display = ("name", "ruleset", "kind", "key", "source", "owner", "cite")
    list_filter = ("ruleset", "kind", "source")
    list_select_related = ("owner",)
    search_fields = ("name", "key", "cite", "owner__username")
    autocomplete_fields = ("owner",)

    def has_change_permission(self, request: HttpRequest, obj: EntryRow | None = None) -> bool:
        """Whether a player wrote the entry."""
        return super().has_change_permission(request, obj) and (obj is None or obj.is_players)

    def has_delete_permission(self, request: HttpRequest, obj: EntryRow | None = None) -> bool:
        """Whether a player wrote the entry."""
        return super().has_delete_permission(request, obj) and (obj is None or obj.is_players)

    def get_actions(self, request: HttpRequest) -> Any:
        """No bulk actions, since they would include rulebook entries."""
        return {}
