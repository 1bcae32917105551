"""Any text comes back from the XML of a template."""

from xml.etree.ElementTree import fromstring

from django.template import Context, Template

from armybuilder.spreadsheets.untrusted import unescape


def test_any_text_comes_back():
    text = ' <&> "a" \u2019b\' \t\n\r ]]> \u0001 _x000D_ é '
    template = Template('{% load xml %}<a b="{{ text|xml }}">{{ text|xml }}</a>')
    read = fromstring(template.render(Context({"text": text})))
    assert [unescape(read.get("b", "")), unescape(read.text or "")] == [text, text]
