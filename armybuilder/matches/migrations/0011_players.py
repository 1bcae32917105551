from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0010_plans"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="player",
            field=models.CharField(blank=True, db_default="", default="", max_length=30),
        ),
    ]
