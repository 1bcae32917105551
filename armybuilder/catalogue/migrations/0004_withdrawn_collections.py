"""Withdrawn collections stay, so that this can be undone; until now they were deleted."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0003_collections"),
    ]

    operations = [
        migrations.AddField(
            model_name="collection",
            name="withdrawn",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
