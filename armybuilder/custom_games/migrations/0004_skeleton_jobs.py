"""Jobs that read data files as the skeleton of a game."""

import django.utils.timezone
from django.db import migrations, models

import armybuilder.site.claims


class Migration(migrations.Migration):
    dependencies = [
        ("custom_games", "0003_game_of_version"),
    ]

    operations = [
        migrations.CreateModel(
            name="SkeletonJob",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=armybuilder.site.claims.new_token,
                        editable=False,
                        max_length=40,
                        primary_key=True,
                        serialize=False,
                        verbose_name="address",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("failed", "Failed"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("problem", models.TextField(blank=True)),
                (
                    "field",
                    models.CharField(
                        blank=True,
                        help_text="Leave blank for all choices.",
                        max_length=30,
                        verbose_name="of which choice",
                    ),
                ),
                (
                    "person",
                    models.CharField(
                        blank=True, db_index=True, editable=False, max_length=64, verbose_name="ordered by"
                    ),
                ),
                (
                    "address",
                    models.CharField(
                        blank=True, db_index=True, editable=False, max_length=64, verbose_name="ordered from"
                    ),
                ),
                ("starts", models.PositiveSmallIntegerField(default=0)),
                (
                    "slow",
                    models.BooleanField(db_default=False, default=False, editable=False, verbose_name="takes long"),
                ),
                (
                    "seconds",
                    models.FloatField(db_default=0.0, default=0.0, editable=False, verbose_name="of the processor"),
                ),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                ("heard", models.DateTimeField(default=django.utils.timezone.now, verbose_name="last heard of")),
                ("content", models.BinaryField()),
                ("report", models.JSONField(default=dict)),
            ],
            options={
                "ordering": ["created"],
                "abstract": False,
            },
        ),
    ]
