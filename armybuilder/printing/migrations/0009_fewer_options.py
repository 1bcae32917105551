"""Saved set-ups and print jobs lose the options that are gone, and take the nearest of those that are left."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

GONE = ("calibration", "order", "printer", "label_size", "backs", "opposing")


def nearest(choices: dict[str, Any]) -> dict[str, Any]:
    """The choices in terms of those that are left."""
    left = {name: value for name, value in choices.items() if name not in GONE}
    if choices.get("label_size") == "2in" and choices.get("stock", "plain") == "plain":
        left["stock"] = "plain-2in"
    if choices.get("scope") == "both":
        left["scope"] = choices.get("opposing") or "army"
    if choices.get("backs"):
        left["turning"] = "short" if choices.get("turning") == "short" else "long"
    elif choices.get("cards", True):
        left.pop("turning", None)
    elif choices.get("labels"):
        left["turning"] = choices.get("turning", "long")
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
    dependencies = [("printing", "0008_sizes_of_labels")]

    operations = [migrations.RunPython(choose_nearest, migrations.RunPython.noop)]
