"""Fields in pages."""

from crispy_forms.utils import render_crispy_form
from django import forms
from django.template import Context, Template

from armybuilder.drawing.form_fields import field_html


class Named(forms.Form):
    name = forms.CharField()


def test_crispy_forms_draw_their_fields_by_the_same_function():
    form = Named()
    field = field_html(form["name"])
    page = Template("{% load form_fields crispy_forms_filters %}{{ f.name|field_html }}|{{ f|crispy }}")
    here, whole = page.render(Context({"f": form})).split("|")
    assert here == field
    assert field in whole
    assert field in render_crispy_form(form)
