from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0009_codes"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="plans",
            field=models.PositiveSmallIntegerField(
                choices=[(0, "Off"), (1, "Offered"), (2, "Allowed"), (3, "Used")], db_default=0, default=0
            ),
        ),
    ]
