"""Links of games that were withdrawn, so that the site says what happened to them."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("custom_games", "0001_games"),
    ]

    operations = [
        migrations.CreateModel(
            name="WithdrawnGameLink",
            fields=[
                ("token", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("withdrawn", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "custom_game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="withdrawn_links",
                        to="custom_games.customgame",
                    ),
                ),
            ],
            options={
                "ordering": ["-withdrawn"],
            },
        ),
    ]
