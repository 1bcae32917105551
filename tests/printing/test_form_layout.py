"""The sections of the print form."""

from dataclasses import fields

import pytest
from crispy_forms.utils import render_crispy_form
from django.test import Client

from armybuilder.armies.models import Army
from armybuilder.printing.form_layout import LAYOUTS, PRINTER_SECTION, lay_out, print_form
from armybuilder.printing.options import PrintOptions
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset
from tests.printing.samples import every_game
from tests.printing.test_views import address

pytestmark = pytest.mark.django_db(transaction=True)


def test_every_option_is_in_one_section() -> None:
    """There are few enough of them for two screens of a phone."""
    names = [name for section in LAYOUTS[PrintOptions.__name__].sections.values() for name in section]
    assert sorted(names) == sorted(field.name for field in fields(PrintOptions))
    assert len(names) <= 33


def test_the_printer_s_offsets_are_open_where_there_are_some(alice: Client, army: Army) -> None:
    for query, opened in (({}, False), ({"nudge_down": "1.5"}, True)):
        blocks = alice.get(address(army), query).context["form"].helper.layout.fields
        (block,) = (block for block in blocks if block.title == PRINTER_SECTION)
        assert block.open is opened


@every_game
def test_only_games_with_stands_off_the_table_ask_about_them(ruleset: AnyRuleset) -> None:
    form = print_form(None)
    lay_out(form, [], ruleset)
    assert ("on_table_only" in form.fields) is (ruleset.slug == "mbt2020")
    assert ("on_table_only" in render_crispy_form(form)) is (ruleset.slug == "mbt2020")


@pytest.mark.parametrize(
    ("slug", "expected"),
    [
        ("mbt2020", {"tokens", "templates"}),
        ("warstrike", {"tokens"}),
        ("described-lanes", {"tokens"}),
        ("described-court", set()),
    ],
)
def test_only_games_with_them_ask_for_markers_and_templates(slug: str, expected: set[str]) -> None:
    form = print_form(None)
    lay_out(form, [], get_ruleset(slug))
    assert {"tokens", "templates"} & form.fields.keys() == expected
    page = render_crispy_form(form)
    assert {name for name in ("tokens", "templates") if f'name="{name}"' in page} == expected


def test_only_those_with_a_collection_are_asked_for_proxies(pebbles: AnyRuleset) -> None:
    for collects in (False, True):
        form = print_form(None)
        lay_out(form, [], pebbles, collects=collects)
        assert ("Proxies only" in render_crispy_form(form)) is collects
