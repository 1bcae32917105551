"""The command that loads the rulebooks' entries."""

from io import StringIO

import pytest
from django.core.management import call_command

from armybuilder.catalogue.models import EntryRow


@pytest.mark.django_db
def test_doing_it_again_changes_nothing_and_says_so() -> None:
    EntryRow.objects.all().delete()
    said = []
    for _ in range(2):
        out = StringIO()
        call_command("load_catalogue", stdout=out)
        said.append(out.getvalue())
    count = EntryRow.objects.count()
    assert count > 0
    assert said == [
        f"Catalogue: {count} added, 0 changed, 0 removed, 0 unchanged.\n",
        f"Catalogue: 0 added, 0 changed, 0 removed, {count} unchanged.\n",
    ]
