"""Armies of some units for one evening know the army whose models they share."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("armies", "0017_help_texts")]
    operations = [
        migrations.AddField(
            model_name="army",
            name="part_of",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=60),
        )
    ]
