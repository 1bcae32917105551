from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("printing", "0013_time_zones"),
    ]

    operations = [
        migrations.AlterField(
            model_name="pagesjob",
            name="field",
            field=models.CharField(
                blank=True, help_text="Leave blank for all choices.", max_length=30, verbose_name="of which choice"
            ),
        ),
        migrations.AlterField(
            model_name="printjob",
            name="field",
            field=models.CharField(
                blank=True, help_text="Leave blank for all choices.", max_length=30, verbose_name="of which choice"
            ),
        ),
        migrations.AlterField(
            model_name="printjob",
            name="file",
            field=models.FileField(
                blank=True, db_default="", default="", help_text="Leave blank until the job is done.", upload_to="print"
            ),
        ),
    ]
