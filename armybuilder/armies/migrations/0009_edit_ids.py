"""The ids that devices give to edits, so that one sent twice is made once."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("armies", "0008_visits")]

    operations = [
        migrations.AddField(
            model_name="revision",
            name="edit",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=32),
        ),
        migrations.AddConstraint(
            model_name="revision",
            constraint=models.UniqueConstraint(
                condition=models.Q(("edit", ""), _negated=True), fields=("army", "edit"), name="edit_once"
            ),
        ),
    ]
