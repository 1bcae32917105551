"""A battle's steps are revisions, as an army's are, with the same columns; their table keeps its name."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("desk", "0001_battles"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelTable("step", "desk_step"),
        migrations.RenameModel("Step", "BattleRevision"),
        migrations.AddField("battlerevision", "aside", models.BooleanField(default=False)),
        migrations.AddField("battlerevision", "resolved", models.BooleanField(default=False)),
        migrations.AlterField(
            "battlerevision",
            "battle",
            models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="revisions", to="desk.battle"),
        ),
        migrations.AlterField(
            "battle",
            "owner",
            models.ForeignKey(
                blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL
            ),
        ),
    ]
