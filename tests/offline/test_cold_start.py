"""The faster start of Python in a browser; ``test_engine`` runs it there."""

from __future__ import annotations

import dataclasses
import io
import marshal
import os
import subprocess
import sys
import zipfile
import zipimport
from pathlib import Path
from typing import Any

import brotli
import pytest

from armybuilder.offline import engine
from armybuilder.offline.cold_start import METHODS, key_of, read_modules_once, read_without_buffer, use_methods


def test_a_module_in_an_archive_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(tmp_path / "some.zip", "w") as archive:
        archive.writestr("first_of_some.py", "from second_of_some import number")
        archive.writestr("second_of_some.py", "number = 7")
    read: list[str] = []
    whole = zipimport._get_module_code  # type: ignore[attr-defined]

    def note(importer: Any, name: str) -> Any:
        read.append(name)
        return whole(importer, name)

    monkeypatch.setattr(zipimport, "_get_module_code", note)
    read_modules_once()
    monkeypatch.syspath_prepend(str(tmp_path / "some.zip"))
    import first_of_some  # type: ignore[import-not-found]

    assert first_of_some.number == 7
    assert read == ["first_of_some", "second_of_some"]
    for name in read:
        del sys.modules[name]


def test_no_more_of_an_archive_is_read_than_the_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(tmp_path / "some.zip", "w") as archive:
        archive.writestr("only_of_some.py", "number = 7")
        archive.writestr("rest.txt", bytes(100_000))
    monkeypatch.setattr(zipimport, "_io", zipimport._io)  # type: ignore[attr-defined]
    read_without_buffer()
    with zipimport._io.open_code(str(tmp_path / "some.zip")) as file:  # type: ignore[attr-defined]
        file.read(30)
        assert os.lseek(file.fileno(), 0, os.SEEK_CUR) == 30
    assert zipimport.zipimporter(str(tmp_path / "some.zip")).get_source("only_of_some") == "number = 7"


def test_packages_that_are_not_used_are_left_out() -> None:
    source = """
import sys

from armybuilder.offline import cold_start

cold_start.leave_out_unused()
import django.forms, django.http, django.template.loader, django.views
from django.utils.log import configure_logging

packages = {name for name in sys.modules if name.startswith(tuple(cold_start.UNUSED))}
print(*sorted(packages - set(cold_start.UNUSED)))
"""
    ran = subprocess.run([sys.executable, "-c", source], check=True, stdout=subprocess.PIPE, text=True)
    assert ran.stdout.split() == ["django.core.management.color", "django.db.models.utils", "django.views.generic.base"]


def test_data_classes_take_methods_that_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[str] = []

    def note(text: str, scope: dict[str, Any], made: dict[str, Any]) -> None:
        texts.append(text)
        exec(text, scope, made)

    def make() -> Any:
        return dataclasses.make_dataclass("Pair", [("one", int), ("other", int)], frozen=True)

    monkeypatch.setattr(dataclasses, "exec", note, raising=False)
    plain = make()(1, 2)
    (text,) = [each for each in texts if "__repr__" in each]
    use_methods({key_of(text): compile(text.replace("one=", "first="), "<string>", "exec")})
    assert repr(plain) == "Pair(one=1, other=2)"
    assert repr(make()(1, 2)) == "Pair(first=1, other=2)"
    assert make()(1, 2) != make()(1, 2)


def test_browsers_get_the_methods_with_the_modules() -> None:
    archive = zipfile.ZipFile(io.BytesIO(brotli.decompress(engine.sources()[1].compressed)))
    # A dictionary that this Python cannot read, since another one compiled its values; the highest bit is a flag.
    assert archive.read(f"armybuilder/offline/{METHODS}")[0] & 0x7F == marshal.dumps({})[0]
