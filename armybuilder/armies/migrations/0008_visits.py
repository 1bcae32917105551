"""When each browser that has armies without an account was here last."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("armies", "0007_revisable")]

    operations = [
        migrations.CreateModel(
            name="Visit",
            fields=[
                ("claim_hash", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("day", models.DateField()),
            ],
        ),
    ]
