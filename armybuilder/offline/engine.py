"""The engine that answers in the browser: Python in WebAssembly, which ``bin/vendor`` packs, and our own sources.

The address of every part changes with its content, so that a browser never mixes versions. Without the packed Python
there are no parts, and nothing is answered offline.
"""

import ast
import hashlib
import importlib.resources
import io
import json
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import brotli
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

from armybuilder.drawing.fallback_fonts import advances
from armybuilder.drawing.lettering import FontCut
from armybuilder.offline.browser import LIBRARIES, ROUTES_FILE, WIDTHS_FILE
from armybuilder.site.folders import BASE_DIR, SHARED_DIR
from armybuilder.site.parts import all_parts, part_files

VENDOR: Final = Path(__file__).parent / "vendor"
ENTRY: Final = "armybuilder.offline.browser"
"""The module that browsers run. An import contract keeps what it imports free of the database and of requests."""
NEEDLESS: Final = ("rulesets/starter/", "rulesets/mcp.py")
"""What browsers do not run: the folder from which a new game starts, and the server for assistants."""
SUFFIXES: Final = (".json", ".py", ".toml")
"""The other files of the games that they need."""
TEMPLATES: Final = (
    "armies/builder_*.html",
    "battlefields/field*.html",
    "calculators/*.html",
    "components/*.html",
    "drawing/*.html",
    "drawing/*.svg",
    "forms/**/*.html",
    "guide/pages/*.html",
    "search/*.html",
    "armies/suggestions/*.html",
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
    "matches:new",
    "search:everything",
    "search:game",
    "suggestions:complete",
    "suggestions:fix",
    "suggestions:fix-all",
    "suggestions:random",
)
"""The names of the addresses in answers and in the builder; those of parts of the site come to them."""
TYPES: Final = {
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}
_PACKING: Final = threading.Lock()
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
    """Return the site's route for each name in ``ROUTES`` and of the parts of the site."""
    all_routes: dict[str, str] = {}

    def walk(patterns: list[URLPattern | URLResolver], before: str, names: tuple[str, ...]) -> None:
        for pattern in patterns:
            route = f"{before}{pattern.pattern}"
            if isinstance(pattern, URLResolver):
                walk(pattern.url_patterns, route, (*names, pattern.namespace) if pattern.namespace else names)
            elif pattern.name:
                all_routes[":".join((*names, pattern.name))] = route

    walk(get_resolver().url_patterns, "", ())
    names = (*ROUTES, *(name for part in all_parts() for name in part.browser_routes))
    return {name: all_routes[name] for name in names}


def site_modules() -> dict[str, Path]:
    """Return the path of every module of the site that browsers import, directly or not, by name.

    They begin with ``ENTRY``, with what answers for parts of the site, and with template tags.
    Imports for type checking alone do not count.
    """
    modules: dict[str, Path] = {}
    waiting = [ENTRY, *LIBRARIES.values(), *(part.browser for part in all_parts())]
    while waiting:
        name = waiting.pop()
        path = BASE_DIR / f"{name.replace('.', '/')}.py"
        if name not in modules and name.startswith("armybuilder.") and path.is_file():
            modules[name] = path
            waiting += _imports(ast.parse(path.read_bytes()))
    return modules


def _imports(code: ast.AST) -> Iterator[str]:
    """Yield the name of everything that is imported, which may or may not be a module."""
    for node in ast.iter_child_nodes(code):
        if isinstance(node, ast.ImportFrom):
            yield from (str(node.module), *(f"{node.module}.{each.name}" for each in node.names))
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield from _imports(node)


def source_files() -> Iterator[tuple[str, Path]]:
    """Yield the name in the archive and the path of every source.

    The packages of the site have no ``__init__`` there: that of the site replaces SQLite, the others are empty.
    """
    games = Path(str(importlib.resources.files("rulesets")))
    for file in games.rglob("*"):
        name = file.relative_to(games.parent).as_posix()
        if file.suffix in SUFFIXES and not name.startswith(NEEDLESS):
            yield name, file
    for file in (*site_modules().values(), *part_files()):
        yield file.relative_to(BASE_DIR).as_posix(), file
    for file in (file for pattern in TEMPLATES for file in (SHARED_DIR / "templates").glob(pattern)):
        yield file.relative_to(SHARED_DIR).as_posix(), file
    for part in all_parts():
        folder = Path(str(importlib.resources.files(part.app)))
        for file in (file for pattern in part.browser_templates for file in (folder / "templates").glob(pattern)):
            yield file.relative_to(folder).as_posix(), file


def sources() -> tuple[str, EngineFile]:
    """Return the name of the archive of sources, which has its checksum, and the archive."""
    # Requests that come at once wait for the first: Python cannot parse in several threads.
    with _PACKING:
        return _packed_sources()


@cache
def _packed_sources() -> tuple[str, EngineFile]:
    out = io.BytesIO()
    widths = {file: advances(file) for file in (FontCut.NARROW_STRONG.value[0],)}
    with zipfile.ZipFile(out, "w") as archive:
        # In order and without times, so that equal sources have one checksum.
        for name, file in sorted(source_files()):
            archive.writestr(zipfile.ZipInfo(name), file.read_bytes())
        archive.writestr(zipfile.ZipInfo(ROUTES_FILE), json.dumps(routes()))
        archive.writestr(zipfile.ZipInfo(WIDTHS_FILE), json.dumps(widths))
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
