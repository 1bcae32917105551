"""The engine that answers in the browser: Python in WebAssembly, which ``bin/vendor`` packs, and our own sources.

The address of every part changes with its content, so that a browser never mixes versions. Without the packed Python
there are no parts, and nothing is answered offline.
"""

from __future__ import annotations

import hashlib
import importlib.resources
import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import brotli
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

from armybuilder.drawing.faces import VENDOR as FONTS
from armybuilder.drawing.faces import advances
from armybuilder.drawing.lettering import FontCut
from armybuilder.offline.cold_start import METHODS
from armybuilder.offline.faces import WIDTHS

VENDOR: Final = Path(__file__).parent / "vendor"
COMPILED: Final = VENDOR / "modules.zip.br"
"""The modules of ``source_files``, and ``METHODS``, as ``bin/vendor compile`` made them to save browsers the time."""
CHECKSUM: Final = slice(8, 16)
"""The bytes of a compiled module with the start of its source's SHA-256."""
NEEDLESS: Final = "rulesets/starter/"
SUFFIXES: Final = (".py", ".toml")
"""The needed files of the games, except for those in the ``NEEDLESS`` folder, from which a new game starts."""
SITE: Final = (
    "armies/builder.py",
    "armies/comparison.py",
    "armies/edits.py",
    "armies/files.py",
    "armies/inspector.py",
    "armies/loaded_army.py",
    "armies/own_entries.py",
    "armies/templatetags/unit_rows.py",
    "armies/unit_rows.py",
    "battlefields/addresses.py",
    "battlefields/page.py",
    "battlefields/surveys.py",
    "calculators/[!v]*.py",
    "drawing/battlefields.py",
    "drawing/chart_html.py",
    "drawing/charts.py",
    "drawing/form_fields.py",
    "drawing/lettering.py",
    "drawing/map_names.py",
    "drawing/percentages.py",
    "drawing/tables.py",
    "drawing/templatetags/answers.py",
    "drawing/templatetags/form_fields.py",
    "games/addresses.py",
    "matches/device_match.py",
    "matches/engaging.py",
    "matches/match_sides.py",
    "matches/wording.py",
    "guide/pages.py",
    "offline/browser.py",
    "offline/cold_start.py",
    "offline/editing.py",
    "rule_places.py",
    "schema_forms/*.py",
    "search/results.py",
    "search/scan.py",
    "search/texts.py",
    "suggestions/edits.py",
)
"""The needed files of the site, without its ``__init__``, which replaces SQLite."""
TEMPLATES: Final = (
    "armies/builder_*.html",
    "battlefields/field*.html",
    "calculators/*.html",
    "components/*.html",
    "guide/pages/*.html",
    "matches/engage.html",
    "matches/in_game.html",
    "matches/result.html",
    "matches/throw.html",
    "schema_forms/*.html",
    "search/*.html",
    "suggestions/*.html",
)
ROUTES: Final = (
    "api:chart-picture",
    "api:map-picture",
    "armies:builder",
    "armies:edit",
    "armies:redo",
    "armies:undo",
    "battlefields:battlefield",
    "battlefields:battlefield_map",
    "calculators:calculator",
    "calculators:calculators",
    "catalogue:kind",
    "games:reference",
    "games:rules",
    "games:rulings",
    "guide:contents",
    "guide:game",
    "guide:page",
    "home",
    "house_rules:army",
    "matches:calculator",
    "matches:calculators",
    "matches:engage",
    "matches:match",
    "matches:new",
    "search:everything",
    "search:game",
    "suggestions:complete",
    "suggestions:fix",
    "suggestions:fix-all",
)
"""The names of the addresses in answers and in the builder."""
TYPES: Final = {
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}
FIRST: Final = "from armybuilder.offline.cold_start import prepare\n\nprepare()\n"
"""The module ``sitecustomize``, which Python runs first."""
QUICK: Final = 9
"""The quality of Brotli that takes a fraction of a second; the best takes several."""


@dataclass(frozen=True, slots=True)
class EngineFile:
    """A file for the browser, compressed with Brotli."""

    content_type: str
    compressed: bytes


