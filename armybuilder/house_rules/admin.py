"""Sets of house rules for staff."""

from typing import TYPE_CHECKING

from django.contrib import admin

from armybuilder.house_rules.models import HouseRuleSet

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[HouseRuleSet]
else:
    ModelAdmin = admin.ModelAdmin


@admin.register(HouseRuleSet)
class HouseRuleSetAdmin(ModelAdmin):
    """The list of sets."""

    list_display = ("name", "ruleset", "owner", "usual", "created", "deleted")
    list_filter = ("ruleset",)
    list_select_related = ("owner",)
    search_fields = ("name", "owner__username")
    fields = ("name", "ruleset", "rules", "owner", "usual", "deleted")
    readonly_fields = ("ruleset",)
    raw_id_fields = ("owner",)
