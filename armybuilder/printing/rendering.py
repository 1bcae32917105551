"""What is known of the renderer without loading it, as web processes never do: its refusals, and what makes its pages.

Only ``pdf.py`` knows the renderer itself.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

RENDERER = f"WeasyPrint {version('weasyprint')}"
"""What makes the PDFs; another version may make others of the same pages."""
STYLE = Path(__file__).resolve().parents[2] / "static" / "css" / "print.css"
"""The style sheet of all printed pages."""

LENGTH = 8
"""Bytes that say how long a message to or from a press is."""


class CannotPrint(RuntimeError):
    """The document cannot be rendered; the text says why, for the player."""


@cache
def style_digest() -> str:
    """What tells this style sheet from another."""
    return hashlib.sha256(STYLE.read_bytes()).hexdigest()


@cache
def colour_profile() -> bytes:
    """What the colours of screens (sRGB) are, as the renderer brings it along."""
    spec = find_spec("weasyprint")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("weasyprint is not installed")
    return (Path(spec.origin).parent / "pdf" / "sRGB2014.icc").read_bytes()
