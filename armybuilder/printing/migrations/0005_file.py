from django.db import migrations, models
from django.db.models import Value
from django.db.models.functions import Concat


def name_files(apps, schema_editor):  # noqa: ANN001, ANN201
    """Where the files of finished jobs lie was not told by the job before."""
    jobs = apps.get_model("printing", "PrintJob").objects
    jobs.filter(state="done", file="").update(file=Concat(Value("print/"), "id", Value(".pdf")))


class Migration(migrations.Migration):
    dependencies = [
        ("printing", "0004_browser_and_address"),
    ]

    operations = [
        migrations.AddField(
            model_name="printjob",
            name="file",
            field=models.FileField(blank=True, help_text="Empty until the job is done.", upload_to="print"),
        ),
        migrations.RunPython(name_files, migrations.RunPython.noop),
    ]
