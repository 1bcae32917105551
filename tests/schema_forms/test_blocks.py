"""The pieces of a form's layout."""

from typing import Any

from crispy_forms.bootstrap import AppendedText
from crispy_forms.layout import Layout
from crispy_forms.utils import render_crispy_form
from django import forms
from lxml import html

from armybuilder.schema_forms.blocks import (
    Advanced,
    Datalist,
    FormPart,
    FormRow,
    FormSection,
    Rows,
)
from armybuilder.schema_forms.forms import helper_of


class Plain(forms.Form):
    near = forms.CharField(required=False)
    far = forms.CharField(required=False)
    middle = forms.CharField(required=False)


def drawn(*blocks: Any) -> Any:
    return html.fromstring(f"<form>{render_crispy_form(Plain(), helper_of(Layout(*blocks)))}</form>")


def test_fields_units_and_blocks_stand_in_order():
    near = AppendedText("near", "in", template="%s/field.html")
    page = drawn(FormSection(["far"], "<Far>"), FormSection([near], ""))
    assert page.xpath("//input/@name") == ["far", "near"]
    assert page.xpath("fieldset/legend/text()") == ["<Far>"]
    assert page.xpath("div//*[@class='input-group-text']/text()") == ["in"]


def test_rarer_fields_are_folded():
    assert (
        drawn(Advanced(["near"], False, "A & B")).xpath("normalize-space(details[not(@open)]/summary)") == "More A & B"
    )
    assert drawn(Advanced(["near"], True, "")).xpath("count(details[@open]//input)") == 1


def test_a_part_has_its_legend_and_explanation():
    page = drawn(FormPart(["near"], "crew", "Crew", "<who>", optional=True, flows=False))
    assert page.xpath("string(fieldset[@id='part_crew']/p)") == "<who>"
    assert page.xpath("fieldset/legend[@class='visually-hidden']/text()") == ["Crew"]
    assert drawn(FormPart([], "crew", "Crew", "", optional=False, flows=False)).xpath("fieldset/legend/@class") == []


def test_a_part_with_a_first_field_of_its_title_says_it_once():
    page = drawn(FormPart(["near"], "crew", "Near", "", optional=False, flows=True))
    assert page.xpath("fieldset[contains(@class, 'schema-form-flowing')]/legend[@class='visually-hidden']/text()") == [
        "Near"
    ]


def rows(count: int, long: bool = False, lines: bool = False, open: bool = False) -> Any:
    fields = ("near", "middle", "far")
    listed = [FormRow([fields[n]], f"guns-{n}", f"Gun {n}", {"form": "f"}, removable=n > 0) for n in range(count)]
    problems, button = ["Too <few>."], {"form": "f"}
    return drawn(Rows(listed, "guns", "guns-rows", "Guns", "Gun", "", problems, button, 3, long, lines, open))


def test_a_list_counts_its_rows_and_takes_more_up_to_its_most():
    page = rows(2)
    assert page.xpath("fieldset/input/@value") == ["2"]
    assert page.xpath("fieldset/p/text()") == ["Too <few>."]
    assert page.xpath("//button[@name='remove-row']/@aria-label") == ["Remove gun 1"]
    assert page.xpath("//button[@name='add-row'][@form='f']/text()") == ["Add gun"]
    assert rows(3).xpath("//button[@name='add-row'] | fieldset/p[.='At most 3.']")[0].tag == "p"


def test_a_long_list_is_folded():
    assert rows(2, long=True).xpath("normalize-space(fieldset/details[not(@open)]/summary)") == "2 in the list"
    assert rows(2, long=True, open=True).xpath("count(fieldset/details[@open]//input)") == 2
    assert rows(2, lines=True).xpath("fieldset/@class") == ["schema-form-rows schema-form-lines"]


def test_options_to_search_have_their_marks():
    page = drawn(Datalist([], "list", {"<a>": "", "b": "no"}))
    assert page.xpath("datalist[@id='list']/option/@value") == ["<a>", "b"]
    assert page.xpath("//option/@label") == ["b – no"]
