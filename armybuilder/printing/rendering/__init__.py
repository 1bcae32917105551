"""The input and output types of rendering, without loading WeasyPrint.

Web processes import this; only ``weasy.py`` loads the renderer, in separate processes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.metadata import version

from armybuilder.printing.fonts import fill_template, fonts_digest
from armybuilder.printing.paper import Edge
from armybuilder.site.folders import SHARED_DIR
from armybuilder.site.parts import part_files

RENDERER = f"WeasyPrint {version('weasyprint')}"
"""The renderer and its version, since another version may produce other PDFs."""
STYLES = SHARED_DIR / "static" / "css" / "print"
"""The folder of the style sheets of printed pages; parts of the site have others."""
BASE_STYLES = ("base", "inks")
"""Style sheets of every printed page."""
NEEDS_PANGO = (
    "Printing needs the Pango library. Install it (on Debian: libpango-1.0-0, libpangoft2-1.0-0 and "
    "libharfbuzz-subset0; with Homebrew: pango), then restart the site."
)
"""What somebody has to do who runs the site from its wheel, which cannot bring libraries of the system."""


class CannotPrint(RuntimeError):
    """The document cannot be rendered; the message is for the player."""


class TooMuchAtOnce(CannotPrint):
    """A batch takes more time or memory than its process may, or has ended it twice."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Pages that are laid out together: HTML with its style sheets.

    ``content`` is what stands in the body, ``styles`` are names of files in ``static/css/print`` beyond those of every
    page, ``geometry`` is CSS with the sizes of paper and the places of pieces, ``classes`` are the body's (ink and
    accent). ``pages`` is how many pages come of it; ``None`` where only the layout can tell. ``archive`` makes it
    PDF/A-3 instead of PDF/UA-1.
    """

    content: str
    styles: tuple[str, ...]
    geometry: str
    classes: str
    pages: int | None = 1
    archive: bool = False

    @property
    def html(self) -> str:
        """The whole page, without its style sheets."""
        return fill_template("printing/page.html", {"batch": self})

    def digest(self) -> str:
        """A digest of everything that determines the batch's PDF."""
        styles = [style_digest(name) for name in (*BASE_STYLES, *self.styles)]
        content = json.dumps([RENDERER, fonts_digest(), styles, asdict(self)])
        return hashlib.sha256(content.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Measured:
    """An element as it was laid out, in millimetres: its place on its page (from 1), its size, and by how much what
    stands in it is lower and wider than it is (less than 0 where there is room left).
    """

    page: int
    x: float
    y: float
    width: float
    height: float
    too_low: float = 0.0
    too_wide: float = 0.0

    @property
    def bottom(self) -> float:
        """Where it ends, from the top of its page."""
        return self.y + self.height

    @property
    def fits(self) -> bool:
        """Whether nothing overflows the element."""
        return self.too_low <= EXACT and self.too_wide <= EXACT


EXACT = 0.05
"""Rounding tolerance in millimetres."""


@dataclass(frozen=True)
class Layout:
    """How a batch was laid out: its number of pages, and the elements with ``data-fit``, by that attribute."""

    pages: int
    measured: Mapping[str, Measured]

    @property
    def overflowing(self) -> tuple[str, ...]:
        """The elements whose content does not fit them."""
        return tuple(name for name, box in self.measured.items() if not box.fits)

    def packed(self) -> bytes:
        """As JSON."""
        return json.dumps(
            {"pages": self.pages, "measured": {name: asdict(box) for name, box in self.measured.items()}}
        ).encode()

    @staticmethod
    def unpacked(packed: bytes) -> Layout:
        """The layout from ``packed`` data; raises ``ValueError``, ``KeyError`` or ``TypeError`` for other bytes."""
        head = json.loads(packed)
        return Layout(head["pages"], {name: Measured(**box) for name, box in head["measured"].items()})


@dataclass(frozen=True)
class Rendered(Layout):
    """A batch laid out and written as a PDF, in so many ``seconds`` of the processor."""

    pdf: bytes = field(repr=False)
    seconds: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class Attached:
    """A file within the file: its name, its media type, what it is, and its text."""

    name: str
    kind: str
    about: str
    content: str


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """What a file says of itself: its title and subject, its bookmarks (title and page, from 0), files within it.

    ``folded`` is the edge over which the sheets of a booklet are flipped. ``credit`` is said for the file as a whole,
    since readers of tags pass over the feet of its pages.
    """

    title: str
    subject: str
    bookmarks: tuple[tuple[str, int], ...] = ()
    attached: tuple[Attached, ...] = ()
    folded: Edge | None = None
    credit: str = ""


Tick = Callable[[], None]
"""Called several times a second while waiting; an exception that it raises ends the work."""


def no_tick() -> None:
    """Let the work go on."""


@cache
def style_digest(name: str) -> str:
    """A digest of a style sheet; raises ``CannotPrint`` if there is none of this name."""
    return hashlib.sha256(style_text(name).encode()).hexdigest()


def style_text(name: str) -> str:
    """A style sheet; raises ``CannotPrint`` if there is none of that name."""
    folders = (STYLES, *(file.parent / "static" / "css" / "print" for file in part_files()))
    files = [file for folder in folders if (file := folder / f"{name}.css").is_file()]
    try:
        return files[0].read_text()
    except (IndexError, OSError, UnicodeDecodeError) as error:
        raise CannotPrint(f"The style sheet static/css/print/{name}.css cannot be read.") from error
