from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("club_evenings", "0001_evenings"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="has_left",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
