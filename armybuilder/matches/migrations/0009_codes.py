from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0008_verdict"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="code",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=5),
        ),
        migrations.AddField(
            model_name="seat",
            name="coded",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                condition=models.Q(("code", ""), _negated=True), fields=("code",), name="seat_of_code"
            ),
        ),
    ]
