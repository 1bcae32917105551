"""Rows of collections for staff."""

from typing import TYPE_CHECKING

from django.contrib import admin

from armybuilder.collection.models import CollectionRow

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[CollectionRow]
else:
    ModelAdmin = admin.ModelAdmin


@admin.register(CollectionRow)
class CollectionRowAdmin(ModelAdmin):
    """The list of rows."""

    list_display = ("key", "kind", "ruleset", "count", "painted", "owner")
    list_filter = ("ruleset",)
    list_select_related = ("owner",)
    search_fields = ("key", "owner__username")
    readonly_fields = ("ruleset", "kind", "key")
    raw_id_fields = ("owner",)
