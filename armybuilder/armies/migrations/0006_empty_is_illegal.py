"""Revisions stored before an army had to have units were counted without an error."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def count_the_error(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give one error to each revision that has neither units nor errors."""
    apps.get_model("armies", "Revision").objects.filter(units=0, errors=0).update(errors=1)


class Migration(migrations.Migration):
    dependencies = [("armies", "0005_settled")]

    operations = [migrations.RunPython(count_the_error, migrations.RunPython.noop)]
