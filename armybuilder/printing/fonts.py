"""The fonts of printed pages: the project's own and no others, so that a document looks the same on every host."""

from __future__ import annotations

import atexit
import os
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from armybuilder.drawing import lettering
from armybuilder.drawing.lettering import FALLBACKS, VENDOR, Cut

FAMILY = "Barlow"
NARROW_FAMILY = "Barlow Condensed"


def font_settings() -> str:
    """A fontconfig file with the vendored fonts alone, under the names that the style sheet uses."""
    folders = sorted({(VENDOR / name).parent for name in [cut.value[0] for cut in Cut] + list(FALLBACKS.values())})
    parts = ["<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig>"]
    parts += [f"<dir>{folder}</dir>" for folder in folders]
    parts.append(f"<cachedir>{_folder()}</cachedir>")
    parts.append("<selectfont><rejectfont><glob>*.woff2</glob></rejectfont></selectfont>")
    for cut in Cut:
        file = Path(cut.value[0]).name
        family = NARROW_FAMILY if "condensed" in file else FAMILY
        weight = {"400": "regular", "500": "medium", "600": "semibold", "700": "bold"}[file.split("-")[-2]]
        slant = "italic" if "italic" in file else "roman"
        parts.append(
            f"<match target='scan'><test name='file' compare='contains'><string>{file}</string></test>"
            f"<edit name='family' mode='assign'><string>{family}</string></edit>"
            "<edit name='width' mode='assign'><const>normal</const></edit>"
            f"<edit name='weight' mode='assign'><const>{weight}</const></edit>"
            f"<edit name='slant' mode='assign'><const>{slant}</const></edit></match>"
        )
    return "".join((*parts, "</fontconfig>"))


@cache
def _folder() -> Path:
    """A folder for this process's font settings and their cache, which goes with the process."""
    folder = tempfile.TemporaryDirectory(prefix="armybuilder-print-")
    atexit.register(folder.cleanup)
    return Path(folder.name)


@cache
def use_own_fonts() -> None:
    """Let Pango find these fonts and no others, from the next page on."""
    file = _folder() / "fonts.conf"
    file.write_text(font_settings())
    os.environ["FONTCONFIG_FILE"] = str(file)


def missing(texts: Iterable[str]) -> str:
    """The characters of the texts that no font of ours has, each once, in order."""
    return lettering.missing(texts)
