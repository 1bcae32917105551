"""A version that is still running and knows nothing of files orders prints too."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("printing", "0005_file")]

    operations = [
        migrations.AlterField(
            "printjob",
            "file",
            models.FileField(
                blank=True, db_default="", default="", help_text="Empty until the job is done.", upload_to="print"
            ),
        ),
    ]
