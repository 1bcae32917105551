"""Armies for staff: find, view, delete and restore them. Documents can only be changed in the builder."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.http import HttpRequest

from armybuilder.armies.models import Army, Revision

if TYPE_CHECKING:
    TabularInline = admin.TabularInline[Revision, Army]
    ModelAdmin = admin.ModelAdmin[Army]
else:
    TabularInline, ModelAdmin = admin.TabularInline, admin.ModelAdmin


class RevisionInline(TabularInline):
    """An army's revisions."""

    model = Revision
    fields = readonly_fields = (
        "number",
        "parent",
        "aside",
        "summary",
        "author",
        "created",
        "units",
        "errors",
        "warnings",
    )
    extra = 0
    can_delete = False
    ordering = ("-number",)

    def has_add_permission(self, request: HttpRequest, obj: Army | None = None) -> bool:
        """Revisions are only created by saving an army."""
        return False


@admin.register(Army)
class ArmyAdmin(ModelAdmin):
    """The list of armies."""

    list_display = ("name", "ruleset", "owner", "example", "head", "updated", "deleted")
    list_filter = ("ruleset", "example", "updated")
    list_select_related = ("owner",)
    search_fields = ("id", "name", "owner__username", "owner__email")
    date_hierarchy = "updated"
    fields = ("id", "name", "ruleset", "owner", "example", "head", "latest", "created", "updated", "deleted")
    readonly_fields = ("id", "name", "ruleset", "example", "head", "latest", "created", "updated")
    raw_id_fields = ("owner",)
    inlines = (RevisionInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Armies are created in the builder."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Army | None = None) -> bool:
        """Only owners delete armies permanently; staff cannot delete an account that still has armies either."""
        return False
