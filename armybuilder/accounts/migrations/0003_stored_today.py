"""The bytes that each network address has stored in a day."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_unique_email")]

    operations = [
        migrations.CreateModel(
            name="StoredToday",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("address", models.CharField(max_length=64)),
                ("day", models.DateField()),
                ("bytes", models.PositiveBigIntegerField(default=0)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("address", "day"), name="stored_today_once")],
            },
        ),
    ]
