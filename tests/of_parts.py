"""What the tests of the whole site have to know of its parts: each has it in its ``tests/in_site.py``."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from armybuilder.site.parts import all_parts


def of_parts(name: str) -> Iterator[Any]:
    """What each part has under that name."""
    for part in all_parts():
        (folder,) = importlib.import_module(part.app).__path__
        if Path(folder, "tests", "in_site.py").exists():
            module = importlib.import_module(f"{part.app}.tests.in_site")
            if hasattr(module, name):
                yield getattr(module, name)