def runtime() -> Path | None:
    """Return the folder of the packed Python; ``None`` if there is none or the operator has disabled offline use."""
    if not settings.OFFLINE:
        return None
    return next(iter(sorted(VENDOR.glob("pyodide-*"))), None)


@lru_cache(maxsize=1)
def checksum(folder: Path) -> str:
    """Return the checksum of all files of the packed Python, for their addresses."""
    return hashlib.sha256(b"".join(file.read_bytes() for file in sorted(folder.glob("*.br")))).hexdigest()[:16]


def runtime_address(folder: Path) -> str:
    """Return the path of the packed Python below the engine's address."""
    return f"{folder.name}-{checksum(folder)}"


def routes() -> dict[str, str]:
    """Return the site's route for each name in ``ROUTES``."""
    all_routes: dict[str, str] = {}

    def walk(patterns: list[URLPattern | URLResolver], before: str, names: tuple[str, ...]) -> None:
        for pattern in patterns:
            route = f"{before}{pattern.pattern}"
            if isinstance(pattern, URLResolver):
                walk(pattern.url_patterns, route, (*names, pattern.namespace) if pattern.namespace else names)
            elif pattern.name:
                all_routes[":".join((*names, pattern.name))] = route

    walk(get_resolver().url_patterns, "", ())
    return {name: all_routes[name] for name in ROUTES}


def source_files() -> Iterator[tuple[str, Path]]:
    """Yield the name in the archive and the path of every source."""
    yield "armybuilder/drawing/faces.py", Path(__file__).parent / "faces.py"
    games = Path(str(importlib.resources.files("rulesets")))
    for file in games.rglob("*"):
        name = file.relative_to(games.parent).as_posix()
        if file.suffix in SUFFIXES and not name.startswith(NEEDLESS):
            yield name, file
    for folder, into, patterns in (
        (Path(__file__).parent.parent, "armybuilder", SITE),
        (settings.BASE_DIR / "templates", "templates", TEMPLATES),
    ):
        for pattern in patterns:
            yield from ((f"{into}/{file.relative_to(folder).as_posix()}", file) for file in folder.glob(pattern))


def _widths() -> dict[str, dict[int, float]]:
    """Return the widths of the letters on maps."""
    file = FontCut.NARROW_STRONG.value[0]
    return {file: advances(FONTS / file)}


def archive_member(name: str, source: bytes, compiled: Mapping[str, bytes]) -> tuple[zipfile.ZipInfo, bytes]:
    """Return a file for the archive, compiled if its source has not changed since."""
    module = compiled.get(f"{name}c", b"")
    is_same = module[CHECKSUM] == hashlib.sha256(source).digest()[:8]
    return (zipfile.ZipInfo(f"{name}c"), module) if is_same else (zipfile.ZipInfo(name), source)


@cache
def sources() -> tuple[str, EngineFile]:
    """Return the name of the archive of sources, which has its checksum, and the archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(brotli.decompress(COMPILED.read_bytes()))) as archive:
        compiled = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(out, "w") as archive:
        for name, file in sorted(source_files()):
            archive.writestr(*archive_member(name, file.read_bytes(), compiled))
        archive.writestr(zipfile.ZipInfo("sitecustomize.py"), FIRST)
        archive.writestr(zipfile.ZipInfo("routes.json"), json.dumps(routes()))
        archive.writestr(zipfile.ZipInfo(f"armybuilder/offline/{METHODS}"), compiled[METHODS])
        archive.writestr(zipfile.ZipInfo(f"armybuilder/drawing/{WIDTHS}"), json.dumps(_widths()))
    content = out.getvalue()
    name = f"sources-{hashlib.sha256(content).hexdigest()[:16]}.zip"
    return name, EngineFile(TYPES[".zip"], brotli.compress(content, quality=QUICK))


def part(path: str) -> EngineFile | None:
    """Return the part with that path below the engine's address, or ``None``."""
    folder = runtime()
    if folder is None:
        return None
    name, archive = sources()
    if path == name:
        return archive
    above, _, file = path.rpartition("/")
    packed = folder / f"{file}.br"
    kind = TYPES.get(Path(file).suffix)
    if above != runtime_address(folder) or kind is None or not packed.is_file():
        return None
    return EngineFile(kind, packed.read_bytes())
