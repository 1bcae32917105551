"""The calculators' pages."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from armybuilder.calculators.layout import layout_of
from armybuilder.calculators.questions import UNIT_GONE, ask, initial_query
from armybuilder.calculators.sides import Sides, addresses, load_sides, takes_sides
from armybuilder.calculators.working import working_of
from armybuilder.catalogue.access import own_catalogue
from armybuilder.limits import limit
from armybuilder.pages import rule_places
from armybuilder.sharing.opponents import armies_to_choose
from rulesets.core.ruleset import AnyRuleset


@require_safe
def calculators(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """All calculators of a game, each filled in from the armies that the address names."""
    sides = load_sides(request, ruleset)
    context = {"ruleset": ruleset, "sides": sides, "calculators": addresses(ruleset, sides)}
    return render(request, "calculators/calculators.html", context)


@require_safe
@limit("calculate")
def calculator(request: HttpRequest, ruleset: AnyRuleset, slug: str) -> HttpResponse:
    """One calculator: the question that the address holds, and its answer; for htmx the answer alone."""
    try:
        calculator = ruleset.calculator(slug)
    except KeyError:
        raise Http404 from None
    takes = takes_sides(calculator)
    sides = load_sides(request, ruleset) if takes else Sides()
    question = ask(ruleset, calculator, request.GET, sides, own_catalogue(request, ruleset))
    address = f"{request.path}?{question.address}" if question.address else request.path
    unsuited = question.unsuited
    partial = request.headers.get("HX-Request-Type") == "partial"
    if question.form.rows_changed and not partial:
        return HttpResponseRedirect(address)
    places = rule_places(ruleset)
    context = {
        "ruleset": ruleset,
        "calculator": calculator,
        "question": question,
        "calculators": addresses(ruleset, sides),
        "working": working_of(ruleset, question.answer),
        "layout": layout_of(question.answer) if question.answer else None,
        "partial": partial,
        "changed_choices": question.offered != request.GET.get("offered", question.offered),
        "takes_units": calculator.prefill is not None,
        "takes_armies": calculator.from_forces is not None,
        "takes_targets": calculator.against_force is not None,
        "one_sided": calculator.one_sided,
        "filled": sides.in_words(calculator) if question.answer else "",
        "unsuited": unsuited,
        "read_otherwise": [(ruling, places[ruling.id]) for ruling in sides.read_otherwise(ruleset)],
        "gone_words": UNIT_GONE,
        "initial_query": initial_query(unsuited.asks) if unsuited else "",
        "armies": armies_to_choose(request, ruleset) if takes and not partial else [],
    }
    response = render(request, f"calculators/{'answer' if partial else 'calculator'}.html", context)
    if partial:
        response.headers["HX-Replace-Url"] = address
    patch_vary_headers(response, ["HX-Request-Type"])
    return response
