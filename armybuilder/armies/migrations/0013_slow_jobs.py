"""Jobs that import say whether they take long, and how much of the processor they have used."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("armies", "0012_words_as_they_are"),
    ]

    operations = [
        migrations.AddField(
            model_name="importjob",
            name="seconds",
            field=models.FloatField(db_default=0.0, default=0.0, editable=False, verbose_name="of the processor"),
        ),
        migrations.AddField(
            model_name="importjob",
            name="slow",
            field=models.BooleanField(db_default=False, default=False, editable=False, verbose_name="takes long"),
        ),
    ]
