"""Fields in pages."""

from typing import Any

from crispy_forms.bootstrap import AppendedText
from crispy_forms.layout import Layout
from crispy_forms.utils import render_crispy_form
from django import forms
from django.core.validators import MinLengthValidator, RegexValidator
from django.template import Context, Template
from lxml import html

from armybuilder.schema_forms.forms import helper_of


class Named(forms.Form):
    name = forms.CharField()


class Order(forms.Form):
    name = forms.CharField(label="Name <b>", help_text="As on the <em>list</em>")
    far = forms.IntegerField(required=False)
    sure = forms.BooleanField(required=False, label="Sure")
    way = forms.ChoiceField(choices=[("a", "A & B"), ("c", "C")], widget=forms.RadioSelect)
    secret = forms.CharField(required=False, widget=forms.HiddenInput())


def drawn(name: str, unit: str = "", data: dict[str, Any] | None = None) -> Any:
    field = AppendedText(name, unit, template="%s/field.html") if unit else name
    return html.fromstring(render_crispy_form(Order(data, initial={"way": "c"}), helper_of(Layout(field))))


def test_all_ways_to_draw_a_form_draw_its_fields_alike():
    page = Template("{% load crispy_forms_filters %}{{ f.name|as_crispy_field }}|{{ f|crispy }}")
    field, whole = page.render(Context({"f": Named()})).split("|")
    assert html.fromstring(field).xpath("input[@id='id_name']/@name") == ["name"]
    assert field in whole
    assert field in render_crispy_form(Named(), helper_of(Layout("name")))


def test_a_field_has_its_label_explanation_and_problems():
    field = drawn("name", data={})
    (label,), (box,) = field.xpath("label"), field.xpath("input")
    assert (field.get("id"), label.text_content(), label.get("for")) == ("div_id_name", "Name <b>*", box.get("id"))
    assert (box.get("class"), box.get("aria-invalid")) == ("form-control is-invalid", "true")
    told = [field.get_element_by_id(id_).text_content() for id_ in box.get("aria-describedby").split()]
    assert told == ["As on the list", "This field is required."]


def test_two_problems_of_a_field_are_two_sentences():
    class Password(forms.Form):
        word = forms.CharField(validators=[MinLengthValidator(8, "Too short."), RegexValidator(r"\d", "No digit.")])

    field = html.fromstring(render_crispy_form(Password({"word": "abc"}), helper_of(Layout("word"))))
    assert field.xpath("string(.//div[@class='invalid-feedback'])") == "Too short. No digit."


def test_a_unit_stands_behind_the_input():
    assert drawn("far", "in").xpath("string(div[@class='input-group']/span)") == "in"
    assert drawn("far").xpath("//span") == []


def test_a_checkbox_stands_before_its_label():
    assert [each.tag for each in drawn("sure").xpath("div[@id='div_id_sure']/*")] == ["input", "label"]


def test_radios_share_a_legend_and_say_what_is_wrong_after_the_last():
    assert drawn("way").xpath("//input[@checked]/@value") == ["c"]
    field = drawn("way", data={"way": "z"})
    assert field.xpath("fieldset/legend/text()") == ["Way"]
    assert field.xpath("//label/text()") == ["A & B", "C"]
    wrong = field.get_element_by_id(field.xpath("fieldset/@aria-describedby")[0])
    assert (wrong.getparent().xpath("input/@value"), wrong.text_content()[:15]) == (["c"], "Select a valid ")


def test_a_hidden_field_is_its_input_alone():
    assert drawn("secret").tag == "input"
