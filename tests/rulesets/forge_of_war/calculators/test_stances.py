"""Stances side by side: what is filled in from an army, and what is said."""

from tests.rulesets.forge_of_war.calculators.questions import ask, table


def test_stances_side_by_side() -> None:
    """Ten rifles, SV 7, at AV 1: WV 1 cancels the unit's own AV, not what its stance adds."""
    answer = ask("stances", {"command": {"cv": 7, "markers": 3}})
    assert answer.headline == "A hiding unit takes 10.0 hits instead of 14.0"
    assert [row[:3] for row in table(answer, "Stances")] == [
        ["Normal", "1", "14.0"],
        ["Cautious", "2", "12.0"],
        ["Hiding", "3", "10.0"],
    ]
    assert table(answer, "What else a stance changes") == [
        ["Normal", "0", "6″", "0.60"],
        ["Cautious", "−1", "3″", "0.60"],
        ["Hiding", "no shots", "none", "0.90"],
    ]
