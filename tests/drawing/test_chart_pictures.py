"""Charts as pictures."""

import re
from fractions import Fraction
from xml.etree import ElementTree

from armybuilder.drawing.chart_pictures import chart_picture
from armybuilder.drawing.painting import colours
from rulesets.core.calculators import Chart, Outcome, SideBySide, amounts
from rulesets.core.dice import successes
from rulesets.core.tables import Tone

MOOD = Chart("Mood <1>", (Outcome("Good", Fraction(3, 4), Tone.GOOD), Outcome("Bad", Fraction(1, 4), Tone.BAD)))


def words(svg: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_bars_are_as_long_as_their_chances():
    svg = chart_picture(MOOD)
    assert words(svg) == ["Mood <1>", "Good", "75%", "Bad", "25%"]
    long = {fill: float(wide) for wide, fill in re.findall(r'width="([\d.]+)"\s+height="34"\s+fill="(#\w+)"', svg)}
    paint = colours()
    assert round(long[paint["ok"]] / long[paint["bad"]], 2) == 3.0


def test_many_amounts_are_columns_with_their_mean():
    svg = chart_picture(amounts("Hits", successes(60, Fraction(1, 2))))
    assert words(svg)[-1] == "30.00 on average"
    assert svg.count("<rect") > 20


def test_charts_beside_each_other_share_a_legend():
    told = words(chart_picture(SideBySide("Both", (MOOD, MOOD))))
    assert told == ["Both", "Good", "Bad", "Mood <1>", "75%", "25%", "Mood <1>", "75%", "25%"]
