"""Inputs that search."""

from dataclasses import dataclass
from typing import Annotated, Any

from crispy_forms.utils import render_crispy_form
from django.http import QueryDict
from lxml import html

from armybuilder.schema_forms.forms import SpecForm
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.fields import Ask
from tests.schema_forms.test_forms import CATALOGUE, Tank, drawn, form_for, hull


@dataclass(frozen=True, slots=True)
class Rider:
    carrier: Annotated[str, Ask("Carrier", other_unit=True)] = ""


def test_of_many_entries_one_is_searched_by_name():
    many = Catalogue(tuple(hull(f"h{n}", f"Hull {n}") for n in range(61)))
    form = form_for(Tank, many, QueryDict("kind=hull 7"), marks={"kind": {"h1": "too big"}})
    assert form.spec().kind == "h7"
    page = drawn(form)
    (search,) = page.xpath("//input[@name='kind']")
    assert search.get("value") == "Hull 7"
    options = page.xpath(f"//datalist[@id='{search.get('list')}']/option")
    assert [option.get("value") for option in options] == [f"Hull {n}" for n in range(61)]
    assert [option.get("label") for option in options if option.get("label")] == ["Hull 1 – too big"]
    assert form_for(Tank, many, QueryDict("kind=nothing")).spec().kind == "nothing"


@dataclass(frozen=True, slots=True)
class Hulls:
    hull: Annotated[str, Ask("Hull", entry="hull")] = ""
    spare: Annotated[str, Ask("Spare", entry="hull")] = ""


def test_a_search_offers_what_fits_though_its_name_is_that_of_a_kind() -> None:
    many = Catalogue(tuple(hull(f"h{n}", f"Hull {n}") for n in range(200)))
    page = drawn(form_for(Hulls, many, None, Hulls(), fit={"hull": [f"h{n}" for n in range(100)]}))
    lists = [page.xpath(f"string(//input[@name='{name}']/@list)") for name in ("hull", "spare")]
    assert [int(page.xpath(f"count(//datalist[@id='{each}']/option)")) for each in lists] == [100, 200]


def carriers(form: SpecForm[Rider]) -> Any:
    """The carrier's input as it is drawn, its list of suggestions with it."""
    drawn = html.fromstring(render_crispy_form(form))
    return drawn.xpath("//*[@name='carrier']")[0], drawn.xpath("//datalist/option/@value")


def test_many_units_are_searched_and_none_are_typed() -> None:
    many = [f"Unit {number}" for number in range(61)]
    search, offered = carriers(form_for(Rider, CATALOGUE, None, Rider(), units=[("First", many)]))
    assert (search.tag, search.get("type"), offered) == ("input", "search", many)
    typed, offered = carriers(form_for(Rider, CATALOGUE, None, Rider("Ann")))
    assert (typed.tag, typed.get("type"), typed.get("value"), offered) == ("input", "text", "Ann", [])
