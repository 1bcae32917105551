"""Saved set-ups and print jobs lose the choices that are gone, and take the nearest of those that are left."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

GONE = (
    "label_width",
    "label_height",
    "sides",
    "fakes",
    "strip_width",
    "strip_height",
    "grid_columns",
    "grid_rows",
    "grid_left",
    "grid_top",
    "grid_across",
    "grid_down",
)
HALFWAY = 3810
"""Hundredths of a millimetre between the two sizes of labels that are left."""


def nearest(choices: dict[str, Any]) -> dict[str, Any]:
    """The choices in terms of those that are left."""
    left = {name: value for name, value in choices.items() if name not in GONE}
    if left.get("label_size") == "own":
        left["label_size"] = "2in" if choices.get("label_width", 0) > HALFWAY else "1in"
    if left.get("stock") == "grid":
        left["stock"] = "plain"
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
    dependencies = [("printing", "0007_fewer_choices")]

    operations = [migrations.RunPython(choose_nearest, migrations.RunPython.noop)]
