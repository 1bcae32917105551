"""Engagement and melee on the sheet."""

import pytest

from rulesets.systems.forum_combat import RULESET
from tests.rulesets.forum_combat.quick_reference.sheets import line, lines_of, sheet
from tests.rulesets.sheets import complete_sheet


def test_engagement_zones_are_drawn() -> None:
    zones = next(section for section in complete_sheet(RULESET) if section.slug == "engagement").tables[0]
    assert [row[1].text for row in zones.rows] == [
        "· · · · · · ·",
        "· · · # · · ·",
        "· · # # # · ·",
        "· # # U # # ·",
        "· · # # # · ·",
        "· · · # · · ·",
        "· · · · · · ·",
    ]


@pytest.mark.parametrize(("section", "term", "switch", "key", "text"), lines_of("engagement", "into-melee", "melee"))
def test_a_line_says_what_is_played(section: str, term: str, switch: str, key: str, text: str) -> None:
    assert line(sheet(**{switch: key})[section], term) == text
