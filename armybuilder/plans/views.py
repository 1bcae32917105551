"""One army against another: as a page, a file and a sheet, before a game and at the table."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final
from urllib.parse import urlencode

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.armies.loaded_army import ArmyChoice
from armybuilder.calculators.loading import load_sides
from armybuilder.calculators.sides import NAME, OWN, ChosenArmy, Sides
from armybuilder.calculators.views import calculator
from armybuilder.matches.asking.sides import in_game, sides_of
from armybuilder.matches.log.seats import controls_both_sides, own_seat, plans_allowed, seat_of
from armybuilder.matches.log.store import load_match, readable
from armybuilder.matches.models import Match, Plans, Seat
from armybuilder.plans.grids import KEY, ShownGrid
from armybuilder.plans.planning import FIRST_SECONDS, SECONDS, PlanPanel, plan_context
from armybuilder.plans.sheet import make_sheet, sheet_arguments
from armybuilder.printing.background import pdf_response
from armybuilder.sharing.opponents import armies_to_choose
from armybuilder.site.errors import Refused
from armybuilder.site.htmx import is_partial
from armybuilder.site.limits import limit
from armybuilder.site.pages import attachment, sent_number
from armybuilder.spreadsheets.columns import write_csv
from rulesets.core.play.matches import SIDES
from rulesets.core.ruleset import AnyRuleset

FORMER: Final = "armies-grid"
"""The calculator that had the grid of two armies up to version 1.3."""

FIRST: Final = 5
"""How many armies are looked at to begin with two that have units."""
KEPT_SECONDS: Final = 60 * 60
"""How long the best plan for a question is kept."""

Answer = Callable[[HttpRequest, "Asked"], HttpResponse]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a request asks to compare: the grid, ``None`` while an army is missing, and what the page says besides.

    ``base`` is the address of the page, ``name`` that of its view.
    """

    ruleset: AnyRuleset
    sides: Sides
    grid: ShownGrid | None
    base: str
    context: dict[str, Any]


def _before(request: HttpRequest, ruleset: AnyRuleset) -> Asked:
    """Two armies as they are before a game; until some are chosen, the first two that may be, if there are two."""
    if ruleset.play is None:
        raise Http404
    sides = load_sides(request, ruleset) if request.GET else _first_sides(request, ruleset)
    return _asked(request, ruleset, sides, reverse("plans:armies", args=[ruleset]), {})


def _first_sides(request: HttpRequest, ruleset: AnyRuleset) -> Sides:
    """The first two armies with units of the ``FIRST`` that a visitor may choose; neither if none of these has some."""
    found: list[ChosenArmy] = []
    for each in armies_to_choose(request, ruleset)[:FIRST]:
        side = load_sides(request, ruleset, QueryDict(urlencode({f"{NAME}{OWN}": each.key}))).own
        if side and side.army.loaded.unit_count:
            found.append(side)
        if len(found) == len(SIDES):
            break
    own, opposing, *_ = (*found, None, None)
    return Sides(own, opposing)


def _at_table(request: HttpRequest, address: str) -> Asked:
    """The armies of a game at the table, as the visitor's seat may know them."""
    seat = seat_of(request, address)
    loaded = load_match(seat.match)
    sides = sides_of(loaded, loaded.viewer(seat.side), request.GET)
    game = in_game(loaded, str(seat.match), address)
    return _asked(request, loaded.ruleset, sides, reverse("plans:match_armies", args=[address]), {"in_game": game})


def _asked(request: HttpRequest, ruleset: AnyRuleset, sides: Sides, base: str, context: dict[str, Any]) -> Asked:
    game = context.get("in_game")
    calculators = game.calculators if game else reverse("calculators:calculators", args=[ruleset])
    grid = ShownGrid(sides, request.GET.dict(), calculators) if sides.own and sides.opposing else None
    return Asked(ruleset, sides, grid, base, context)


def _page(request: HttpRequest, asked: Asked, armies: list[ArmyChoice]) -> HttpResponse:
    """The page; for htmx the grid alone, whole."""
    partial = is_partial(request)
    grid = asked.grid
    first = grid is not None and grid.is_long and not partial and "whole" not in request.GET
    context = {
        "ruleset": asked.ruleset,
        "sides": asked.sides,
        "armies": armies,
        "shown": grid,
        "first": first,
        "rows": list(grid.rows(first=first)) if grid else [],
        "headings": grid.headings(first=first) if grid else [],
        "key": KEY,
        "path": asked.base,
        **asked.context,
    }
    return render(request, f"plans/{'grid' if partial else 'army_grid'}.html", context)


