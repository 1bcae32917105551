"""Damage of vehicles on the sheet."""

import pytest

from rulesets.core.reference import Line
from tests.rulesets.forge_of_war.quick_reference.sheets import COMPLETE, cells, told


def test_the_results_on_vehicles() -> None:
    assert cells(COMPLETE["vehicles"].tables[0]) == [
        ["Damage", "Light", "Light ×2", "Moderate", "Moderate ×2", "Destroyed"]
    ]


@pytest.mark.parametrize(
    ("switch", "key", "slug", "term", "usual", "other"),
    [
        (
            "vehicle_no_system_left",
            "ignored",
            "vehicles",
            "Nothing left to give",
            ["it is destroyed"],
            ["no more happens"],
        ),
    ],
)
def test_what_the_sheet_says_under_a_reading(
    switch: str, key: str, slug: str, term: str, usual: list[str], other: list[str]
) -> None:
    assert told(slug, term) == usual
    assert told(slug, term, **{switch: key}) == other


@pytest.mark.parametrize(
    ("slug", "line"),
    [
        (
            "vehicles",
            Line("Still inside", "try again with their next attempt; out by that, they do nothing else this turn"),
        ),
    ],
)
def test_what_a_player_looks_up(slug: str, line: Line) -> None:
    assert line in COMPLETE[slug].lines
