"""The report of a game at the table: as a page, on paper, and as Markdown."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.matches.history.pages import so_far
from armybuilder.matches.history.past_games import past_games_up_to
from armybuilder.matches.log.photos import photo_address, photos_for
from armybuilder.matches.log.seats import seat_of
from armybuilder.matches.log.store import load_match, readable
from armybuilder.matches.models import Seat
from armybuilder.matches.report.history import match_then
from armybuilder.matches.report.match_report import (
    PHOTO_SIZE,
    MatchReport,
    facts_of,
    markdown_of,
    report_document,
    report_of,
)
from armybuilder.printing.background import pdf_response
from armybuilder.printing.colours import Ink
from armybuilder.printing.documents.document import Document
from armybuilder.printing.documents.photos import Photo, Upload
from armybuilder.printing.documents.photos import photo as print_photo
from armybuilder.printing.rendering.printer import Printer
from armybuilder.site.limits import limit
from armybuilder.site.pages import attachment


def _of(seat: Seat, *, result: bool, history: bool) -> MatchReport:
    """The report as the player of a seat may read it, with who won and with that player's history if they say so."""
    loaded = load_match(seat.match)
    report = report_of(loaded, loaded.viewer(seat.side), tells_result=result)
    return replace(report, facts=(*report.facts, *_history_of(seat, wanted=history)))


def _history_of(seat: Seat, *, wanted: bool) -> tuple[tuple[str, str], ...]:
    games = past_games_up_to(seat) if wanted and seat.side is not None and seat.match.ended else ()
    return tuple(so_far(games, seat.match_id))


def _told(request: HttpRequest) -> dict[str, bool]:
    """What a report tells that leaves the site: who won, and the player's history, only if the player says so."""
    return {name: name in request.GET for name in ("result", "history")}


def _photo_for_print(seat: Seat) -> Photo | None:
    stored = photos_for(seat.match, seat.side).first()
    upload = Upload(stored.digest, bytes(stored.image)) if stored else None
    return print_photo(upload, str(seat.match), PHOTO_SIZE, Ink.COLOUR)


@never_cache
@require_safe
@limit("match-reports")
@readable
def report(request: HttpRequest, address: str) -> HttpResponse:
    """The report as a page; ``unit`` in the address limits it to the entries that name the unit."""
    seat = seat_of(request, address)
    match_report = _of(seat, result=True, history=True)
    unit = request.GET.get("unit", "")
    context = {"match": seat.match, "ruleset": seat.match.game, "report": match_report, "unit": unit}
    context |= {"plays": seat.side is not None, "photo": photo_address(seat.match, seat.side)}
    return render(request, "matches/report.html", {**context, "lines": match_report.only(unit)})


@never_cache
@require_safe
@limit("match-reports")
@readable
def then(request: HttpRequest, address: str, number: int) -> HttpResponse:
    """The state after an entry of the log; 0 is the start."""
    seat = seat_of(request, address)
    loaded = load_match(seat.match)
    if number > len(loaded.log):
        raise Http404
    viewer = loaded.viewer(seat.side)
    line = report_of(loaded, viewer).lines[number - 1] if number else None
    context = {"match": seat.match, "ruleset": loaded.ruleset, "then": match_then(loaded, viewer, number), "line": line}
    return render(request, "matches/then.html", context)


@never_cache
@require_safe
@limit("match-reports")
@readable
def report_markdown(request: HttpRequest, address: str) -> HttpResponse:
    """The report as Markdown, with ``result`` and ``history`` only where the address has them."""
    seat = seat_of(request, address)
    return attachment(
        markdown_of(_of(seat, **_told(request))), "text/markdown; charset=utf-8", f"{seat.match} report.md"
    )


@never_cache
@require_safe
@limit("print")
@readable
def report_pdf(request: HttpRequest, address: str) -> HttpResponse:
    """The report as a PDF, with ``result``, ``history`` and ``photo`` only where the address has them."""
    seat = seat_of(request, address)
    told = _told(request) | {"photo": "photo" in request.GET}
    shown = photo_address(seat.match, seat.side) if told["photo"] else ""
    loaded = load_match(seat.match)
    # With its facts, which may change without a new entry: names, and other games.
    facts = facts_of(loaded, loaded.viewer(seat.side), tells_result=told["result"])
    facts += _history_of(seat, wanted=told["history"])
    key = f"match report {seat.match.pk} {seat.match.head} {seat.side} {told} {facts} {shown}"
    name = f"{seat.match} report.pdf"
    return pdf_response(
        request, key, make_report, {"seat": seat.pk, **told}, lambda pdf: attachment(pdf, "application/pdf", name)
    )


def make_report(
    printer: Printer, seat: int, *, result: bool = False, history: bool = False, photo: bool = False
) -> Document:
    """The report as the player of a seat may read it; what is not said is left out."""
    row = Seat.objects.select_related("match").get(pk=seat)
    game = row.match.game
    shown = _photo_for_print(row) if photo else None
    return report_document(_of(row, result=result, history=history), game.accent.value, game.credit, printer, shown)
