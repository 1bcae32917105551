"""The fonts of printed pages: their fontconfig settings, and the characters that no font has.

Pages use the vendored fonts and Noto's, never others installed on the machine, so a document looks the same everywhere.
The fonts are tried in one order, whatever the language of a text.
"""

import hashlib
import os
import tempfile
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from itertools import chain
from pathlib import Path

from armybuilder.drawing.fallback_fonts import (
    ANY_HAN,
    EMOJI,
    EVERY_CODE,
    JAPANESE,
    NARROW,
    VENDOR,
    borrowed,
    families,
    font_of,
)
from armybuilder.drawing.lettering import FontCut, letters_of
from armybuilder.site.folders import SHARED_DIR, data_dir
from armybuilder.site.temporary_folders import TemporaryFolder

TEMPLATES = SHARED_DIR / "templates"
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
    try:
        return _write_settings(data_dir() / "fonts" / fonts_digest())
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


def fill_template(template: str, values: Mapping[str, object]) -> str:
    """A template with these values, without the site's settings, which the processes that render do not have."""
    # Django takes time to load, which processes that only name the work need not spend.
    from django.template import Context, Engine

    return Engine(dirs=[str(TEMPLATES)]).get_template(template).render(Context(dict(values)))


def settings(folder: str) -> str:
    """A fontconfig file with these fonts alone, in the order in which they are tried for a letter.

    ``folder`` holds the links to them and the cache.
    """
    named = [_named(file) for file in sorted(_files().values()) if file.stem.startswith(NAMED)]
    values = {"named": named, "hidden": list(_hidden()), "order": list(_order())}
    return fill_template("printing/fonts.xml", {"folder": folder, "files": FILES, "scripts": SCRIPTS, **values})


def _named(file: Path) -> dict[str, str]:
    """A vendored font with the family, weight and slant that style sheets use, whatever its own names."""
    name, _, style = file.stem.replace("-", "_").partition("_")
    style, _, italic = style.lstrip("0123456789").partition("_")
    family = {"Barlow": FAMILY, "BarlowCondensed": NARROW_FAMILY, "NotoSansCondensed": NARROW}[name]
    return {"file": file.name, "family": family, "style": style, "italic": italic, "weight": WEIGHTS[style]}


def _hidden() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The unused characters, as first and last codes, of each file of a family from which only some are used."""
    for family in families():
        first, last = family.within
        for file in family.files if family.within != EVERY_CODE else ():
            # Every code of a range costs time whenever the settings are read, so only those in the font are listed.
            hidden = {code for code in font_of(file).face.unicodes if not first <= code <= last}
            starts = sorted(code for code in hidden if code - 1 not in hidden)
            ends = sorted(code for code in hidden if code + 1 not in hidden)
            yield file.name, [(str(start), str(end)) for start, end in zip(starts, ends, strict=True)]


def _order() -> Iterator[tuple[dict[str, str], list[str]]]:
    """The families tried after those of a style sheet, with what they are for; Chinese characters last, by language."""
    yield {"family": "emoji"}, [EMOJI]
    yield {"family": NARROW_FAMILY}, [NARROW]
    general = [family.name for family in families() if not family.script]
    yield {}, [FAMILY, *(name for name in general if name not in {NARROW, ANY_HAN})]
    yield {"lang": "ja"}, [JAPANESE]
    yield {}, [ANY_HAN, SCRIPTS]


def missing_characters(texts: Iterable[str]) -> str:
    """The characters of the texts that no font has, each once, in order."""
    hard = (text for text in texts if not (text.isascii() and text.isprintable()))
    letters = dict.fromkeys(chain.from_iterable(hard))
    return "".join(letter for letter in letters if not _is_printable(letter))


@cache
def _is_printable(letter: str) -> bool:
    if unicodedata.category(letter) == "Cc":
        return letter in SPACES
    return ord(letter) in letters_of(FontCut.TEXT) or borrowed(letter) is not None
