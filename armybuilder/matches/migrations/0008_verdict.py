from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0007_forces_changed"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="verdict",
            field=models.CharField(blank=True, db_default="", default="", max_length=10),
        ),
    ]
