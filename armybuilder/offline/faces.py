"""Replaces ``armybuilder.drawing.faces`` in the browser: widths of letters, without the fonts."""

from __future__ import annotations

import enum
import json
import sys
from importlib.abc import ResourceLoader
from pathlib import Path
from typing import Final, cast

VENDOR: Final = Path()
WIDTHS: Final = "advances.json"
"""The file next to this module with the widths of each font file's letters, from ``armybuilder.offline.engine``."""


class Style(enum.IntEnum):
    """The styles of the site; no letters are borrowed here."""

    PLAIN = 0
    BOLD = 1
    ITALIC = 2


def advances(file: Path) -> dict[int, float]:
    """Return the width of each character code, in parts of the type size."""
    loader = cast(ResourceLoader, sys.modules[__name__].__loader__)
    widths = json.loads(loader.get_data(f"{__file__.rpartition('/')[0]}/{WIDTHS}"))
    return {int(code): width for code, width in widths[file.as_posix()].items()}


def borrowed(letter: str, style: Style = Style.PLAIN, *, narrow: bool = False) -> float | None:
    """Return ``None``: no font lends a letter here."""
    return None
