"""HTML to PDF: the one place that knows WeasyPrint.

A page may bring nothing from outside: every address is refused, which ends the rendering. Fonts are the project's
own, found by a fontconfig file of its own, so that a document looks the same on every host.
"""

from __future__ import annotations

import atexit
import gc
import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher

from armybuilder.drawing.lettering import FALLBACKS, VENDOR, Cut
from armybuilder.printing.rendering import STYLE, CannotPrint

FAMILY = "Barlow"
NARROW_FAMILY = "Barlow Condensed"


class NothingFetched(URLFetcher):
    """Refuses every address: a printed page is complete in itself."""

    def fetch(self, url: str, headers: Any = None) -> NoReturn:
        """Stop the rendering."""
        raise FatalURLFetchingError(f"a printed page fetches nothing, not even {url[:80]}")


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
def _use_own_fonts() -> None:
    file = _folder() / "fonts.conf"
    file.write_text(font_settings())
    os.environ["FONTCONFIG_FILE"] = str(file)


_one_at_a_time = threading.Lock()
"""The collector is switched off for the whole process, and Pango's fonts are not for two threads."""


@cache
def _settle() -> None:
    """What is loaded by now stays, and need not be looked through again after each page."""
    gc.collect()
    gc.freeze()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Without the garbage collector, which would walk the whole page tree again and again."""
    with _one_at_a_time:
        _settle()
        gc.disable()
        try:
            yield
        finally:
            gc.enable()
            gc.collect()


@cache
def _house_style() -> CSS:
    return CSS(string=STYLE.read_text(), url_fetcher=NothingFetched())


def to_pdf(html: str, css: str, *, tagged: bool = True) -> bytes:
    """A page that stands alone as a PDF; the same page gives the same bytes. Raises ``CannotPrint``.

    ``css`` is what the page needs beyond the style sheet of all printed pages; a ``tagged`` page names its parts.
    """
    with drawn(html, css) as page:
        return bytes(page.write_pdf(pdf_tags=tagged))


@contextmanager
def drawn(html: str, css: str) -> Iterator[Any]:
    """A page that stands alone in WeasyPrint's boxes; raises ``CannotPrint``, also from within the block."""
    with _undisturbed():
        _use_own_fonts()
        fonts = FontConfiguration()
        fetcher = NothingFetched()
        try:
            style = CSS(string=css, font_config=fonts, url_fetcher=fetcher)
            sheets = [_house_style(), style]
            yield HTML(string=html, url_fetcher=fetcher).render(stylesheets=sheets, font_config=fonts)
        except FatalURLFetchingError as error:
            raise CannotPrint(str(error)) from error
        except (RecursionError, OverflowError) as error:
            raise CannotPrint("Something in this army is too deeply nested or too large to be drawn.") from error
