"""Shared entries are called sets, since a collection is what a player owns."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0004_withdrawn_collections")]

    operations = [
        migrations.AlterModelOptions(
            name="collection",
            options={
                "ordering": ["name", "created"],
                "verbose_name": "set of entries",
                "verbose_name_plural": "sets of entries",
            },
        ),
    ]
