"""Processes keep nothing of requests: no globals are written, and what is cached is bounded."""

import ast
import enum
import importlib
import pkgutil
import typing
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from django.conf import settings

import armybuilder
import rulesets
from tests.files import modules_of

ROOT = Path(__file__).parent.parent
SOURCES = sorted(modules_of("rulesets", "armybuilder"))

FILES_OF_THE_SITE = {
    "armybuilder.drawing.fallback_fonts.font_of",
    "armybuilder.drawing.lettering._advances",
    "armybuilder.drawing.picture_files._face",
    "armybuilder.printing.fitting.lengths.lengths",
    "armybuilder.printing.fitting.lengths.steps",
    "armybuilder.printing.colours.colours",
    "armybuilder.printing.rendering.style_digest",
    "armybuilder.printing.rendering.weasy._style",
    "armybuilder.site.staticfiles.imports_of",
}
"""Caches whose keys name fonts, scripts and style sheets of the site, of which there are so many as there are files."""

LETTERS = {"armybuilder.printing.fonts._is_printable"}
"""Caches whose keys are single letters, of which Unicode has so many."""


EMPTY = {"[]", "{}", *(f"{kind}()" for kind in ("dict", "list", "set", "OrderedDict", "defaultdict", "deque"))}


def modules(package: ModuleType) -> Iterator[ModuleType]:
    """The package and all modules in it."""
    yield package
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not {"migrations", "tests"} & set(found.name.split(".")) and not found.name.endswith(".__main__"):
            yield importlib.import_module(found.name)


def unbounded() -> Iterator[tuple[str, Any]]:
    """The functions whose results are all kept, by their full names."""
    for module in (*modules(rulesets), *modules(armybuilder)):
        for name, value in vars(module).items():
            own = getattr(value, "__module__", "") == module.__name__ and hasattr(value, "cache_parameters")
            if own and value.cache_parameters()["maxsize"] is None:
                yield f"{module.__name__}.{name}", value


def is_closed(kind: Any) -> bool:
    """Whether there are only so many values of a type."""
    if typing.get_origin(kind) is tuple:
        return all(part is ... or is_closed(part) for part in typing.get_args(kind))
    return kind is bool or (isinstance(kind, type) and issubclass(kind, enum.Enum))


def test_a_cache_is_bounded_or_its_keys_are() -> None:
    importlib.import_module(settings.ROOT_URLCONF)
    open_ended = {
        name
        for name, function in unbounded()
        if not all(
            is_closed(kind)
            for argument, kind in typing.get_type_hints(function.__wrapped__).items()
            if argument != "return"
        )
    }
    assert open_ended == FILES_OF_THE_SITE | LETTERS


def is_empty(value: ast.expr | None) -> bool:
    """Whether it makes a collection without anything in it."""
    made = isinstance(value, ast.List | ast.Dict | ast.Call) and len([*ast.iter_child_nodes(value)]) < 2
    return made and value is not None and ast.unparse(value) in EMPTY


def test_no_module_holds_an_empty_collection_to_be_filled() -> None:
    written, empty = [], []
    for file in SOURCES:
        source = file.read_text()
        tree = ast.parse(source)
        if "global " in source:
            written += [(file, node.lineno) for node in ast.walk(tree) if isinstance(node, ast.Global)]
        values = [node for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign)]
        empty += [(file, node.lineno) for node in values if is_empty(node.value)]
    assert (written, empty) == ([], [])
