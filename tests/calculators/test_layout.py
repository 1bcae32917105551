"""The order of an answer's parts on the page."""

from fractions import Fraction

import pytest

from armybuilder.calculators.layout import layout_of
from rulesets.core.calculators import Answer, Chart, Outcome, SideBySide
from rulesets.core.tables import table

LUCK, FATE, DAY, NIGHT = (Chart(name, (Outcome("Yes", Fraction(1)),)) for name in ("Luck", "Fate", "Day", "Night"))
SHORT = table("Short", "Row", [(number,) for number in range(8)])
LONG = table("Long", "Row", [(number,) for number in range(9)])
PAIR = SideBySide("Pair", (LUCK, FATE))


@pytest.mark.parametrize(
    ("answer", "deciding", "others", "folds"),
    [
        (Answer("Nothing"), None, (), ()),
        (Answer("Charts", charts=(LUCK, FATE, DAY), tables=(LONG,)), LUCK, (FATE, DAY), (("Long", (LONG,)),)),
        (Answer("Many", charts=(LUCK, FATE, DAY, NIGHT)), LUCK, (FATE, DAY), (("Night", (NIGHT,)),)),
        (Answer("Compared", charts=(LUCK,), compared=(PAIR,)), PAIR, (LUCK,), ()),
        (Answer("First", charts=(LUCK,), tables=(LONG, SHORT), table_first=True), LONG, (LUCK, SHORT), ()),
        (Answer("Rows", tables=(SHORT, LONG)), SHORT, (), (("Long", (LONG,)),)),
    ],
    ids=lambda value: value.headline if isinstance(value, Answer) else "",
)
def test_what_decides_comes_first_and_what_is_long_is_folded(answer, deciding, others, folds):
    layout = layout_of(answer)
    assert (layout.deciding, layout.open, layout.folds) == (deciding, others, folds)
