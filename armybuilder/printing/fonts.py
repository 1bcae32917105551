"""The fonts of printed pages: what fontconfig is told of them, and which characters no font has.

Pages are drawn with the vendored fonts and Noto's, never with others that a machine may have, so that a document looks
the same everywhere. The fonts are asked in one order, whatever the language of a text.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import tempfile
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from xml.sax.saxutils import escape

from armybuilder.drawing.faces import ANY_HAN, EMOJI, EVERY_CODE, JAPANESE, NARROW, VENDOR, borrowed, families
from armybuilder.drawing.lettering import Cut, letters_of

FAMILY = "Barlow"
NARROW_FAMILY = "Barlow Condensed"
SCRIPTS = "Noto by Script"
WEIGHTS = {"Regular": "regular", "Medium": "medium", "SemiBold": "semibold", "Bold": "bold"}
LANGUAGE = "en"
"""What a machine prefers is left out of account where the language of Chinese characters is not told."""
SPACES = frozenset("\t\n\r")
"""Control characters that are drawn as a space."""


def use_own_fonts() -> None:
    """Have this process draw with these fonts alone; to be called before it draws anything."""
    os.environ["FONTCONFIG_FILE"] = str(_settings_file())
    os.environ["PANGO_LANGUAGE"] = LANGUAGE


@cache
def fonts_digest() -> str:
    """What tells these fonts and their order from others, on this machine or another."""
    return hashlib.sha256(settings("").encode()).hexdigest()[:16]


@cache
def _settings_file() -> Path:
    """The file with the settings, beside a cache that later processes find filled.

    Both go with the process where the project's folder for data cannot be written to.
    """
    var = Path(os.environ.get("ARMYBUILDER_VAR") or Path(__file__).resolve().parents[2] / "var")
    try:
        return _written(var / "fonts" / fonts_digest())
    except OSError:
        folder = tempfile.TemporaryDirectory(prefix="armybuilder-fonts-")
        atexit.register(folder.cleanup)
        return _written(Path(folder.name))


def _written(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "fonts.conf"
    text = settings(str(folder))
    if not file.is_file() or file.read_text() != text:
        # Another process may be reading it.
        with tempfile.NamedTemporaryFile("w", dir=folder, delete=False) as fresh:
            fresh.write(text)
        Path(fresh.name).replace(file)
    return file


def settings(cache_folder: str) -> str:
    """A fontconfig file with these fonts alone, in the order in which they are asked for a letter."""
    return "".join(
        (
            "<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig>",
            *_files(),
            f"<cachedir>{escape(cache_folder)}</cachedir>",
            *(_scanned(file) for file in _vendored() if file.name.startswith(("Barlow", "NotoSansCondensed"))),
            *_scripts(),
            *_limits(),
            *_order(),
            "</fontconfig>",
        )
    )


def _vendored() -> list[Path]:
    lent = {file for family in families() for file in family.files if file.is_relative_to(VENDOR)}
    return sorted(lent | {VENDOR / cut.value[0] for cut in Cut})


def _files() -> Iterator[str]:
    """The folders of fonts, and which of their files are wanted."""
    wanted = {*_vendored(), *(file for family in families() for file in family.files)}
    folders = sorted({file.parent for file in wanted})
    yield from (f"<dir>{escape(str(folder))}</dir>" for folder in folders)
    yield "<selectfont>"
    yield from (f"<acceptfont><glob>{escape(str(file))}</glob></acceptfont>" for file in sorted(wanted))
    yield from (f"<rejectfont><glob>{escape(str(folder))}/*</glob></rejectfont>" for folder in folders)
    yield "</selectfont>"


def _scanned(file: Path) -> str:
    """Family, weight and slant under which style sheets name a vendored font, whatever it calls itself."""
    name, _, style = file.stem.replace("-", "_").partition("_")
    style, _, italic = style.lstrip("0123456789").partition("_")
    family = {"Barlow": FAMILY, "BarlowCondensed": NARROW_FAMILY, "NotoSansCondensed": NARROW}[name]
    return (
        f"<match target='scan'><test name='file' compare='contains'><string>{file.name}</string></test>"
        f"<edit name='family' mode='assign'><string>{family}</string></edit>"
        f"<edit name='fullname' mode='assign'><string>{family} {style} {italic}</string></edit>"
        "<edit name='width' mode='assign'><const>normal</const></edit>"
        f"<edit name='weight' mode='assign'><const>{WEIGHTS[style]}</const></edit>"
        f"<edit name='slant' mode='assign'><const>{'italic' if italic else 'roman'}</const></edit></match>"
    )


def _scripts() -> Iterator[str]:
    """One more name for all families that are for one script, since asking for each by its own takes long."""
    for file in sorted({file for family in families() if family.script for file in family.files}):
        yield (
            f"<match target='scan'><test name='file'><string>{escape(str(file))}</string></test>"
            f"<edit name='family' mode='append_last'><string>{SCRIPTS}</string></edit></match>"
        )


def _limits() -> Iterator[str]:
    """Of a family from which only some characters are taken, hide the others."""
    for family in families():
        first, last = family.within
        outside = [each for each in ((0, first - 1), (last + 1, EVERY_CODE[1])) if each[0] < each[1]]
        ranges = "".join(f"<range><int>{start}</int><int>{end}</int></range>" for start, end in outside)
        for file in family.files if outside else ():
            yield (
                f"<match target='scan'><test name='file'><string>{escape(str(file))}</string></test>"
                "<edit name='charset' mode='assign'><minus><name>charset</name>"
                f"<charset>{ranges}</charset></minus></edit></match>"
            )


def _order() -> Iterator[str]:
    """Which families are asked after those that a style sheet names; Chinese characters last, by language."""
    yield _asked([EMOJI], test=("family", "emoji"))
    yield _asked([NARROW], test=("family", NARROW_FAMILY))
    general = [family.name for family in families() if not family.script]
    yield _asked([FAMILY, *(name for name in general if name not in {NARROW, ANY_HAN})])
    yield _asked([JAPANESE], test=("lang", "ja"))
    yield _asked([ANY_HAN, SCRIPTS])


def _asked(names: list[str], test: tuple[str, str] | None = None) -> str:
    asked = "".join(f"<string>{escape(name)}</string>" for name in names)
    where = f"<test name='{test[0]}'><string>{test[1]}</string></test>" if test else ""
    return (
        f"<match target='pattern'>{where}<edit name='family' mode='append_last' binding='strong'>{asked}</edit></match>"
    )


def missing(texts: Iterable[str]) -> str:
    """The characters of the texts that no font has, each once, in order."""
    hard = (text for text in texts if not (text.isascii() and text.isprintable()))
    letters = dict.fromkeys(letter for text in hard for letter in text)
    return "".join(letter for letter in letters if not _printed(letter))


@cache
def _printed(letter: str) -> bool:
    if unicodedata.category(letter) == "Cc":
        return letter in SPACES
    return ord(letter) in letters_of(Cut.TEXT) or borrowed(letter) is not None
