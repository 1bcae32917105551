"""The fonts of printed pages: their fontconfig settings, and the characters that no font has.

Pages use the vendored fonts and Noto's, never others installed on the machine, so a document looks the same everywhere.
The fonts are tried in one order, whatever the language of a text.
"""

from __future__ import annotations

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
from armybuilder.drawing.lettering import FontCut, letters_of
from armybuilder.temporary_folders import TemporaryFolder

FAMILY = "Barlow"
NARROW_FAMILY = "Barlow Condensed"
FILES = "files"
OTHERS = "others"
SCRIPTS = "scripts"
"""Folder of the fonts for a single script, and a common name for their families, since looking up each family by its
own name is slow.
"""
NAMED = ("Barlow", "NotoSansCondensed")
WEIGHTS = {"Regular": "regular", "Medium": "medium", "SemiBold": "semibold", "Bold": "bold"}
LANGUAGE = "en"
"""Used for Chinese characters of unknown language, whatever the machine's own setting."""
SPACES = frozenset("\t\n\r")
"""Control characters that are drawn as a space."""


def use_own_fonts() -> None:
    """Make this process draw with these fonts alone; call it before anything is drawn."""
    os.environ["FONTCONFIG_FILE"] = str(_settings_file())
    os.environ["PANGO_LANGUAGE"] = LANGUAGE


@cache
def fonts_digest() -> str:
    """A digest of these fonts and their order, which is different for others."""
    files = sorted((name, str(file), file.stat().st_size) for name, file in _files().items())
    return hashlib.sha256(f"{files}{settings('')}".encode()).hexdigest()[:16]


@cache
def _settings_file() -> Path:
    """The settings file, in a folder with links to the fonts and a cache that later processes reuse.

    Where the data folder is not writable, it is in a temporary folder that is removed with the process.
    """
    var = Path(os.environ.get("ARMYBUILDER_VAR") or Path(__file__).resolve().parents[2] / "var")
    try:
        return _write_settings(var / "fonts" / fonts_digest())
    except OSError:
        return _write_settings(_temporary_folder().path)


@cache
def _temporary_folder() -> TemporaryFolder:
    """A folder that this process keeps until it ends."""
    return TemporaryFolder("fonts")


def _write_settings(folder: Path) -> Path:
    file = folder / "fonts.conf"
    if not file.is_file():
        for name, font in _files().items():
            link = folder / FILES / name
            link.parent.mkdir(parents=True, exist_ok=True)
            # Another process may be doing the same.
            with suppress(FileExistsError):
                link.symlink_to(font)
        with tempfile.NamedTemporaryFile("w", dir=folder, delete=False) as temporary:
            temporary.write(settings(str(folder)))
        Path(temporary.name).replace(file)
    return file


def _files() -> dict[str, Path]:
    """Each font by its place in the folder of links; the fewer fonts, the faster fontconfig starts."""
    fallbacks = {
        f"{SCRIPTS if family.script else OTHERS}/{file.name}": file for family in families() for file in family.files
    }
    return fallbacks | {f"{OTHERS}/{Path(cut.value[0]).name}": VENDOR / cut.value[0] for cut in FontCut}


def settings(folder: str) -> str:
    """A fontconfig file with these fonts alone, in the order in which they are tried for a letter.

    ``folder`` holds the links to them and the cache.
    """
    return "".join(
        (
            "<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig>",
            f"<dir>{escape(folder)}/{FILES}</dir><cachedir>{escape(folder)}</cachedir>",
            *(_name_rule(file) for file in sorted(_files().values()) if file.stem.startswith(NAMED)),
            _scan_rule(f"/{SCRIPTS}/", f"<edit name='family' mode='append_last'><string>{SCRIPTS}</string></edit>"),
            *_limits(),
            *_order(),
            "</fontconfig>",
        )
    )


def _scan_rule(path: str, edits: str) -> str:
    """A rule that edits the fonts whose file path contains this, as they are read."""
    test = f"<test name='file' compare='contains'><string>{escape(path)}</string></test>"
    return f"<match target='scan'>{test}{edits}</match>"


def _name_rule(file: Path) -> str:
    """A rule that gives a vendored font the family, weight and slant that style sheets use, whatever its own names."""
    name, _, style = file.stem.replace("-", "_").partition("_")
    style, _, italic = style.lstrip("0123456789").partition("_")
    family = {"Barlow": FAMILY, "BarlowCondensed": NARROW_FAMILY, "NotoSansCondensed": NARROW}[name]
    return _scan_rule(
        f"/{file.name}",
        f"<edit name='family' mode='assign'><string>{family}</string></edit>"
        f"<edit name='fullname' mode='assign'><string>{family} {style} {italic}</string></edit>"
        "<edit name='width' mode='assign'><const>normal</const></edit>"
        f"<edit name='weight' mode='assign'><const>{WEIGHTS[style]}</const></edit>"
        f"<edit name='slant' mode='assign'><const>{'italic' if italic else 'roman'}</const></edit>",
    )


def _limits() -> Iterator[str]:
    """Rules that hide the unused characters of families from which only some are used."""
    for family in families():
        first, last = family.within
        for file in family.files if family.within != EVERY_CODE else ():
            # Every code of a range costs time whenever the settings are read, so only those in the font are listed.
            hidden = {code for code in font_of(file).face.unicodes if not first <= code <= last}
            starts = sorted(code for code in hidden if code - 1 not in hidden)
            ends = sorted(code for code in hidden if code + 1 not in hidden)
            runs = zip(starts, ends, strict=True)
            ranges = (f"<range><int>{start}</int><int>{end}</int></range>" for start, end in runs)
            charset = f"<charset>{''.join(ranges)}</charset>"
            yield _scan_rule(
                f"/{file.name}",
                f"<edit name='charset' mode='assign'><minus><name>charset</name>{charset}</minus></edit>",
            )


def _order() -> Iterator[str]:
    """Rules for the families tried after those of a style sheet; Chinese characters last, by language."""
    yield _fallback_rule([EMOJI], test=("family", "emoji"))
    yield _fallback_rule([NARROW], test=("family", NARROW_FAMILY))
    general = [family.name for family in families() if not family.script]
    yield _fallback_rule([FAMILY, *(name for name in general if name not in {NARROW, ANY_HAN})])
    yield _fallback_rule([JAPANESE], test=("lang", "ja"))
    yield _fallback_rule([ANY_HAN, SCRIPTS])


def _fallback_rule(names: list[str], test: tuple[str, str] | None = None) -> str:
    strings = "".join(f"<string>{escape(name)}</string>" for name in names)
    where = f"<test name='{test[0]}'><string>{test[1]}</string></test>" if test else ""
    edit = f"<edit name='family' mode='append_last' binding='strong'>{strings}</edit>"
    return f"<match target='pattern'>{where}{edit}</match>"


def missing(texts: Iterable[str]) -> str:
    """The characters of the texts that no font has, each once, in order."""
    hard = (text for text in texts if not (text.isascii() and text.isprintable()))
    letters = dict.fromkeys(letter for text in hard for letter in text)
    return "".join(letter for letter in letters if not _is_printable(letter))


@cache
def _is_printable(letter: str) -> bool:
    if unicodedata.category(letter) == "Cc":
        return letter in SPACES
    return ord(letter) in letters_of(FontCut.TEXT) or borrowed(letter) is not None
