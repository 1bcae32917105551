from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("armies", "0016_count_units"),
    ]

    operations = [
        migrations.AlterField(
            model_name="importjob",
            name="field",
            field=models.CharField(
                blank=True, help_text="Leave blank for all choices.", max_length=30, verbose_name="of which choice"
            ),
        ),
        migrations.AlterField(
            model_name="revision",
            name="author",
            field=models.CharField(
                blank=True, help_text="Leave blank for a browser without an account.", max_length=150
            ),
        ),
    ]
