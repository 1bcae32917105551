"""Runs in the browser before all else there: spares Python at its start what was done when the site was packed."""

from __future__ import annotations

import dataclasses
import hashlib
import marshal
import zipimport
from collections.abc import Mapping
from importlib.abc import ResourceLoader
from types import CodeType
from typing import Any, Final, cast

METHODS: Final = "methods.marshal"
"""Beside this module: the methods of data classes by ``key_of`` their texts, as ``bin/vendor compile`` made them."""


def prepare() -> None:
    """Have modules be read once, and data classes take methods that are compiled; for archives with ``METHODS``."""
    read_modules_once()
    loader = cast(ResourceLoader, globals()["__loader__"])
    use_methods(marshal.loads(loader.get_data(f"{__file__.rpartition('/')[0]}/{METHODS}")))  # noqa: S302 (our own)


def read_modules_once() -> None:
    """Have the import from archives keep the module that it has read last.

    To name a module's file it reads and unmarshals the module, and then does so again to run it.
    """
    read, last = zipimport._get_module_code, dict[tuple[str, str], Any]()  # type: ignore[attr-defined]

    def read_once(importer: zipimport.zipimporter, name: str) -> Any:
        key = (importer.archive, name)
        if key in last:
            return last.pop(key)
        last.clear()
        last[key] = read(importer, name)
        return last[key]

    zipimport._get_module_code = read_once  # type: ignore[attr-defined]


def key_of(text: str) -> bytes:
    """What tells the text of a data class's methods from others."""
    return hashlib.sha256(text.encode()).digest()[:8]


def use_methods(methods: Mapping[bytes, CodeType]) -> None:
    """Have data classes take these methods in the place of compiling theirs; what is not among them is compiled."""

    def run(text: str, scope: dict[str, Any], made: dict[str, Any]) -> None:
        code = methods.get(key_of(text)) or compile(text, "<string>", "exec", dont_inherit=True)
        exec(code, scope, made)  # noqa: S102 (as dataclasses does)

    dataclasses.exec = run  # type: ignore[attr-defined]
