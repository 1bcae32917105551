"""The search index of armies has their words as they are, too."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def index_again(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Index every army again when somebody searches."""
    apps.get_model("armies", "Army").objects.update(indexed=0)


class Migration(migrations.Migration):
    dependencies = [("armies", "0011_import_jobs")]
    operations = [migrations.RunPython(index_again, migrations.RunPython.noop)]
