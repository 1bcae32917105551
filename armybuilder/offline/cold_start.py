"""Runs first in the browser: speeds up the start of Python, also with what was compiled when the site was packed."""

from __future__ import annotations

import dataclasses
import gc
import hashlib
import marshal
import sys
import zipimport
from collections.abc import Mapping
from functools import partial
from importlib.abc import ResourceLoader
from types import CodeType, ModuleType, SimpleNamespace
from typing import Any, Final, cast

import django

METHODS: Final = "methods.marshal"
"""The file next to this module with the compiled methods of data classes, by ``key_of`` their source."""

UNUSED: Final = {
    "django.core.mail": ["get_connection"],
    "django.core.management": [],
    "django.db.models": ["CompositePrimaryKey"],
    "django.views.generic": [],
}
"""Packages of which no more than single modules are used here, and the names that Django imports from them."""


def prepare() -> None:
    """Read each module once, and only those that are used; give data classes their compiled methods, from ``METHODS``.

    The garbage collector is off until everything is imported, none of which is garbage.
    """
    gc.disable()
    read_modules_once()
    read_without_buffer()
    leave_out_unused()
    loader = cast(ResourceLoader, globals()["__loader__"])
    use_methods(marshal.loads(loader.get_data(f"{__file__.rpartition('/')[0]}/{METHODS}")))  # noqa: S302 (our own)


def read_modules_once() -> None:
    """Make the import from archives cache the module that it has read last.

    It would otherwise read and unmarshal each module twice: to find the name of its file, and to run it.
    """
    read_module, last = zipimport._get_module_code, dict[tuple[str, str], Any]()  # type: ignore[attr-defined]

    def read_once(importer: zipimport.zipimporter, name: str) -> Any:
        key = (importer.archive, name)
        if key in last:
            return last.pop(key)
        last.clear()
        last[key] = read_module(importer, name)
        return last[key]

    zipimport._get_module_code = read_once  # type: ignore[attr-defined]


def read_without_buffer() -> None:
    """Make the import from archives read no more of them than the module; it would fill a buffer for each."""
    zipimport._io = SimpleNamespace(open_code=partial(open, mode="rb", buffering=0))  # type: ignore[attr-defined]


def leave_out_unused() -> None:
    """Let modules of the ``UNUSED`` packages be imported without the packages themselves, which import many more."""
    for name, members in UNUSED.items():
        package = sys.modules[name] = ModuleType(name)
        package.__path__ = [name.replace(".", "/").replace("django", django.__path__[0])]
        package.__dict__.update(dict.fromkeys(members))


def key_of(text: str) -> bytes:
    """Return the key of the source of a data class's methods."""
    return hashlib.sha256(text.encode()).digest()[:8]


def use_methods(methods: Mapping[bytes, CodeType]) -> None:
    """Make data classes use these methods; methods that are missing are compiled as usual."""

    def run(text: str, scope: dict[str, Any], namespace: dict[str, Any]) -> None:
        code = methods.get(key_of(text)) or compile(text, "<string>", "exec", dont_inherit=True)
        exec(code, scope, namespace)  # noqa: S102 (as dataclasses does)

    dataclasses.exec = run  # type: ignore[attr-defined]
