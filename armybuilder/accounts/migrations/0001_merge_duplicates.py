"""Accounts that were made at the same moment for one address become one."""

from typing import Any

from django.db import IntegrityError, migrations, transaction
from django.db.models import F


def merge_duplicates(apps: Any, schema_editor: Any) -> None:
    """Give what accounts of one address own to the one that was used last; the others lose the address.

    What that account has already, such as an entry of the same name, stays with the other.
    """
    kept: dict[str, Any] = {}
    users = apps.get_model("auth", "User").objects
    for user in users.exclude(email="").order_by(F("last_login").desc(nulls_last=True), "pk"):
        keeper = kept.setdefault(user.email.lower(), user)
        if keeper is not user:
            _merge(apps, user, keeper)


def _merge(apps: Any, user: Any, keeper: Any) -> None:
    for model in apps.get_models():
        if any(field.name == "owner" and field.related_model is type(user) for field in model._meta.fields):
            for key in list(model.objects.filter(owner=user).values_list("pk", flat=True)):
                try:
                    with transaction.atomic():
                        model.objects.filter(pk=key).update(owner=keeper)
                except IntegrityError:
                    pass
    apps.get_model("account", "EmailAddress").objects.filter(user=user).delete()
    user.email = ""
    user.save()


class Migration(migrations.Migration):
    dependencies = [
        ("account", "0009_emailaddress_unique_primary_email"),
        ("api", "0001_initial"),
        ("armies", "0011_import_jobs"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("catalogue", "0003_collections"),
        ("printing", "0006_file_without_one"),
        ("sharing", "0003_blanks"),
    ]

    operations = [migrations.RunPython(merge_duplicates, migrations.RunPython.noop)]
