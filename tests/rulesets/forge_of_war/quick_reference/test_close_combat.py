"""Close combat on the sheet."""

import pytest

from rulesets.core.reference import Line
from tests.rulesets.forge_of_war.quick_reference.sheets import COMPLETE, sheet, told


def test_the_first_strike_names_the_cover_that_gives_it() -> None:
    for reading, term in (("any_cover", "Into cover"), ("hard_only", "Into hard cover")):
        lines = [line.term for line in sheet(house_rules={"cc_soft_first_strike": reading})["close-combat"].lines]
        assert [each for each in lines if each.startswith("Into")] == [term]


@pytest.mark.parametrize(
    ("switch", "key", "slug", "term", "usual", "other"),
    [
        (
            "cc_fighters",
            "all",
            "close-combat",
            "Dice",
            ["attacks of each figure in contact"],
            ["attacks of every figure of the unit"],
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
            "close-combat",
            Line("Away", "a full move from the enemy first, if it can to its own edge; then all but new contact"),
        ),
    ],
)
def test_what_a_player_looks_up(slug: str, line: Line) -> None:
    assert line in COMPLETE[slug].lines
