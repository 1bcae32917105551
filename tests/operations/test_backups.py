"""A copy of a running site is restored into another database, and from there back."""

import os
import sqlite3
import subprocess
import sys
import tarfile
import threading
from contextlib import closing
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.db import connection, connections
from django.utils import timezone

from armybuilder.armies.models import Army, ArmyPicture, Revision
from armybuilder.armies.revisions import ARMIES, load_head
from armybuilder.drawing.picture_files import png_of
from armybuilder.drawing.picture_reading import read_picture
from armybuilder.operations import backups
from armybuilder.operations.backups import CannotRestore, read_manifest, restore_backup, write_backup
from armybuilder.printing import jobs
from armybuilder.printing.options import PrintOptions
from tests.armies.conftest import make_army  # noqa: F401 (a fixture)

pytestmark = pytest.mark.django_db(transaction=True)


def manage(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command of a site on SQLite with its data in the folder, whatever the tests run on."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    site = {"ARMYBUILDER_VAR": str(folder), "ARMYBUILDER_SECRET_KEY": "only-for-this-test"}
    folder.mkdir(exist_ok=True)
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, env=kept | site, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)


def revisions() -> list[tuple[Any, ...]]:
    """Every revision of every army, as this database has it."""
    return sorted(
        (*row[:4], bytes(row[4]), row[5])
        for row in Revision.objects.values_list("army_id", "number", "summary", "aside", "document", "created")
    )


@pytest.fixture
def stored(make_army):  # noqa: F811
    """Armies with a past, an account, a picture and a finished PDF."""
    user = User.objects.create_user("alice", "alice@example.org", "word")
    user.groups.create(name="Friends \u2028 of Bob")
    armies = [make_army(name="Île\u2028 “7”"), make_army(2)]
    Army.objects.filter(pk=armies[1].pk).update(owner=user, claim_hash="")
    for seen in (1, 2):
        ARMIES.save(armies[0], seen, load_head(armies[1]), f"Change {seen}")
    picture = read_picture(png_of('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 9))
    ArmyPicture.objects.create(army=armies[0], **ArmyPicture.columns(picture))
    job = jobs.order(armies[0], PrintOptions())
    job.file.save(f"{job.pk}-1.pdf", ContentFile(b"%PDF-1.7 short"))
    assert len(revisions()) == 4
    return armies


def test_every_revision_comes_back_by_way_of_another_database(stored, tmp_path):
    before, first, second = revisions(), tmp_path / "first.tar.gz", tmp_path / "second.tar.gz"
    write_backup(first)
    assert manage(tmp_path / "other", "migrate", "-v0").returncode == 0
    restored = manage(tmp_path / "other", "restore", str(first))
    assert (restored.returncode, restored.stderr) == (0, "")
    with closing(sqlite3.connect(tmp_path / "other" / "armybuilder.sqlite3")) as other:
        rows = other.execute(
            "select army_id, number, summary, aside, document, created from armies_revision"
        ).fetchall()
        assert other.execute("pragma integrity_check").fetchone() == ("ok",)
    plain = [(*row[:3], int(bool(row[3])), row[4], f"{row[5].astimezone(UTC):%F %T.%f}") for row in before]
    assert sorted((*row[:5], (row[5] + ".000000")[:26]) for row in rows) == plain
    assert [file.read_bytes() for file in (tmp_path / "other" / "print").iterdir()] == [b"%PDF-1.7 short"]

    assert manage(tmp_path / "other", "backup", str(second)).returncode == 0
    parts = [read_manifest(file)["members"] for file in (first, second)]
    assert {name: part.get("rows") for name, part in parts[0].items()} == {
        name: part.get("rows") for name, part in parts[1].items()
    }
    Revision.objects.update(summary="spoiled")
    User.objects.create_user("bob")
    restore_backup(second, replace=True)
    assert revisions() == before
    alice = User.objects.get()
    assert (alice.check_password("word"), alice.groups.get().name) == (True, "Friends \u2028 of Bob")
    assert User.objects.create_user("carol").pk > alice.pk, "sequences go on"


def test_what_players_have_is_not_replaced_unless_that_is_said(stored, tmp_path):
    write_backup(tmp_path / "copy")
    before = revisions()
    with pytest.raises(CannotRestore, match="--replace"):
        restore_backup(tmp_path / "copy", replace=False)
    with pytest.raises(FileExistsError):
        write_backup(tmp_path / "copy")
    assert revisions() == before


def test_a_damaged_copy_and_one_of_another_version_are_refused(stored, tmp_path, monkeypatch):
    whole, damaged = tmp_path / "whole", tmp_path / "damaged"
    write_backup(whole)
    content = whole.read_bytes()
    with tarfile.open(whole) as tar, tarfile.open(damaged, "w:gz") as other:
        for info in tar:
            if info.name != "rows/armies.tag.jsonl":
                data = tar.extractfile(info)
                other.addfile(info, data)
    before = revisions()
    for spoiled in (content[:-200], content[:300] + bytes([content[300] ^ 1]) + content[301:], damaged.read_bytes()):
        damaged.write_bytes(spoiled)
        with pytest.raises(CannotRestore):
            restore_backup(damaged, replace=True)
    monkeypatch.setattr(backups, "_migrations", lambda: [["armies", "0001"]])
    with pytest.raises(CannotRestore, match="different versions"):
        restore_backup(whole, replace=True)
    assert revisions() == before
    assert whole.stat().st_mode & 0o777 == 0o600


def test_others_write_while_a_copy_is_made_and_it_has_one_moment(stored, tmp_path, monkeypatch):
    written = threading.Event()

    def write() -> None:
        Army.objects.create(ruleset="pebbles", name="Meanwhile", updated=timezone.now())
        connections.close_all()
        written.set()

    add_rows = backups._add_rows

    def slowly(tar, members, model):
        add_rows(tar, members, model)
        if not written.is_set():
            thread = threading.Thread(target=write)
            thread.start()
            assert written.wait(10)
            thread.join()

    monkeypatch.setattr(backups, "_add_rows", slowly)
    monkeypatch.setattr(backups, "_models", lambda: [User, Army, Revision])
    members = write_backup(tmp_path / "copy")["members"]
    assert (members["rows/armies.army.jsonl"]["rows"], Army.objects.count()) == (2, 3)
    assert connection.in_atomic_block is False
