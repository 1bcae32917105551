"""Saved set-ups take the nearest of the choices that are left."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

NEAREST = {
    "roster_kind": {"compact": "full"},
    "card_size": {"mini": "poker"},
    "type_size": {"11": "10", "13": "12", "14": "16"},
}


def choose_nearest(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    setups: Any = apps.get_model("printing", "Setup")
    for setup in setups.objects.using(schema_editor.connection.alias):
        nearest = {
            name: choices[setup.choices[name]]
            for name, choices in NEAREST.items()
            if setup.choices.get(name) in choices
        }
        if nearest:
            setup.choices.update(nearest)
            setup.save(update_fields=["choices"])


class Migration(migrations.Migration):
    dependencies = [("printing", "0006_file_without_one")]

    operations = [migrations.RunPython(choose_nearest, migrations.RunPython.noop)]
