"""Jobs give dates and times in the time zone of the visitor's device."""

from django.db import migrations, models

import armybuilder.site.time_zones

ZONE = models.CharField(
    db_default="UTC", default=armybuilder.site.time_zones.current_zone, editable=False, max_length=64
)


class Migration(migrations.Migration):
    dependencies = [
        ("printing", "0012_pages_jobs"),
    ]

    operations = [
        migrations.AddField(model_name="printjob", name="time_zone", field=ZONE),
        migrations.AddField(model_name="pagesjob", name="time_zone", field=ZONE.clone()),
    ]
