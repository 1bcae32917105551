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
from contextlib import suppress
from functools import cache
from pathlib import Path
from xml.sax.saxutils import escape

from armybuilder.drawing.faces import ANY_HAN, EMOJI, EVERY_CODE, JAPANESE, NARROW, VENDOR, borrowed, families, font_of
from armybuilder.drawing.lettering import Cut, letters_of

FAMILY = "Barlow"
NARROW_FAMILY = "Barlow Condensed"
FILES = "files"
OTHERS = "others"
SCRIPTS = "scripts"
"""Folder of the fonts that are for one script each, and one more name for all their families, since asking for each
family by its own takes long.
"""
NAMED = ("Barlow", "NotoSansCondensed")
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
    files = sorted((name, str(file), file.stat().st_size) for name, file in _files().items())
    return hashlib.sha256(f"{files}{settings('')}".encode()).hexdigest()[:16]


@cache
def _settings_file() -> Path:
    """The file with the settings, beside links to the fonts and a cache that later processes find filled.

    They go with the process where the project's folder for data cannot be written to.
    """
    var = Path(os.environ.get("ARMYBUILDER_VAR") or Path(__file__).resolve().parents[2] / "var")
    try:
        return _written(var / "fonts" / fonts_digest())
    except OSError:
        folder = tempfile.TemporaryDirectory(prefix="armybuilder-fonts-")
        atexit.register(folder.cleanup)
        return _written(Path(folder.name))


def _written(folder: Path) -> Path:
    file = folder / "fonts.conf"
    if not file.is_file():
        for name, font in _files().items():
            link = folder / FILES / name
            link.parent.mkdir(parents=True, exist_ok=True)
            # Another process may be doing the same.
            with suppress(FileExistsError):
                link.symlink_to(font)
        with tempfile.NamedTemporaryFile("w", dir=folder, delete=False) as fresh:
            fresh.write(settings(str(folder)))
        Path(fresh.name).replace(file)
    return file


def _files() -> dict[str, Path]:
    """Each font by its place in the folder of links; fontconfig reads the more slowly the more it is told of files."""
    lent = {
        f"{SCRIPTS if family.script else OTHERS}/{file.name}": file for family in families() for file in family.files
    }
    return lent | {f"{OTHERS}/{Path(cut.value[0]).name}": VENDOR / cut.value[0] for cut in Cut}


def settings(folder: str) -> str:
    """A fontconfig file with these fonts alone, in the order in which they are asked for a letter.

    ``folder`` is where links to them lie, and the cache.
    """
    return "".join(
        (
            "<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig>",
            f"<dir>{escape(folder)}/{FILES}</dir><cachedir>{escape(folder)}</cachedir>",
            *(_named(file) for file in sorted(_files().values()) if file.stem.startswith(NAMED)),
            _edited(f"/{SCRIPTS}/", f"<edit name='family' mode='append_last'><string>{SCRIPTS}</string></edit>"),
            *_limits(),
            *_order(),
            "</fontconfig>",
        )
    )


def _edited(path: str, edits: str) -> str:
    """What becomes of the fonts whose files have this in their path, as they are read."""
    test = f"<test name='file' compare='contains'><string>{escape(path)}</string></test>"
    return f"<match target='scan'>{test}{edits}</match>"


def _named(file: Path) -> str:
    """Family, weight and slant under which style sheets name a vendored font, whatever it calls itself."""
    name, _, style = file.stem.replace("-", "_").partition("_")
    style, _, italic = style.lstrip("0123456789").partition("_")
    family = {"Barlow": FAMILY, "BarlowCondensed": NARROW_FAMILY, "NotoSansCondensed": NARROW}[name]
    return _edited(
        f"/{file.name}",
        f"<edit name='family' mode='assign'><string>{family}</string></edit>"
        f"<edit name='fullname' mode='assign'><string>{family} {style} {italic}</string></edit>"
        "<edit name='width' mode='assign'><const>normal</const></edit>"
        f"<edit name='weight' mode='assign'><const>{WEIGHTS[style]}</const></edit>"
        f"<edit name='slant' mode='assign'><const>{'italic' if italic else 'roman'}</const></edit>",
    )


def _limits() -> Iterator[str]:
    """Of a family from which only some characters are taken, hide the others."""
    for family in families():
        first, last = family.within
        for file in family.files if family.within != EVERY_CODE else ():
            # Each code of a range takes time whenever the settings are read; so only those that the font has.
            hidden = {code for code in font_of(file).face.unicodes if not first <= code <= last}
            starts = sorted(code for code in hidden if code - 1 not in hidden)
            ends = sorted(code for code in hidden if code + 1 not in hidden)
            runs = zip(starts, ends, strict=True)
            ranges = (f"<range><int>{start}</int><int>{end}</int></range>" for start, end in runs)
            charset = f"<charset>{''.join(ranges)}</charset>"
            yield _edited(
                f"/{file.name}",
                f"<edit name='charset' mode='assign'><minus><name>charset</name>{charset}</minus></edit>",
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
