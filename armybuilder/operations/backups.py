"""Backups of all data of the site, which can be restored on SQLite and on PostgreSQL.

A backup is a compressed tar file: for each model a file of JSON lines, as Django's serializer writes them; the finished
PDFs; the secret key; and ``manifest.json`` with the checksum of each file and the migrations of the database.
"""

import hashlib
import json
import os
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.apps import apps
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import serializers
from django.core.files import File
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.core.management.color import no_style
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Q

from armybuilder.armies.models import Army
from armybuilder.printing.models import PrintJob

MANIFEST: Final = "manifest.json"
KEY: Final = "secret-key"
ROWS: Final = "rows/"
FILES: Final = "files/"
FORMAT: Final = 1
BLOCK: Final = 1 << 20


class CannotRestore(Exception):
    """The backup is damaged, or does not match the database; the message says how to proceed."""


class _Exact(DjangoJSONEncoder):
    """Django's encoder, with the microseconds that it leaves out."""

    def default(self, o: Any) -> Any:
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


def _models() -> list[type[models.Model]]:
    return [model for model in apps.get_models() if model._meta.managed and not model._meta.proxy]


def _migrations() -> list[list[str]]:
    return sorted([app, name] for app, name in MigrationRecorder(connection).applied_migrations())


@contextmanager
def _snapshot() -> Iterator[None]:
    """Read the database as of one moment, while others go on writing."""
    if connection.vendor == "sqlite":
        # Django would take a lock that keeps others from writing; a plain BEGIN reads a snapshot of the WAL.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def write_backup(path: Path) -> dict[str, Any]:
    """Write a backup of the running site to a new file, verify it, and return its manifest.

    Raises ``FileExistsError``, and ``CannotRestore`` if the file cannot be read back.
    """
    if path.exists():
        raise FileExistsError(path)
    members: dict[str, dict[str, Any]] = {}
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.resolve().parent)
    unfinished = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as out:
            with tarfile.open(fileobj=out, mode="w:gz") as tar, _snapshot():
                for model in _models():
                    _add_rows(tar, members, model)
                for name in PrintJob.objects.exclude(file="").values_list("file", flat=True):
                    if default_storage.exists(name):
                        with default_storage.open(name) as file:
                            _add(tar, members, f"{FILES}{name}", file)
                if (settings.VAR / KEY).exists():
                    with (settings.VAR / KEY).open("rb") as file:
                        _add(tar, members, KEY, file)
                manifest = {"format": FORMAT, "migrations": _migrations(), "members": members}
                with tempfile.TemporaryFile() as file:
                    file.write(json.dumps(manifest, indent=1).encode())
                    _add(tar, {}, MANIFEST, file)
            out.flush()
            os.fsync(out.fileno())
        read_manifest(unfinished)
        os.link(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)
    return manifest


def _add_rows(tar: tarfile.TarFile, members: dict[str, dict[str, Any]], model: type[models.Model]) -> None:
    with tempfile.TemporaryFile("w+", encoding="utf-8") as lines:
        rows = model._base_manager.order_by("pk")
        serializers.serialize("jsonl", rows.iterator(chunk_size=500), stream=lines, cls=_Exact)
        lines.flush()
        name = f"{ROWS}{model._meta.label_lower}.jsonl"
        _add(tar, members, name, lines.buffer)
        members[name]["rows"] = rows.count()


def _add(tar: tarfile.TarFile, members: dict[str, dict[str, Any]], name: str, content: Any) -> None:
    content.seek(0, os.SEEK_END)
    info = tarfile.TarInfo(name)
    info.size, info.mode = content.tell(), 0o600
    content.seek(0)
    members[name] = {"sha256": hashlib.file_digest(content, "sha256").hexdigest()}
    content.seek(0)
    tar.addfile(info, content)


def read_manifest(path: Path) -> dict[str, Any]:
    """Verify a backup and return its manifest; raises ``CannotRestore`` if any part of it is damaged."""
    members: dict[str, dict[str, Any]] = {}
    manifest: dict[str, Any] = {}
    try:
        with tarfile.open(path, "r|gz") as tar:
            for info in tar:
                member = tar.extractfile(info)
                if member is None:
                    raise CannotRestore(f"{path} has {info.name}, which is not a file.")
                if info.name == MANIFEST:
                    manifest = json.load(member)
                    continue
                checksum, rows = hashlib.sha256(), 0
                while block := member.read(BLOCK):
                    checksum.update(block)
                    rows += block.count(b"\n")
                members[info.name] = {"sha256": checksum.hexdigest()}
                if info.name.startswith(ROWS):
                    members[info.name]["rows"] = rows
    except (tarfile.TarError, OSError, EOFError, ValueError) as error:
        raise CannotRestore(f"{path} is not a complete backup: {error}") from error
    if manifest.get("format") != FORMAT:
        raise CannotRestore(f"{path} has no manifest that this version can read.")
    expected = manifest["members"]
    damaged = sorted(name for name in members.keys() | expected.keys() if members.get(name) != expected.get(name))
    if damaged:
        raise CannotRestore(f"{path} is damaged: {', '.join(damaged)}.")
    return manifest


def restore_backup(path: Path, *, replace: bool) -> dict[str, Any]:
    """Replace all data of the database with the backup, in one transaction; return its manifest.

    Raises ``CannotRestore`` if the backup is damaged or from another version, and, unless ``replace`` is set, if the
    database has armies or accounts of players.
    """
    manifest = read_manifest(path)
    if manifest["migrations"] != _migrations():
        raise CannotRestore(
            "The database and the backup are from different versions of the site. Restore with the version that made "
            "the backup, after its manage.py migrate, and upgrade afterwards."
        )
    if not replace and (Army.objects.filter(~Q(example=True)).exists() or get_user_model().objects.exists()):
        raise CannotRestore("The database has armies or accounts. Use --replace to delete them.")
    row_files = {f"{ROWS}{model._meta.label_lower}.jsonl" for model in _models()}
    with transaction.atomic():
        call_command("flush", interactive=False, inhibit_post_migrate=True, verbosity=0)
        with tarfile.open(path, "r|gz") as tar:
            for info in tar:
                member = tar.extractfile(info)
                if member is None or info.name == MANIFEST:
                    continue
                if info.name in row_files:
                    for row in serializers.deserialize("jsonl", member):
                        row.save(force_insert=True)
                elif info.name.startswith(FILES):
                    name = info.name.removeprefix(FILES)
                    default_storage.delete(name)
                    default_storage.save(name, File(member))
                elif info.name == KEY:
                    _write_key(member.read())
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), _models()):
                cursor.execute(statement)
    return manifest


def _write_key(key: bytes) -> None:
    """Write the secret key if the site has none."""
    try:
        with os.fdopen(os.open(settings.VAR / KEY, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(key)
    except FileExistsError:
        pass
