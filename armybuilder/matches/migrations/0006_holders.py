"""What has boxes is called their holder in stored entries, as in the code."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def renamed(plain: Any, before: str, after: str) -> Any:
    """The value with the key renamed wherever it stands."""
    if isinstance(plain, dict):
        return {after if key == before else key: renamed(value, before, after) for key, value in plain.items()}
    return [renamed(value, before, after) for value in plain] if isinstance(plain, list) else plain


def rename(apps: Apps, before: str, after: str) -> None:
    """Rename the key in the entries of all matches."""
    revisions = apps.get_model("matches", "MatchRevision").objects
    for revision in revisions.only("entry").iterator(chunk_size=200):
        revision.entry = renamed(revision.entry, before, after)
        revision.save(update_fields=["entry"])


def forwards(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """To the present name."""
    rename(apps, "bearer", "holder")


def backwards(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """To the former name."""
    rename(apps, "holder", "bearer")


class Migration(migrations.Migration):
    """Renames a key of JSON."""

    dependencies = [("matches", "0005_follows")]

    operations = [migrations.RunPython(forwards, backwards)]
