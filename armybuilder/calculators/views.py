"""The calculators' pages."""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from armybuilder.armies.loaded_army import ArmyChoice
from armybuilder.calculators.layout import answer_context, page_context
from armybuilder.calculators.loading import load_sides
from armybuilder.calculators.questions import ask
from armybuilder.calculators.sides import Sides, grouped, takes_sides
from armybuilder.calculators.switch_examples import answer_example
from armybuilder.catalogue.access import own_catalogue
from armybuilder.sharing.opponents import armies_to_choose
from armybuilder.site.htmx import is_partial
from armybuilder.site.limits import limit
from rulesets.core.calculators import Calculator
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.fields import may_use_entries
from rulesets.core.declarations.house_rules import switches
from rulesets.core.ruleset import AnyRuleset


def _base(ruleset: AnyRuleset) -> str:
    return reverse("calculators:calculators", args=[ruleset])


@require_safe
def calculators(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """All calculators of a game, each filled in from the armies that the address names."""
    return list_page(request, ruleset, load_sides(request, ruleset), _base(ruleset))


def list_page(
    request: HttpRequest, ruleset: AnyRuleset, sides: Sides, base: str, context: dict[str, Any] | None = None
) -> HttpResponse:
    """All calculators of a game with these sides, below the address ``base``."""
    listed = {
        "ruleset": ruleset,
        "sides": sides,
        "groups": grouped(ruleset, sides, base),
    }
    return render(request, "calculators/calculators.html", listed | (context or {}))


def calculator_of(ruleset: AnyRuleset, slug: str) -> Calculator[Any]:
    """A game's calculator; raises ``Http404``."""
    try:
        return ruleset.calculator(slug)
    except KeyError:
        raise Http404 from None


@require_safe
@limit("calculate")
def switch_example(request: HttpRequest, ruleset: AnyRuleset, switch: str) -> HttpResponse:
    """What a switch changes on an example; for htmx the example alone."""
    if switch not in ruleset.examples:
        raise Http404
    ruling = switches(ruleset.rulings)[switch]
    context = {"ruleset": ruleset, "ruling": ruling, "example": answer_example(ruleset, ruling)}
    return render(request, f"calculators/switch_example{'' if is_partial(request) else '_page'}.html", context)


@require_safe
@limit("calculate")
def calculator(request: HttpRequest, ruleset: AnyRuleset, slug: str) -> HttpResponse:
    """One calculator: the question that the address holds, and its answer; for htmx the answer alone."""
    calculator = calculator_of(ruleset, slug)
    sides = load_sides(request, ruleset) if takes_sides(calculator) else Sides()
    return calculator_page(
        request, ruleset, calculator, sides, lambda: armies_to_choose(request, ruleset), _base(ruleset)
    )


def calculator_page(
    request: HttpRequest,
    ruleset: AnyRuleset,
    calculator: Calculator[Any],
    sides: Sides,
    armies: Callable[[], Sequence[ArmyChoice]],
    base: str,
    context: dict[str, Any] | None = None,
) -> HttpResponse:
    """A calculator's page with these sides, chosen from these ``armies``, below the address ``base`` of them all."""
    own = own_catalogue(request, ruleset) if may_use_entries(calculator.question) else Catalogue()
    question = ask(ruleset, calculator, request.GET, sides, own)
    address = f"{request.path}?{question.address}" if question.address else request.path
    partial = is_partial(request)
    if question.rows_changed and not partial:
        return HttpResponseRedirect(address)
    page = answer_context(ruleset, calculator, question, base, partial, request.GET.get("offered"))
    if not partial:
        page |= page_context(ruleset, calculator, question, armies, request.path)
    response = render(request, f"calculators/{'answer' if partial else 'calculator'}.html", page | (context or {}))
    if partial:
        response.headers["HX-Replace-Url"] = address
    return response
