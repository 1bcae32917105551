"""Print jobs say whether they take long, and how much of the processor they have used."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("printing", "0010_dashboards"),
    ]

    operations = [
        migrations.AddField(
            model_name="printjob",
            name="seconds",
            field=models.FloatField(db_default=0.0, default=0.0, editable=False, verbose_name="of the processor"),
        ),
        migrations.AddField(
            model_name="printjob",
            name="slow",
            field=models.BooleanField(db_default=False, default=False, editable=False, verbose_name="takes long"),
        ),
    ]
