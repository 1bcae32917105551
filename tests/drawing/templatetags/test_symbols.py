"""The tag that draws symbols."""

from django.template import Context, Template

from rulesets.core.cards import Symbol, SymbolSet
from tests.drawing.test_symbols import TANK_PLATOON


def test_the_tag_draws_and_says_the_symbol() -> None:
    page = Template("{% load symbols %}{% symbol s %}|{% symbol s 'hostile' named=False width=20 %}|{% symbol none %}")
    named, silent, nothing = page.render(
        Context({"s": Symbol(SymbolSet.APP6, TANK_PLATOON, 'Tanks <"&">'), "none": None})
    ).split("|")
    assert 'role="img" aria-label="Tanks &lt;&quot;&amp;&quot;&gt;"' in named
    assert 'width="40" height="38"' in named
    assert 'aria-hidden="true"' in silent
    assert 'width="20"' in silent
    assert "Tanks" not in silent
    assert nothing == ""
