import tempfile
from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.sessions.models import Session
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.utils import timezone

from armybuilder.armies.models import Army, ImportJob
from armybuilder.printing import jobs
from armybuilder.printing.models import PrintJob
from armybuilder.printing.options import PrintOptions
from armybuilder.sharing.models import LinkPicture, Share
from armybuilder.site.owned import owned_models
from armybuilder.site.parts import all_parts
from armybuilder.site.temporary_folders import PREFIX
from armybuilder.submissions.models import Submission
from tests.armies.conftest import make_army  # noqa: F401 (a fixture)
from tests.armies.test_visits import LONGER, counted_for_long  # noqa: F401 (a fixture)

pytestmark = pytest.mark.django_db


OF_PARTS = tuple(
    f" {owned.name} without an account, not visited for 400 days"
    for owned in owned_models()
    if owned.rows.model._meta.app_config.name in {part.app for part in all_parts()}
)
"""The ends of the lines about what parts of the site store, which their tests look at."""


def tidy(*words: str) -> list[str]:
    out = StringIO()
    call_command("tidy", *words, stdout=out)
    return out.getvalue().splitlines()


@pytest.mark.usefixtures("counted_for_long")
def test_it_says_what_would_go_and_deletes_only_when_told_to(make_army, tmp_path, monkeypatch):  # noqa: F811
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    abandoned = tmp_path / f"{PREFIX}print-killed"
    abandoned.mkdir()
    old, other = make_army(), make_army()
    job = jobs.order(other, PrintOptions())
    job.file.save("old-1.pdf", ContentFile(b"%PDF-1.7"))
    now = timezone.now()
    PrintJob.objects.update(created=now - timedelta(hours=2))
    ImportJob.objects.create(created=now - timedelta(hours=2), content=b"sent")
    Submission.objects.create(key="old", created=now - timedelta(days=3))
    Submission.objects.create(key="fresh")
    for age, link in ((2, "old"), (0, "just now")):
        share = Share.objects.create(army=other, token=link, revoked=now - timedelta(days=age))
        LinkPicture.objects.create(share=share, image=b"", small=b"", width=1, height=1, digest="d")
    fresh = PrintJob.objects.create(army=other, revision=1, choices={})
    Army.objects.filter(pk=old.pk).update(updated=now - LONGER)
    for key, expires in (("a" * 32, now - timedelta(days=1)), ("b" * 32, now + timedelta(days=1))):
        Session.objects.create(session_key=key, session_data="", expire_date=expires)
    count = [
        "1 expired sessions",
        "1 print jobs older than an hour, with their files",
        "1 files read for an import more than an hour ago",
        "1 temporary folders of processes that were killed",
        "1 records of forms sent more than 2 days ago",
        "1 pictures of links withdrawn more than a day ago",
        "0 entries in sets withdrawn more than a day ago",
        "1 armies without an account, not visited for 400 days",
    ]
    first = [line for line in tidy() if not line.endswith(OF_PARTS)]
    assert first[:8] == [f"Would delete: {each}" for each in count]
    assert (Army.objects.count(), PrintJob.objects.count(), Session.objects.count()) == (2, 2, 2)
    assert default_storage.exists(str(job.file.name))
    armies = set(Army.objects.values_list("pk", flat=True))
    assert abandoned.is_dir()
    assert [line for line in tidy("--delete") if not line.endswith(OF_PARTS)] == [f"Deleted: {each}" for each in count]
    assert set(Army.objects.values_list("pk", flat=True)) == armies - {old.pk}
    assert (list(PrintJob.objects.all()), ImportJob.objects.count()) == ([fresh], 0)
    assert Session.objects.get().session_key == "b" * 32
    assert Submission.objects.get().key == "fresh"
    assert LinkPicture.objects.get().share_id == "just now"
    assert not default_storage.exists(str(job.file.name))
    assert not abandoned.exists()
