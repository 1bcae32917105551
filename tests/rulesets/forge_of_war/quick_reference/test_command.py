"""The turn, command, actions and D-markers on the sheet."""

import pytest

from tests.rulesets.forge_of_war.quick_reference.sheets import COMPLETE, cells, told


def test_the_numbers_of_command() -> None:
    assert cells(COMPLETE["markers"].tables[0]) == [
        ["Elite", "5"],
        ["Veteran", "4"],
        ["Professional", "3"],
        ["Militia", "2"],
        ["Horde", "1"],
    ]
    assert cells(COMPLETE["chances"].tables[0])[0] == ["CV 3", "30 %", "20 %", "10 %", "0 %", "0 %", "0 %"]
    assert cells(COMPLETE["chances"].tables[0])[-1] == ["CV 10", "90 %", "90 %", "80 %", "70 %", "60 %", "50 %"]
    strengths = {row[0]: row[1:] for row in cells(COMPLETE["thresholds"].tables[0])}
    assert {start: strengths[start] for start in ("5", "7", "10", "15", "20")} == {
        "5": ["2", "1", "1"],
        "7": ["3", "2", "1"],
        "10": ["5", "3", "2"],
        "15": ["7", "5", "3"],
        "20": ["10", "6", "5"],
    }


@pytest.mark.parametrize(
    ("switch", "key", "slug", "term", "usual", "other"),
    [
        (
            "rule_of_one",
            "exactly_one",
            "command",
            "Rally",
            ["one D-marker removed for each point below the value, on a 1 at least one"],
            ["one D-marker removed for each point below the value, on a 1 just one"],
        ),
        (
            "heavy_deploy",
            "off",
            "actions",
            "Two of",
            ["move, shoot, deploy a heavy weapon; only a move twice"],
            ["move, shoot; only a move twice"],
        ),
        ("sniper_crew", "error", "actions", "Sniper’s spotter", ["should have one"], ["cannot fire without one"]),
        (
            "dmarker_move_penalty",
            "1",
            "markers",
            "Each",
            ["−1 to CV, SV and FV"],
            ["−1 to CV, SV and FV, −1″ to a move"],
        ),
    ],
)
def test_what_the_sheet_says_under_a_reading(
    switch: str, key: str, slug: str, term: str, usual: list[str], other: list[str]
) -> None:
    assert told(slug, term) == usual
    assert told(slug, term, **{switch: key}) == other