def _csv(asked: Asked) -> HttpResponse:
    """Every pair with its figure."""
    if asked.grid is None:
        raise Http404
    return attachment(write_csv(asked.grid.table()), "text/csv; charset=utf-8", f"{_title(asked)}.csv")


def _pdf(request: HttpRequest, asked: Asked) -> HttpResponse:
    """The grid on one sheet."""
    if asked.grid is None:
        raise Http404
    arguments = sheet_arguments(asked.grid, _title(asked))
    key = f"army against army {arguments}"
    return pdf_response(
        request, key, make_sheet, arguments, lambda pdf: attachment(pdf, "application/pdf", f"{_title(asked)}.pdf")
    )


def _title(asked: Asked) -> str:
    own, opposing = asked.sides.own, asked.sides.opposing
    return " against ".join(each.army.name for each in (own, opposing) if each)


@require_safe
@limit("calculate")
def armies(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """One army against another before a game."""
    return _page(request, _before(request, ruleset), armies_to_choose(request, ruleset))


@require_safe
def former(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """The former address of the grid of two armies, whose keys stay in the new one."""
    if any(each.slug == FORMER for each in ruleset.calculators):  # a custom game may have one of that name
        return calculator(request, ruleset, FORMER)
    kept = {name: value for name, value in request.GET.items() if name.startswith(NAME)}
    address = reverse("plans:armies", args=[ruleset])
    return HttpResponsePermanentRedirect(f"{address}?{urlencode(kept)}" if kept else address)


@require_safe
@limit("calculate")
def armies_csv(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """The same as a table for spreadsheets."""
    return _csv(_before(request, ruleset))


@require_safe
@limit("print")
def armies_pdf(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """The same on one sheet."""
    return _pdf(request, _before(request, ruleset))


@never_cache
@require_safe
@limit("engage")
@readable
def match_armies(request: HttpRequest, address: str) -> HttpResponse:
    """The armies of a game at the table against each other, as they are now."""
    return _page(request, _at_table(request, address), [])


@never_cache
@require_safe
@limit("engage")
@readable
def match_armies_csv(request: HttpRequest, address: str) -> HttpResponse:
    """The same as a table for spreadsheets."""
    return _csv(_at_table(request, address))


@never_cache
@require_safe
@limit("print")
@readable
def match_armies_pdf(request: HttpRequest, address: str) -> HttpResponse:
    """The same on one sheet."""
    return _pdf(request, _at_table(request, address))


def _key_of(seat: Seat, panel: PlanPanel) -> str:
    """The key of the best plan found for a question: the game as it stands, who asks, and what is wished."""
    match = seat.match
    asked = match.pk, match.head, match.forces_changed, seat.side, panel.query()
    return f"plan:{sha256(repr(asked).encode()).hexdigest()}"


@never_cache
@require_safe
@limit("game-plans")
@readable
def plan(request: HttpRequest, address: str) -> HttpResponse:
    """Who of the visitor's units engages whom now, as a part of the tracker; the report then says that it was used."""
    seat = own_seat(request, address)
    if not plans_allowed(seat.match):
        raise Refused(403, "Plans are off in this game. They are on only if both players allow them at the start.")
    acting = sent_number(request.GET, "side") if controls_both_sides(seat.match) else seat.side
    if acting not in SIDES:
        raise Http404
    # Who joins meanwhile without allowing plans keeps them off.
    Match.objects.filter(pk=seat.match.pk, plans=seat.match.plans).update(plans=Plans.USED)
    loaded = load_match(seat.match)
    panel = PlanPanel(loaded, loaded.viewer(seat.side), acting, request.GET.dict())
    # The whole search begins anew, as the next process that answers knows nothing of this one but its best plan.
    is_first, key = "more" not in request.GET, _key_of(seat, panel)
    seconds, limit = (FIRST_SECONDS, FIRST_SECONDS + SECONDS) if is_first else (SECONDS, SECONDS)
    progress = panel.search(seconds, limit, cache.get(key))
    # Somebody else of this seat may have found all of it meanwhile.
    kept = cache.get(key)
    if kept is None or not kept.is_done:
        cache.set(key, panel.found, KEPT_SECONDS)
    context = plan_context(panel, request.path, reverse("matches:engage", args=[address]), progress)
    return render(request, "plans/plan.html", context)
