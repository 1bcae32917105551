"""Pictures for forum posts: any card, map or chart as PNG or SVG by its address. Other sites may show them."""

from collections.abc import Callable
from typing import Annotated, Any, Final

from django.http import HttpRequest, HttpResponse
from ninja import Router
from pydantic import WithJsonSchema

from armybuilder.api.endpoints import (
    NotFound,
    endpoint,
    form_problems,
    invalid,
    not_found_problem,
    one_of,
    refuse_unreadable,
)
from armybuilder.api.games import calculator_by_slug
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.battlefields.addresses import Unreadable, read_plan
from armybuilder.battlefields.armies import armies_in
from armybuilder.battlefields.surveys import survey
from armybuilder.calculators.loading import load_sides
from armybuilder.calculators.questions import UNIT_MISSING, ask
from armybuilder.calculators.sides import NAME as SIDE
from armybuilder.calculators.sides import OWN, Sides, takes_sides
from armybuilder.catalogue.access import own_catalogue
from armybuilder.drawing.battlefields import battlefield_svg
from armybuilder.drawing.card_pictures import card_picture
from armybuilder.drawing.chart_pictures import chart_picture
from armybuilder.drawing.picture_files import png_of, svg_file_of
from armybuilder.sharing.opponents import find_army
from rulesets.core.calculators import Chart, SideBySide
from rulesets.core.cards import Card
from rulesets.core.declarations.problems import Problem
from rulesets.core.forces.force import NoSuchPart

KINDS: Final[dict[str, tuple[str, Callable[[str], bytes | str]]]] = {
    "png": ("image/png", png_of),
    "svg": ("image/svg+xml", svg_file_of),
}
"""The content type and the function of each file extension."""
ENDING = Annotated[str, WithJsonSchema({"enum": list(KINDS)})]
PICTURE: Final = {"responses": {200: {"content": {kind: {"schema": {"type": "string"}} for kind, _ in KINDS.values()}}}}
MAX_AGE: Final = 300
"""Seconds for which clients may cache a picture."""

router = Router(tags=["Pictures"])


def picture_response(svg: str, ending: str) -> HttpResponse:
    """A drawing as a picture of that kind, for any site."""
    content_type, make = KINDS[one_of("ending", ending, KINDS)]
    headers = {"Cross-Origin-Resource-Policy": "cross-origin", "Cache-Control": f"public, max-age={MAX_AGE}"}
    return HttpResponse(make(svg), content_type=content_type, headers=headers)


@endpoint(
    router,
    "GET",
    "/pictures/charts/{game:game}/{slug:calculator}/{int:number}.{slug:ending}",
    "chart-picture",
    {200: None},
    limits="calculate",
    described=PICTURE,
    any_query=True,
)
def chart(request: HttpRequest, game: Any, calculator: str, number: int, ending: ENDING) -> HttpResponse:
    """A chart of an answer, by its number from 1. The query is that of the calculator's page."""
    selected = calculator_by_slug(game, calculator)
    sides = load_sides(request, game) if takes_sides(selected) else Sides()
    question = ask(game, selected, request.GET, sides, own_catalogue(request, game))
    if question.answer is None:
        wrong = [Problem(f"{side}-unit", UNIT_MISSING) for side in question.missing_units]
        wrong += [*form_problems(question.form), *form_problems(question.rulings)]
        wrong += [Problem(f"{SIDE}{OWN}", question.unsuited.reason)] if question.unsuited else []
        return invalid(tuple(wrong))
    charts: tuple[Chart | SideBySide, ...] = (*question.answer.compared, *question.answer.charts)
    if not 1 <= number <= len(charts):
        raise NotFound(Problem("number", f"enter a number from 1 to {len(charts)}, the number of charts in the answer"))
    return picture_response(chart_picture(charts[number - 1]), ending)


@endpoint(
    router,
    "GET",
    "/pictures/cards/{str:key}/{slug:unit}.{slug:ending}",
    "card-picture",
    {200: None},
    limits="unit-cards",
    problems=(409,),
    described=PICTURE,
)
def card(request: HttpRequest, key: str, unit: str, ending: ENDING) -> HttpResponse:
    """The card of a unit, or of a group if its game has cards for groups, without notes and secrets.

    The key is an army's address or the token of a link to it.
    """
    with refuse_unreadable("army"):
        loaded = find_army(request, key).loaded.for_opponent
        try:
            unit_card = _card(loaded, unit)
        except NoSuchPart:
            raise NotFound(not_found_problem("unit", unit)) from None
    return picture_response(card_picture(unit_card, loaded.ruleset.accent.value), ending)


def _card(loaded: LoadedArmy, part: str) -> Card:
    """The card of a unit or group; raises ``NoSuchPart``."""
    of_group = loaded.ruleset.group_card
    if of_group is not None and part in {group.id for group in loaded.force.groups}:
        return of_group(loaded.force.group(part), loaded.context)
    group, unit = loaded.force.unit(part)
    return loaded.ruleset.card(unit, group, loaded.context)


@endpoint(
    router,
    "GET",
    "/pictures/maps/{game:game}.{slug:ending}",
    "map-picture",
    {200: None},
    limits="battlefield",
    described=PICTURE,
    any_query=True,
)
def battlefield(request: HttpRequest, game: Any, ending: ENDING) -> HttpResponse:
    """The map of a battlefield. The query is that of the battlefield’s page."""
    try:
        plan = read_plan(request.GET)
    except Unreadable as error:
        return invalid((Problem(error.name, str(error)),))
    surveyed = survey(game, request.GET, plan, armies_in(request, game, request.GET))
    if surveyed.field is None:
        return invalid(tuple(form_problems(surveyed.form)))
    return picture_response(str(battlefield_svg(surveyed.field)), ending)
