"""A battle may have a link for its players; those there are have none."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("desk", "0003_longer_drafts")]
    # Battles of accounts that become one have had an owner before.
    run_before = [("accounts", "0001_merge_duplicates")]

    operations = [
        migrations.AddField(
            "battle",
            "link_token",
            models.CharField(blank=True, db_index=True, default="", editable=False, max_length=40),
        )
    ]
