"""The tag that draws symbols."""

import re

from django.template import Context, Template

from rulesets.core.cards import Symbol, SymbolSet
from tests.drawing.test_symbols import TANK_PLATOON


def test_the_tag_draws_and_says_the_symbol() -> None:
    page = Template("{% load symbols %}{% symbol s %}|{% symbol s 'hostile' named=False width=20 %}|{% symbol none %}")
    named, silent, nothing = page.render(
        Context({"s": Symbol(SymbolSet.APP6, TANK_PLATOON, 'Tanks <"&">'), "none": None})
    ).split("|")
    assert 'role="img" aria-label="Tanks &lt;&quot;&amp;&quot;&gt;"' in named
    assert re.search(r'width="40"\s+height="38"', named)
    assert 'aria-hidden="true"' in silent
    assert 'width="20"' in silent
    assert "Tanks" not in silent
    assert nothing == ""
