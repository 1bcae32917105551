"""The battlefield's pages: rolled from a seed in the address, changed, sent to a friend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from armybuilder.armies.loaded_army import SideArmy
from armybuilder.battlefields.addresses import LISTS, BattlefieldPlan, Unreadable, read_plan
from armybuilder.battlefields.scenario import BattlefieldPrint, battlefield_document
from armybuilder.battlefields.surveys import Surveyed, armies_in, survey, surveyor_of
from armybuilder.calculators.questions import PREFIX
from armybuilder.drawing.battlefields import BLACK_AND_WHITE, COLOUR, battlefield_svg, legend_svg
from armybuilder.limits import limit
from armybuilder.pages import attachment, error_page, read_number
from armybuilder.printing.background import pdf_response
from armybuilder.printing.documents.context import NothingToPrint
from armybuilder.printing.documents.document import Document
from armybuilder.printing.rendering.printer import Printer
from armybuilder.schema_forms.forms import form_for
from armybuilder.schema_forms.plain import blank_spec, completed, differences
from armybuilder.sharing.opponents import armies_to_choose, load_by_key
from rulesets.core.battlefields import Area, Battlefield
from rulesets.core.calculators import Calculator
from rulesets.core.catalogue import Catalogue
from rulesets.core.codec import decode, encode
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.seeded import new_seed
from rulesets.core.shapes import INCH
from rulesets.registry import get_ruleset

NOT_PRINTED = "This cannot be printed; open the battlefield page to see why."


def _changed(data: QueryDict, plan: BattlefieldPlan) -> BattlefieldPlan | None:
    """The plan after what a button asks for; ``None`` when none was pressed. Raises ``Unreadable``."""
    act, _, which = data.get("do", "").partition(" ")
    if act == "new":
        return BattlefieldPlan(new_seed(), read_plan({"seed": "0"}).changes)
    if act == "again":
        return plan.rolled_again(_whole(which, "The square"))
    piece = which or data.get("piece", "")
    if act == "move":
        return plan.moved(piece, _tenths(data, "right"), _tenths(data, "down"))
    if act == "remove":
        return plan.removed(piece)
    if act == "place":
        return plan.placed(data.get("kind", ""), *(_tenths(data, name) for name in ("left", "top", "wide", "high")))
    return None


def _whole(text: str, what: str) -> int:
    number = read_number(text, 999_999)
    if number is None:
        raise Unreadable(f"{what} should be a whole number.")
    return number


def _tenths(data: QueryDict, name: str) -> int:
    try:
        inches = float(data.get(name) or 0)
    except ValueError:
        raise Unreadable(f"“{name}” should be a number of inches.") from None
    if not abs(inches) <= 500:  # also refuses what is no number
        raise Unreadable(f"“{name}” should be at most 500 inches.")
    return round(inches * INCH)


@dataclass(frozen=True, slots=True)
class AreaItem:
    """A piece of ground in the list beside the map, with what is wrong with it."""

    area: Area
    faults: list[str]
    where: str


def _pieces(field: Battlefield) -> list[AreaItem]:
    names = {number: square.name for number, square in enumerate(field.squares)}
    return [
        AreaItem(area, [fault.message for fault in field.faults if fault.at == area.id], names.get(area.square, "–"))
        for area in field.areas
    ]


def _lookups(ruleset: AnyRuleset, surveyed: Surveyed) -> list[tuple[Calculator[Any], list[tuple[str, str]]]]:
    """The calculators to ask about the battlefield, each with titles and addresses of questions of its armies."""
    armies = [(f"army.{side}", army.key) for side, army in surveyed.armies]
    found = []
    for calculator in ruleset.calculators:
        page = reverse("calculators:calculator", args=[ruleset, calculator.slug])
        before = blank_spec(calculator.question)
        links = []
        for lookup in surveyed.field.lookups if surveyed.field else ():
            if lookup.calculator == calculator.slug:
                asked = differences(calculator.question, PREFIX, completed(calculator.question, lookup.data), before)
                query = urlencode([*armies, *asked], safe=":")
                links.append((lookup.title, f"{page}?{query}" if query else page))
        if links:
            found.append((calculator, links))
    return found


@require_safe
@limit("battlefield")
def battlefield(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """A battlefield; without a seed one is drawn by lot, and a button's wish becomes an address."""
    surveyor = surveyor_of(ruleset)
    try:
        if "seed" not in request.GET:
            plan: BattlefieldPlan = read_plan({"seed": str(new_seed())})
            changed: BattlefieldPlan | None = plan
        else:
            plan = read_plan(request.GET)
            changed = _changed(request.GET, plan)
    except Unreadable as error:
        return error_page(request, 400, str(error))
    surveyed = survey(ruleset, request.GET, plan, armies_in(request, ruleset, request.GET))
    address = f"{request.path}?{surveyed.address}"
    if changed is not None:
        return HttpResponseRedirect(f"{request.path}?{surveyed.address_of(changed)}")
    field = surveyed.field
    context = {
        "ruleset": ruleset,
        "surveyor": surveyor,
        "surveyed": surveyed,
        "address": address,
        "kept": [(name, request.GET[name]) for name in ("seed", *LISTS) if request.GET.get(name)],
        "kept_address": parse_qsl(surveyed.address),
        "map": battlefield_svg(field, COLOUR, live=True) if field else "",
        "pieces": _pieces(field) if field else [],
        "legend": _legend(field),
        "lookups": _lookups(ruleset, surveyed),
        "armies": armies_to_choose(request, ruleset),
        "chosen": {side: army.key for side, army in surveyed.armies},
        "print_form": form_for(BattlefieldPrint, Catalogue(), prefix="print"),
    }
    template = "field" if request.headers.get("HX-Request") else "battlefield"
    response = render(request, f"battlefields/{template}.html", context)
    response.headers["HX-Push-Url"] = address
    patch_vary_headers(response, ["HX-Request"])
    return response


