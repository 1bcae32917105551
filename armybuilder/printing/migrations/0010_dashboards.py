"""Saved set-ups and print jobs with cards of groups have dashboards instead."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def nearest(choices: dict[str, Any]) -> dict[str, Any]:
    """The choices in terms of those that are left."""
    left = {name: value for name, value in choices.items() if name != "cards_for"}
    if choices.get("cards", True) and choices.get("cards_for") in ("groups", "both"):
        left |= {"dashboards": True, "cards": choices["cards_for"] == "both"}
    return left


def choose_nearest(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for name in ("Setup", "PrintJob"):
        model: Any = apps.get_model("printing", name)
        for row in model.objects.using(schema_editor.connection.alias):
            left = nearest(row.choices)
            if left != row.choices:
                row.choices = left
                row.save(update_fields=["choices"])


class Migration(migrations.Migration):
    dependencies = [("printing", "0009_fewer_options")]

    operations = [migrations.RunPython(choose_nearest, migrations.RunPython.noop)]
