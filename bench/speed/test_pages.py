"""How long the server takes for pages, in times of an empty view behind the same middleware.

Run with ``pytest -s bench/speed/test_pages.py``; medians of processor time are printed. Each page
was asked for before, as on a site that has visitors.
"""

import re
import statistics
import time
from typing import Any, Final

import pytest
from crispy_forms.utils import render_crispy_form
from django.core.cache import caches
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import path, reverse

from armybuilder.armies.revisions import load_head
from armybuilder.schema_forms.forms import form_for
from armybuilder.site.limits import limit
from armybuilder.urls import urlpatterns as site_patterns
from bench.speed.test_builder import army_of
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets, get_ruleset
from tests.visitors import ALICE, browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]

FIRST_PAGE, ANSWER, BUILDER = 60, 20, 60
EDIT_AND_UNDO: Final = {12: 90, 240: 180}
"""By the number of units."""
LONG_FORM: Final = 60
"""Pages with more fields may take twice as long: Django renders each widget by a template."""
FORM, FORM_FIELDS = 30, 29
"""How long a form of so many fields takes, in times of an empty view, too."""
ROUNDS = 15


@limit("edits")
def empty(request: HttpRequest) -> HttpResponse:
    """What the site does for every page, and nothing else."""
    return HttpResponse()


urlpatterns = [path("empty", empty), *site_patterns]


@pytest.fixture
def site() -> BaseHandler:
    """The site with all its middleware."""
    handler = BaseHandler()
    handler.load_middleware()
    return handler


def ms(site: BaseHandler, address: str, sent: dict[str, Any] | None = None, **headers: str) -> float:
    """Milliseconds of processor time that one request of Alice's takes."""
    caches["counts"].clear()
    cookies = "; ".join(f"{key}={morsel.value}" for key, morsel in browser_of(ALICE).cookies.items())
    make = RequestFactory().get if sent is None else RequestFactory().post
    request: Any = make(address, sent or {}, headers={"Cookie": cookies, **headers})
    request._dont_enforce_csrf_checks = True
    begin = time.process_time()
    response = site.get_response(request)
    taken = (time.process_time() - begin) * 1000
    assert response.status_code == 200
    return taken


def median_ms(site: BaseHandler, address: str, nothing: list[float], **headers: str) -> float:
    """The median of several requests, after one that is not counted; each follows an empty view, for ``nothing``."""
    taken = []
    for _ in range(ROUNDS + 1):
        nothing.append(ms(site, "/empty"))
        taken.append(ms(site, address, None, **headers))
    return statistics.median(taken[1:])


def edit_and_undo_ms(site: BaseHandler, ruleset: AnyRuleset, units: int) -> float:
    """The medians of a unit's new name and of taking it back, together, sent as the builder's page sends them."""
    army = army_of(ruleset, max(1, round(units / max(len(template.units) for template in ruleset.templates))))
    unit = load_head(army).force.groups[0].units[-1].id
    page = browser_of(ALICE).get(f"{army.get_absolute_url()}?at={unit}").text
    shown = {"at": unit, "fields": re.findall(r'id="part-fields" data-key="(\w+)"', page)[0]}
    taken = []
    for turn in range(ROUNDS + 1):
        for name, sent in (("edits/change-unit", {"unit": unit, "name": f"Name {turn}"}), ("undo", {})):
            army.refresh_from_db()
            address = f"{army.get_absolute_url()}{name}"
            taken.append(ms(site, address, {"head": army.head, **shown, **sent}, **{"HX-Request": "true"}))
    return statistics.median(taken[2::2]) + statistics.median(taken[3::2])


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_pages_beside_an_empty_view(site: BaseHandler, ruleset: AnyRuleset) -> None:
    taken: dict[str, tuple[float, int]] = {}
    empty_views: list[float] = []
    for calculator in ruleset.calculators:
        address = reverse("calculators:calculator", args=[ruleset, calculator.slug])
        is_long = len(form_for(calculator.question, ruleset.catalogue).fields) > LONG_FORM
        first_page = median_ms(site, address, empty_views)
        taken[f"{calculator.slug}, first page"] = first_page, FIRST_PAGE * (2 if is_long else 1)
        answer = median_ms(site, address, empty_views, **{"HX-Request-Type": "partial"})
        taken[f"{calculator.slug}, answer"] = answer, ANSWER
    small = army_of(ruleset, max(1, 12 // max(len(template.units) for template in ruleset.templates)))
    taken["builder"] = median_ms(site, small.get_absolute_url(), empty_views), BUILDER
    for units, maximum in EDIT_AND_UNDO.items():
        taken[f"an edit and its undo, {units} units"] = edit_and_undo_ms(site, ruleset, units), maximum
    nothing = statistics.median(empty_views)
    print(f"\n{ruleset.slug}: an empty view {nothing:.2f} ms")
    for what, (milliseconds, maximum) in taken.items():
        print(f"{what:40} {milliseconds:6.2f} ms, {milliseconds / nothing:5.1f} times (at most {maximum})")
    assert [what for what, (milliseconds, maximum) in taken.items() if milliseconds > maximum * nothing] == []


def test_a_form_beside_an_empty_view(site: BaseHandler) -> None:
    engagement = get_ruleset("mbt2020").calculator("engagement").question
    catalogue = get_ruleset("mbt2020").catalogue

    taken, empty_views = [], []
    for _ in range(ROUNDS + 1):
        empty_views.append(ms(site, "/empty"))
        begin = time.process_time()
        form = form_for(engagement, catalogue)
        render_crispy_form(form)
        taken.append((time.process_time() - begin) * 1000)
        assert len(form.fields) == FORM_FIELDS
    milliseconds, nothing = statistics.median(taken[1:]), statistics.median(empty_views)
    print(
        f"\na form of {FORM_FIELDS} fields {milliseconds:.2f} ms, {milliseconds / nothing:.1f} times (at most {FORM})"
    )
    assert milliseconds <= FORM * nothing
