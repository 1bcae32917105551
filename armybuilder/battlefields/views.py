"""The battlefield's pages; the address has the seed and the changes."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from armybuilder.armies.loaded_army import SideArmy
from armybuilder.battlefields.addresses import Unreadable, read_plan
from armybuilder.battlefields.armies import armies_in
from armybuilder.battlefields.page import field_context, plans
from armybuilder.battlefields.scenario import BattlefieldPrint, battlefield_document
from armybuilder.battlefields.surveys import survey, surveyor_of
from armybuilder.drawing.battlefields import BLACK_AND_WHITE, COLOUR, battlefield_svg
from armybuilder.printing.background import pdf_response
from armybuilder.printing.documents.context import NothingToPrint
from armybuilder.printing.documents.document import Document
from armybuilder.printing.rendering.printer import Printer
from armybuilder.schema_forms.forms import form_for
from armybuilder.sharing.opponents import armies_to_choose, load_by_key
from armybuilder.site.errors import error_page
from armybuilder.site.htmx import is_htmx
from armybuilder.site.limits import limit
from armybuilder.site.pages import attachment
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.codec import decode, encode
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset

NOT_PRINTED = "This cannot be printed. Open the battlefield page to see why."


@require_safe
@limit("battlefield")
def battlefield(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """A battlefield; without a seed, and after a button was pressed, redirect to its address."""
    surveyor_of(ruleset)
    try:
        plan, changed = plans(request.GET)
    except Unreadable as error:
        return error_page(request, 400, str(error))
    surveyed = survey(ruleset, request.GET, plan, armies_in(request, ruleset, request.GET))
    if changed is not None:
        return HttpResponseRedirect(f"{request.path}?{surveyed.address_of(changed)}")
    context = field_context(ruleset, surveyed, request.GET, request.path, armies_to_choose(request, ruleset))
    context["print_form"] = form_for(BattlefieldPrint, Catalogue(), prefix="print")
    template = "field" if is_htmx(request) else "battlefield"
    response = render(request, f"battlefields/{template}.html", context)
    response.headers["HX-Push-Url"] = context["address"]
    return response


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
    options = form.spec()
    base = request.build_absolute_uri(reverse("battlefields:battlefield", args=[ruleset]))
    armies = armies_in(request, ruleset, request.GET)
    key = f"{request.build_absolute_uri()} {ruleset.rulings} {[army.loaded.force for _, army in armies]}"
    name = f"battlefield-{plan.seed}-{options.sort}.pdf"
    arguments = {
        "game": ruleset.slug,
        "address": request.GET.dict(),
        "armies": [[side, army.key] for side, army in armies],
        "wanted": encode(options),
        "base": base,
    }
    return pdf_response(request, key, make_scenario, arguments, lambda pdf: attachment(pdf, "application/pdf", name))


def make_scenario(
    printer: Printer, game: str, address: dict[str, str], armies: list[list[str]], wanted: Any, base: str
) -> Document:
    """The document of an address's battlefield, with the armies that the visitor may see."""
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
        return error_page(request, 400, "This layout is not possible. Open it on the battlefield page to see why.")
    paint = BLACK_AND_WHITE if request.GET.get("ink") == "black" else COLOUR
    return attachment(battlefield_svg(field, paint), "image/svg+xml", f"battlefield-{plan.seed}.svg")
