"""Tags of printed pages."""

from django.template import Context, Template

from armybuilder.printing.colours import Ink, colours
from armybuilder.printing.templatetags.printing import hundredths
from rulesets.core.cards import Symbol, SymbolSet, Tint


def test_a_symbol_has_words_and_the_colour_of_the_text_on_its_band() -> None:
    page = Template("{% load printing %}{% symbol s %}|{% symbol s band %}|{% symbol nothing %}")
    shown = Symbol(SymbolSet.ICON, "rifle", "<b>")
    context = {"s": shown, "band": Tint.OLIVE.value, "ink": Ink.COLOUR, "nothing": None}
    plain, banded, empty = page.render(Context(context)).split("|")
    assert "<title>&lt;b&gt;</title>" in plain
    assert 'fill="currentColor"' in plain
    assert f'fill="{colours(Tint.OLIVE.value, Ink.COLOUR)["on-band"]}"' in banded
    assert empty == ""


def test_type_sizes_are_whole_in_names() -> None:
    assert [hundredths(points) for points in (9.5, 10, 8.125)] == [950, 1000, 812]
