"""Imports have the game that was chosen for a file which names none."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("armies", "0014_plain_words")]
    operations = [
        migrations.AddField(
            model_name="importjob",
            name="game",
            field=models.SlugField(blank=True, db_default="", db_index=False, default="", max_length=40),
        )
    ]
