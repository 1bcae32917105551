"""HTML to PDF with WeasyPrint, which only this module uses.

Pages load nothing from outside: every address but ``data:`` is refused and ends the rendering. Fonts are the project's,
set up with its own fontconfig file, so a document looks the same on every host.
"""

import gc
import logging
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from weasyprint import CSS, HTML
from weasyprint.formatting_structure.boxes import ParentBox
from weasyprint.layout.absolute import AbsolutePlaceholder
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher

from armybuilder.printing.fonts import use_own_fonts
from armybuilder.printing.rendering import (
    BASE_STYLES,
    Batch,
    CannotPrint,
    Measured,
    Rendered,
    Tick,
    no_tick,
    style_text,
)
from armybuilder.printing.rendering.tags import tidy_tags

MILLIMETRE = 96 / 25.4
"""In the renderer's units."""

logger = logging.getLogger(__name__)


class NothingFetched(URLFetcher):
    """Refuses every address but data URIs, since printed pages are self-contained."""

    def fetch(self, url: str, headers: Any = None) -> Any:
        """Return the data of a data URI; for any other address end the rendering."""
        if url.startswith("data:"):
            return super().fetch(url, headers)
        raise FatalURLFetchingError(f"a printed page fetches nothing, not even {url[:80]}")


class NothingInPart(logging.Filter):
    """Raises again what WeasyPrint logs as an error and goes on without: a picture in part, or a font.

    It catches even ``MemoryError`` and ``TimeoutError`` while it draws an SVG picture, and prints the half of it.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Let the record through, or raise the exception that is being handled."""
        caught = cause = sys.exc_info()[1]
        # A photo's exception is wrapped in those of its image and of its address.
        while cause is not None and not isinstance(cause, MemoryError | TimeoutError):
            cause = cause.__cause__ or cause.__context__
        if cause is not None:
            raise cause
        if caught is not None and record.msg.startswith("Failed to render SVG image"):
            raise caught
        return True


logging.getLogger("weasyprint").addFilter(NothingInPart())

_one_at_a_time = threading.Lock()
"""The garbage collector is switched off for the whole process, and Pango's fonts are not thread-safe."""


@cache
def _freeze() -> None:
    """Exclude objects loaded so far from garbage collection, since they stay."""
    gc.collect()
    gc.freeze()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Without the garbage collector, which would walk the whole page tree again and again.

    It collects afterwards, unless the caller had switched it off.
    """
    with _one_at_a_time:
        _freeze()
        collects = gc.isenabled()
        gc.disable()
        try:
            yield
        finally:
            if collects:
                gc.enable()
                gc.collect()


@cache
def _style(name: str) -> CSS:
    return CSS(string=style_text(name), url_fetcher=NothingFetched())


@cache
def _fonts() -> FontConfiguration:
    """The fonts, loaded once, since the style sheets of pages have none."""
    use_own_fonts()
    return FontConfiguration()


def render(batch: Batch, tick: Tick = no_tick) -> Rendered:
    """The batch laid out and written; the same batch gives the same bytes. Raises ``CannotPrint``.

    It cannot be interrupted: ``tick`` is called once before it begins.
    """
    tick()
    with _undisturbed():
        try:
            return _rendered(batch)
        except FatalURLFetchingError as error:
            raise CannotPrint(str(error)) from error
        except (RecursionError, OverflowError) as error:
            raise CannotPrint("Something in this army is too deeply nested or too large to be drawn.") from error
        except (CannotPrint, MemoryError, TimeoutError):
            raise
        except Exception as error:
            logger.exception("laying out pages of %s", ", ".join(batch.styles))
            raise CannotPrint(
                f"The renderer failed on pages with the style sheets {', '.join(batch.styles)} "
                f"({type(error).__name__}: {error}). The error has been logged. Your army is unchanged."
            ) from error


def _rendered(batch: Batch) -> Rendered:
    fetcher = NothingFetched()
    sheets = [_style(name) for name in (*BASE_STYLES, *batch.styles)]
    sheets.append(CSS(string=batch.geometry, url_fetcher=fetcher))
    document = HTML(string=batch.html, url_fetcher=fetcher).render(stylesheets=sheets, font_config=_fonts())
    measured = _measured(document)
    variant = "pdf/a-3a" if batch.archive else "pdf/ua-1"
    pdf = document.write_pdf(pdf_variant=variant, finisher=tidy_tags(batch.digest()[:12], batch.content))
    return Rendered(len(document.pages), measured, bytes(pdf))


def _measured(document: Any) -> dict[str, Measured]:
    """Every element with ``data-fit``, by what that says.

    WeasyPrint has the places of boxes only in a page's private tree of them.
    Of the boxes of an element the first is the outermost: a paragraph's, not its words'; a table's with its caption.
    """
    measures: dict[str, Measured] = {}
    for number, page in enumerate(document.pages, 1):
        for box in page._page_box.descendants(placeholders=True):
            name = box.element.get("data-fit") if box.element is not None else None
            if name and name not in measures:
                measures[name] = _measure(box, number)
    return measures


def _measure(box: Any, page: int) -> Measured:
    right, bottom = box.content_box_x() + box.width, box.content_box_y() + box.height
    furthest, lowest = box.content_box_x(), box.content_box_y()
    for inner in _flowing(box):
        furthest = max(furthest, inner.position_x + inner.margin_width())
        lowest = max(lowest, inner.position_y + inner.margin_height())
    lengths = (
        box.border_box_x(),
        box.border_box_y(),
        box.border_width(),
        box.border_height(),
        lowest - bottom,
        furthest - right,
    )
    return Measured(page, *(round(length / MILLIMETRE, 3) for length in lengths))


def _flowing(box: Any) -> Iterator[Any]:
    """All boxes within a box that take room, those out of the flow excepted."""
    for child in box.children if isinstance(box, ParentBox) else ():
        if not isinstance(child, AbsolutePlaceholder):
            yield child
            yield from _flowing(child)
