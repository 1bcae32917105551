"""A document as the answer to a request that keeps nobody waiting: the file, or a page that asks again by itself."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from armybuilder.pages import error_page
from armybuilder.printing.background import pdf_of
from armybuilder.printing.documents.document import Document
from armybuilder.printing.documents.order import NothingToPrint
from armybuilder.printing.jobs import Busy
from armybuilder.printing.rendering import CannotPrint
from armybuilder.printing.rendering.printer import Printer

ASK_AGAIN = 4
"""Seconds until the page asks for the file again."""


def pdf_response(
    request: HttpRequest, told: str, made: Callable[[Printer], Document], answer: Callable[[bytes], HttpResponse]
) -> HttpResponse:
    """What ``answer`` makes of the PDF; 202 while it is being made, 400 and 429 with what stands in its way.

    The document is ``made`` beside the request with the site's printer, since a large one takes a while; ``told`` is
    all it is made of.
    """
    try:
        pdf = pdf_of(told, made)
    except (CannotPrint, NothingToPrint) as refusal:
        return error_page(request, 400, str(refusal))
    except Busy as busy:
        return error_page(request, 429, str(busy))
    if pdf is not None:
        return answer(pdf)
    waiting = render(request, "printing/being_printed.html", {"again": request.get_full_path()}, status=202)
    waiting.headers["Refresh"] = str(ASK_AGAIN)
    return waiting
