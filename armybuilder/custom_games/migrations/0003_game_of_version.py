"""A version names its game by the beginning of its slug, without a column of its own."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("custom_games", "0002_game_links"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddField(
                    "gameversion",
                    "custom_game",
                    models.ForeignObject(
                        from_fields=["stem"],
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="versions",
                        to="custom_games.customgame",
                        to_fields=["ruleset"],
                    ),
                ),
            ],
        ),
    ]
