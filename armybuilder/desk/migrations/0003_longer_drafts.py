"""Orders may be longer than before; what is stored stays as it is."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("desk", "0002_revisable")]

    operations = [migrations.AlterField("battle", "draft", models.TextField(blank=True, max_length=150000))]
