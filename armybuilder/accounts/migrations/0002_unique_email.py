"""Each e-mail address belongs to one account, in any case of its letters; Django's table of users says nothing of it."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_merge_duplicates")]

    operations = [
        migrations.RunSQL(
            "CREATE UNIQUE INDEX account_of_email ON auth_user (lower(email)) WHERE email <> ''",
            "DROP INDEX account_of_email",
        ),
    ]
