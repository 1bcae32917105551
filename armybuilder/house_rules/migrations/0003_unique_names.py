"""A version for each set, and a name that no other set of its owner has; equal names get a number."""

from typing import Any

import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

from rulesets.core.declarations.fields import NAME_LENGTH


def number_equal_names(apps: Any, schema_editor: Any) -> None:
    """Number the names of all but the oldest of the sets that have the same one."""
    used: set[Any] = set()
    for each in apps.get_model("house_rules", "HouseRuleSet").objects.filter(deleted=None).order_by("created", "pk"):
        of_owner, name, number = (each.owner_id, each.claim_hash, each.ruleset), each.name, 1
        while (of_owner, each.name.lower()) in used:
            number += 1
            each.name = f"{name[: NAME_LENGTH - 4]} {number}"
        used.add((of_owner, each.name.lower()))
        if each.name != name:
            each.save(update_fields=["name"])


class Migration(migrations.Migration):
    dependencies = [
        ("house_rules", "0002_deleted"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    # Sets of accounts that become one have had an owner before.
    run_before = [("accounts", "0001_merge_duplicates")]

    operations = [
        migrations.AddField(
            model_name="houseruleset",
            name="version",
            field=models.PositiveIntegerField(db_default=1, default=1, editable=False),
        ),
        migrations.RunPython(number_equal_names, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="houseruleset",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("name"),
                models.F("ruleset"),
                models.F("owner"),
                condition=models.Q(("deleted", None)),
                name="house_rules_name_of_user",
            ),
        ),
        migrations.AddConstraint(
            model_name="houseruleset",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("name"),
                models.F("ruleset"),
                models.F("claim_hash"),
                condition=models.Q(("deleted", None), ("owner", None)),
                name="house_rules_name_of_browser",
            ),
        ),
    ]
