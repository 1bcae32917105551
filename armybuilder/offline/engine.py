"""What a browser needs to run the rules itself: Python in WebAssembly, which ``bin/vendor`` packs, and the games.

Every part lies below an address that changes with it, so that a browser never mixes versions. Without the packed
Python there are no parts, and all that needs a network stays so.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import brotli

import rulesets

VENDOR: Final = Path(__file__).parent / "vendor"
SOURCES: Final = Path(rulesets.__file__).parent
SUFFIXES: Final = (".py", ".toml")
TYPES: Final = {
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}
QUICK: Final = 9
"""The quality of Brotli that takes a fraction of a second; the best takes several."""


@dataclass(frozen=True, slots=True)
class Part:
    """A file for the browser, compressed with Brotli."""

    content_type: str
    compressed: bytes


def runtime() -> Path | None:
    """The folder of the packed Python, if there is one."""
    return next(iter(sorted(VENDOR.glob("pyodide-*"))), None)


@cache
def sources() -> tuple[str, Part]:
    """The name of the games' archive, which carries its checksum, and the archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for file in sorted(SOURCES.rglob("*")):
            if file.suffix in SUFFIXES:
                archive.writestr(zipfile.ZipInfo(file.relative_to(SOURCES.parent).as_posix()), file.read_bytes())
    content = out.getvalue()
    name = f"rulesets-{hashlib.sha256(content).hexdigest()[:16]}.zip"
    return name, Part(TYPES[".zip"], brotli.compress(content, quality=QUICK))


def part(path: str) -> Part | None:
    """The part of that path below the engine's address; ``None`` where there is none."""
    folder = runtime()
    if folder is None:
        return None
    name, archive = sources()
    if path == name:
        return archive
    above, _, file = path.rpartition("/")
    packed = folder / f"{file}.br"
    kind = TYPES.get(Path(file).suffix)
    if above != folder.name or kind is None or not packed.is_file():
        return None
    return Part(kind, packed.read_bytes())
