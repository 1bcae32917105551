"""The site remembers links to battles that were withdrawn; of those before nothing is known."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("desk", "0004_players_link"),
    ]

    operations = [
        migrations.CreateModel(
            name="WithdrawnLink",
            fields=[
                ("token", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("withdrawn", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "battle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="withdrawn_links", to="desk.battle"
                    ),
                ),
            ],
            options={
                "ordering": ["-withdrawn"],
            },
        ),
    ]
