"""Symbols as SVG files, and responses with pictures."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armybuilder.drawing.symbols import TEXT_COLOUR, UnknownSymbol, Variant, drawing
from armybuilder.drawing.uploads import CONTENT_TYPE
from armybuilder.site.pages import YEAR
from rulesets.core.cards import SymbolSet

PIXELS = 0.5
"""Size on screen of one unit of a drawing, unless the page says otherwise."""


def picture_response(data: bytes) -> HttpResponse:
    """A response with an uploaded picture, which browsers may cache for ever: its address changes with it."""
    response = HttpResponse(data, content_type=CONTENT_TYPE)
    response.headers["Cache-Control"] = f"private, max-age={YEAR}, immutable"
    return response


@require_safe
def symbol(request: HttpRequest, symbols: str, code: str) -> HttpResponse:
    """A symbol as an SVG file that browsers may cache for ever; ``?variant=`` takes the values of ``Variant``.

    When the drawings change, the address has to change.
    """
    try:
        picture = drawing(SymbolSet(symbols), code, Variant(request.GET.get("variant", Variant.FRIEND)))
    except (UnknownSymbol, ValueError):
        raise Http404 from None
    size = {"width": f"{picture.width * PIXELS:g}", "height": f"{picture.height * PIXELS:g}"}
    context = {"drawing": picture, "colour": TEXT_COLOUR, **size}
    response = render(request, "drawing/symbol.svg", context, content_type="image/svg+xml")
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    return response
