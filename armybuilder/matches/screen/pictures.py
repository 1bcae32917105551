"""The picture of a game that messengers show next to a seat's link, with what a spectator may know."""

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.drawing.lettering import FontCut
from armybuilder.drawing.painting import Rectangle, Rule, Shape, colours, cut_short, picture, text_line
from armybuilder.drawing.picture_files import png_of
from armybuilder.matches.log.seats import find_seat, seat_of
from armybuilder.matches.log.standings import result_words, unit_counts
from armybuilder.matches.log.store import LoadedMatch, load_match, readable
from armybuilder.matches.log.wording import side_names
from armybuilder.matches.models import Seat
from armybuilder.sharing.preview import AVAILABLE_WIDTH, EDGE, HEIGHT, WIDTH
from armybuilder.site.limits import limit
from armybuilder.site.pages import attachment

WON = 700
"""The width available for the name of the winner, in pixels."""
LINE = 165
"""Pixels from one side to the next."""


def turn_now(loaded: LoadedMatch, *, tells_result: bool = True) -> str:
    """Where the game stands, or who won it if it tells the result."""
    state = loaded.state
    ended = (result_words(loaded) if tells_result else "") or "Ended"
    return f"{ended} in turn {state.turn}" if state.ended else f"Turn {state.turn}"


def sides_now(loaded: LoadedMatch) -> Iterator[tuple[str, str]]:
    """The names of the sides with the numbers of their units, as far as a spectator may know them."""
    return zip(side_names(loaded), unit_counts(loaded, loaded.viewer(None)), strict=True)


def match_svg(loaded: LoadedMatch, *, tells_result: bool = True) -> SafeString:
    """The picture as SVG."""
    now = turn_now(loaded, tells_result=tells_result)
    paint = colours()
    accent, strong = paint[f"accent-{loaded.ruleset.accent}"], FontCut.NARROW_STRONG
    parts: list[Shape] = [
        Rectangle(0, 0, WIDTH, HEIGHT, paint["paper"]),
        Rectangle(0, 0, WIDTH, 20, accent),
        text_line(EDGE, 92, loaded.ruleset.title.upper(), strong, 36, accent),
        text_line(WIDTH - EDGE, 92, cut_short(now, strong, 36, WON), strong, 36, paint["ink"], "end"),
    ]
    for side, (name, counts) in enumerate(sides_now(loaded)):
        y = 220 + side * LINE
        parts += [
            text_line(EDGE - 3, y, cut_short(name, strong, 80, AVAILABLE_WIDTH), strong, 80, paint["ink"]),
            text_line(EDGE, y + 52, counts, FontCut.NARROW, 38, paint["muted"]),
            Rule(EDGE, y + 74, AVAILABLE_WIDTH, paint["line"]),
        ]
    parts.append(text_line(WIDTH - EDGE, HEIGHT - 22, "Armybuilder", FontCut.NARROW, 26, paint["muted"], "end"))
    return picture(WIDTH, HEIGHT, parts)


def card_of_match(request: HttpRequest, seat: Seat, token: str) -> dict[str, Any]:
    """The metadata of a seat's page for messengers, as ``sharing/card.html`` shows it."""
    loaded = load_match(seat.match)
    address = reverse("matches:picture", args=[token])
    return {
        "title": str(seat.match),
        "facts": f"{turn_now(loaded)}. {'; '.join(f'{name}: {counts}' for name, counts in sides_now(loaded))}",
        "address": request.build_absolute_uri(reverse("matches:join", args=[token])),
        "picture": request.build_absolute_uri(f"{address}?{seat.match.head}"),
        "picture_size": (WIDTH, HEIGHT),
    }


@never_cache
@require_safe
@limit("seat-codes")
@readable
def seat_picture(request: HttpRequest, token: str) -> HttpResponse:
    """The picture of the game at which a link gives a seat."""
    return HttpResponse(_png(find_seat(token)), content_type="image/png", headers={"X-Robots-Tag": "noindex"})


@never_cache
@require_safe
@limit("seat-codes")
@readable
def match_picture(request: HttpRequest, address: str) -> HttpResponse:
    """The same picture for the players, to save and send, with who won only where the address has ``result``."""
    seat = seat_of(request, address)
    response = attachment(_png(seat, tells_result="result" in request.GET), "image/png", f"{seat.match}.png")
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _png(seat: Seat, *, tells_result: bool = True) -> bytes:
    return png_of(match_svg(load_match(seat.match), tells_result=tells_result), WIDTH)
