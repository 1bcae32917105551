"""A document's data as HTML, for paper and for the screen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string

from armybuilder.printing.document import Document
from armybuilder.printing.inks import INK, MUTED, SHADES, VERDICTS, Ink, drawn_shade, symbol_variant
from armybuilder.printing.templatetags.printing import geometry_css

STYLE = Path(settings.BASE_DIR) / "static" / "css" / "print.css"


def standalone(document: Document) -> tuple[str, str]:
    """The document as a page that needs nothing else: HTML and style sheet."""
    html = document_html(document)
    return html, document_css(document, html)


def document_html(document: Document) -> str:
    """The document as a page for paper: one block of fixed size for each sheet's side."""
    return render_to_string("printing/document.html", _context(document))


def preview(document: Document, most_pages: int) -> tuple[str, str]:
    """The first pages for the screen, as HTML to stand within a page, and their style sheet."""
    shown = replace(document, pages=document.pages[:most_pages])
    html = render_to_string("printing/pages.html", _context(shown))
    return html, shades_css(document.ink) + geometry_css(html)


def _context(document: Document) -> dict[str, Any]:
    return {
        "document": document,
        "variant": symbol_variant(document.ink).value,
        "verdict_inks": {
            "legal": drawn_shade(VERDICTS[True], document.ink).deep,
            "illegal": drawn_shade(VERDICTS[False], document.ink).deep,
        },
        "band_ink": INK if document.ink is Ink.SAVER else "#ffffff",
    }


def document_css(document: Document, html: str) -> str:
    """The style sheet of a printed document: the fixed part, the colours of its inks, and its places and sizes."""
    size = document.pages[0].size
    page = f"@page{{size:{size.width}mm {size.height}mm;margin:0}}"
    return page + STYLE.read_text() + shades_css(document.ink) + geometry_css(html)


def shades_css(ink: Ink) -> str:
    """The colours by class name of a shade."""
    named = {f"t-{name}": shade for name, shade in SHADES.items()}
    named |= {"legal": VERDICTS[True], "illegal": VERDICTS[False]}
    rules = [f":root{{--ink:{INK};--muted:{INK if ink is Ink.MONO else MUTED}}}"]
    for name, shade in named.items():
        drawn = drawn_shade(shade, ink)
        rules.append(f".{name}{{--deep:{drawn.deep};--pale:{drawn.pale};--line:{drawn.line}}}")
    return "".join(rules)
