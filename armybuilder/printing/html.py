"""A document's data as HTML, for paper and for the screen."""

from __future__ import annotations

from dataclasses import replace

from django.template.loader import render_to_string

from armybuilder.printing.document import Document, Page
from armybuilder.printing.geometry import geometry_css
from armybuilder.printing.inks import SHADES, Colours, Ink, colours
from armybuilder.printing.paper import Size


def standalone(document: Document) -> tuple[str, str]:
    """The document as a page: HTML, and what it needs beyond the style sheet of all printed pages."""
    html = document_html(document)
    return html, document_css(document, html)


def document_html(document: Document) -> str:
    """The document as a page for paper: one block of fixed size for each sheet's side."""
    return render_to_string("printing/document.html", {"document": document})


def preview(document: Document, most_pages: int) -> tuple[str, str]:
    """So many pages for the screen, as HTML to stand within a page, and their style sheet."""
    shown = replace(document, pages=shown_pages(document, most_pages))
    html = render_to_string("printing/pages.html", {"document": shown})
    return html, shades_css(document.ink) + geometry_css(html)


def shown_pages(document: Document, most: int) -> tuple[Page, ...]:
    """All pages, or of a long document the first ones of each part, in order."""
    if len(document.pages) <= most:
        return document.pages
    share = max(1, most // max(1, sum(bool(page.title) for page in document.pages)))
    found: list[Page] = []
    left = share
    for page in document.pages:
        left = share if page.title else left
        if left > 0:
            found.append(page)
        left -= 1
    return tuple(found[:most])


def document_css(document: Document, html: str) -> str:
    """What a document needs of its own: its paper, the colours of its inks, and its places and sizes."""
    sizes = dict.fromkeys(page.size for page in document.pages)
    page = "".join(_page_css(size, named=len(sizes) > 1) for size in sizes)
    return page + shades_css(document.ink) + geometry_css(html)


def _page_css(size: Size, *, named: bool) -> str:
    """The paper of that size, under a name where sheets of several sizes come together."""
    name = f"p{round(size.width * 100)}-{round(size.height * 100)}"
    rule = f"size:{size.width}mm {size.height}mm;margin:0"
    if not named:
        return f"@page{{{rule}}}"
    sheet = f".w{round(size.width * 100)}.h{round(size.height * 100)}"
    return f"@page {name}{{{rule}}}.sheet{sheet}{{page:{name}}}"


def shades_css(ink: Ink) -> str:
    """The colours by class name of a shade."""
    rules = [_variables(":root", colours("", ink))]
    rules += [_variables(f".t-{name}", colours(name, ink)) for name in SHADES]
    return "".join(rules)


def _variables(selector: str, named: Colours) -> str:
    values = "".join(f"--{name}:{colour or 'transparent'};" for name, colour in named.items())
    return f"{selector}{{{values}}}"
