"""A battle may have a link for its players; those there are have none."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("desk", "0003_longer_drafts")]

    operations = [
        migrations.AddField(
            "battle",
            "link_token",
            models.CharField(blank=True, db_index=True, default="", editable=False, max_length=40),
        )
    ]
