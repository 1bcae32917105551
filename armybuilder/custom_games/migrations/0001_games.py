"""Drafts of described games with their revisions, and their published versions."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import armybuilder.revisions.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="CustomGame",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=armybuilder.revisions.models.new_address,
                        editable=False,
                        max_length=60,
                        primary_key=True,
                        serialize=False,
                        verbose_name="address",
                    ),
                ),
                ("ruleset", models.SlugField(max_length=40, verbose_name="game")),
                ("name", models.CharField(blank=True, max_length=80)),
                ("claim_hash", models.CharField(blank=True, editable=False, max_length=64)),
                ("head", models.PositiveIntegerField(default=1)),
                ("latest", models.PositiveIntegerField(default=1)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("updated", models.DateTimeField()),
                ("deleted", models.DateTimeField(blank=True, null=True)),
                ("published", models.PositiveIntegerField(db_default=0, default=0)),
                ("link_token", models.CharField(blank=True, db_index=True, default="", editable=False, max_length=40)),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["-updated"],
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="GameRevision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("parent", models.PositiveIntegerField(blank=True, null=True)),
                ("aside", models.BooleanField(default=False)),
                ("resolved", models.BooleanField(default=False)),
                ("document", models.BinaryField()),
                ("summary", models.CharField(max_length=200)),
                ("created", models.DateTimeField()),
                (
                    "custom_game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="revisions",
                        to="custom_games.customgame",
                    ),
                ),
            ],
            options={
                "ordering": ["custom_game", "number"],
            },
        ),
        migrations.CreateModel(
            name="GameVersion",
            fields=[
                ("slug", models.SlugField(max_length=40, primary_key=True, serialize=False)),
                ("stem", models.SlugField(db_index=False, max_length=40)),
                ("number", models.PositiveIntegerField()),
                ("title", models.CharField(max_length=60)),
                ("document", models.BinaryField()),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["stem", "-number"],
                "constraints": [models.UniqueConstraint(fields=("stem", "number"), name="game_version_once")],
            },
        ),
        migrations.AddIndex(
            model_name="customgame",
            index=models.Index(fields=["claim_hash", "-updated"], name="customgame_of_claim"),
        ),
        migrations.AddIndex(
            model_name="customgame",
            index=models.Index(fields=["owner", "-updated"], name="customgame_of_owner"),
        ),
        migrations.AddConstraint(
            model_name="customgame",
            constraint=models.UniqueConstraint(fields=("ruleset",), name="stem_once"),
        ),
        migrations.AddIndex(
            model_name="gamerevision",
            index=models.Index(fields=["custom_game", "parent"], name="game_revision_of_parent"),
        ),
        migrations.AddConstraint(
            model_name="gamerevision",
            constraint=models.UniqueConstraint(fields=("custom_game", "number"), name="game_revision_once"),
        ),
    ]
