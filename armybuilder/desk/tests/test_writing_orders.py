"""Orders put together by form, and what stands beside their lines."""

from fractions import Fraction

import pytest

from armybuilder.desk.writing_orders import Band, checked_orders, with_order
from rulesets.core.desk import Forecast, OrderIssue
from rulesets.core.forces.findings import Severity


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("", "Alpha: move C7\n"),
        ("Bravo: hold\n\n", "Bravo: hold\nAlpha: move C7\n"),
        ("alpha: shoot Reavers\nBravo: hold", "alpha: shoot Reavers; move C7\nBravo: hold\n"),
        ("Alpha:", "Alpha: move C7\n"),
        ("# Alpha: not this", "# Alpha: not this\nAlpha: move C7\n"),
    ],
)
def test_an_order_is_put_behind_the_others_of_its_squad(text, after):
    assert with_order(text, "Alpha", "move C7") == after


def test_of_very_many_lines_those_that_need_a_look_are_listed():
    issues = [OrderIssue(number, "R-1", "No.") for number in range(2, 301, 3)]
    issues += [OrderIssue(number, "R-2", "Hm.", Severity.WARNING) for number in range(3, 301, 3)]
    found = checked_orders("Alpha: hold\n" * 300, issues, ())
    assert [line.number for line in found.listed] == [number for number in range(1, 301) if number % 3 != 1]
    assert (found.unlisted, found.bad_lines.split()) == (100, [str(number) for number in range(2, 301, 3)])


def test_issues_and_forecasts_stand_beside_their_lines():
    text = "Alpha: shoot Reavers\n\n# note\nBravo: move Z9"
    issues = [OrderIssue(4, "R-1", "No tile."), OrderIssue(0, "R-2", "Too much.", Severity.WARNING)]
    forecasts = [
        Forecast(1, "Alpha", "2.0 out, 1 to 4", "out", Fraction(2), 1, 4),
        Forecast(1, "Alpha", "25% chance to hold", "", Fraction(1, 4)),
        Forecast(1, "Alpha", "nobody in range"),
    ]
    found = checked_orders(text, issues, forecasts)
    assert (found.errors, found.warnings) == (1, 1)
    assert [(line.number, line.text) for line in found.lines] == [
        (0, ""),
        (1, "Alpha: shoot Reavers"),
        (4, "Bravo: move Z9"),
    ]
    assert [[(each.kind, each.rule) for each in line.complaints] for line in found.lines] == [
        [("warn", "R-2")],
        [],
        [("bad", "R-1")],
    ]
    assert [each.band for each in found.lines[1].expected] == [
        Band("25.00%", "75.00%", "50.00%"),
        Band("0%", "25.00%", "25.00%"),
        None,
    ]