def _legend(field: Battlefield | None) -> list[tuple[str, str]]:
    """A sample and the name of each kind of ground on the table."""
    seen = {area.title: area.pattern for area in field.areas} if field else {}
    return [(legend_svg(pattern), title) for title, pattern in sorted(seen.items())]


@require_safe
@limit("print")
def battlefield_pdf(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """The battlefield as a PDF."""
    surveyor_of(ruleset)
    try:
        plan = read_plan(request.GET)
    except Unreadable as error:
        return error_page(request, 400, str(error))
    form = form_for(BattlefieldPrint, Catalogue(), request.GET, prefix="print")
    if not form.is_valid():
        return error_page(request, 400, NOT_PRINTED)
    wanted = form.spec()
    base = request.build_absolute_uri(reverse("battlefields:battlefield", args=[ruleset]))
    armies = armies_in(request, ruleset, request.GET)
    key = f"{request.build_absolute_uri()} {ruleset.rulings} {[army.loaded.force for _, army in armies]}"
    name = f"battlefield-{plan.seed}-{wanted.sort}.pdf"
    arguments = {
        "game": ruleset.slug,
        "address": request.GET.dict(),
        "armies": [[side, army.key] for side, army in armies],
        "wanted": encode(wanted),
        "base": base,
    }
    return pdf_response(request, key, make_scenario, arguments, lambda pdf: attachment(pdf, "application/pdf", name))


def make_scenario(
    printer: Printer, game: str, address: dict[str, str], armies: list[list[str]], wanted: Any, base: str
) -> Document:
    """The battlefield of an address on paper, with the armies that whoever asks for it may see."""
    ruleset = get_ruleset(game)
    sides = [(side, SideArmy(key, game, load_by_key(key))) for side, key in armies]
    surveyed = survey(ruleset, address, read_plan(address), sides)
    if surveyed.field is None:
        raise NothingToPrint(NOT_PRINTED)
    return battlefield_document(
        ruleset,
        surveyed.field,
        [army.loaded for _, army in sides],
        decode(BattlefieldPrint, wanted),
        f"{base}?{surveyed.address}",
        printer,
    )


@require_safe
@limit("battlefield")
def battlefield_map(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """The map alone as a picture file."""
    try:
        plan = read_plan(request.GET)
    except Unreadable as error:
        return error_page(request, 400, str(error))
    field = survey(ruleset, request.GET, plan, armies_in(request, ruleset, request.GET)).field
    if field is None:
        return error_page(request, 400, "This ground is not possible; open it on the battlefield page to see why.")
    paint = BLACK_AND_WHITE if request.GET.get("ink") == "black" else COLOUR
    return attachment(battlefield_svg(field, paint), "image/svg+xml", f"battlefield-{plan.seed}.svg")
