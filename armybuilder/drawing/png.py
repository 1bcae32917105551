"""SVG drawn by the server as PNG, with the site's own letters and nothing fetched."""

from __future__ import annotations

import resvg_py

from armybuilder.drawing.faces import VENDOR

FONTS = [str(file) for folder in ("barlow-", "dejavu-") for file in sorted(VENDOR.glob(f"{folder}*/*.ttf"))]


def png_of(svg: str, width: int) -> bytes:
    """The drawing as a PNG so many pixels wide."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, width=width, skip_system_fonts=True, font_files=FONTS, font_family="Barlow"
        )
    )
