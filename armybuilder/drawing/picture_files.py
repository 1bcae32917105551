"""Drawings as files that look the same wherever they are opened: as PNG, or as SVG with embedded fonts.

Only the site's own fonts are used, and nothing is fetched.
"""

import base64
import re
from functools import cache

import resvg_py

from armybuilder.drawing.fallback_fonts import VENDOR, lender
from armybuilder.drawing.lettering import FontCut, letters_of

MAX_SIDE = 2400
"""The most pixels on a picture's longer side, unless its width is given."""
ZOOM = 1.5
"""Pixels per unit of a picture, unless its width is given."""
FONTS = [str(file) for folder in ("barlow-", "dejavu-") for file in sorted(VENDOR.glob(f"{folder}*/*.ttf"))]
FONT = "Barlow Condensed"
CUT = 600
LATIN, BEYOND = "latin", "latin-ext"
"""The parts of the font: the letters of western Europe, and its other letters."""
VIEW_BOX = re.compile(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"')


def size_of(svg: str) -> tuple[float, float]:
    """Width and height of a picture in its own units; raises ``ValueError`` without a view box."""
    match = VIEW_BOX.search(svg)
    if match is None:
        raise ValueError("the picture has no view box")
    return float(match[1]), float(match[2])


def png_of(svg: str, width: int | None = None) -> bytes:
    """The drawing as a PNG so many pixels wide, by default one and a half per unit, or fewer for large pictures."""
    if width is None:
        size = size_of(svg)
        width = int(size[0] * min(ZOOM, MAX_SIDE / max(size)))
    fonts = [*_lent_fonts(svg), *FONTS]
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, width=width, skip_system_fonts=True, font_files=fonts, font_family="Barlow"
        )
    )


def _lent_fonts(svg: str) -> list[str]:
    """The files of the families that lend letters which ours lack."""
    lacking = (letter for letter in sorted(set(svg)) if ord(letter) not in letters_of(FontCut.NARROW))
    lenders = dict.fromkeys(filter(None, (lender(letter, narrow=True) for letter in lacking)))
    return [str(file) for family in lenders for file in family.files]


@cache
def _face(part: str) -> str:
    """A part of the font as a style sheet that fetches nothing."""
    (file,) = VENDOR.glob(f"barlow-condensed-*/barlow-condensed-{part}-{CUT}-normal.woff2")
    data = base64.b64encode(file.read_bytes()).decode()
    return (
        f'@font-face{{font-family:"{FONT}";font-weight:{CUT};src:url(data:font/woff2;base64,{data}) format("woff2")}}'
    )


def svg_file_of(svg: str) -> str:
    """The picture with its fonts embedded, so that it looks the same when opened alone."""
    if FONT not in svg:
        return svg
    # Browsers search the face declared last first.
    faces = [_face(part) for part in ((LATIN,) if svg.isascii() else (BEYOND, LATIN))]
    # No template: the picture is finished, and a game may have drawn it.
    head, end, rest = svg.partition(">")
    # A picture drawn smaller has its letters spaced as measured, not to whole pixels.
    return f"{head}{end}<style>text{{text-rendering:geometricPrecision}}{''.join(faces)}</style>{rest}"
