"""The table that a battlefield is made for."""

import pytest

from rulesets.core.battlefields import Changes
from rulesets.core.calculators import QuestionError
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.battlefield import make
from rulesets.systems.mbt2020.ground import BattlefieldQuestion, SquareSide, TableSize, ZoneFrom, min_depth
from tests.rulesets.mbt2020.surveys import survey


@pytest.mark.parametrize(
    ("ground", "size", "squares"),
    [
        (BattlefieldQuestion(battle_groups=1), (120, 360), 3),
        (BattlefieldQuestion(battle_groups=4), (480, 360), 12),
        (BattlefieldQuestion(battle_groups=20), (2400, 1200), 200),
        (BattlefieldQuestion(battle_groups=4, square=SquareSide.SIXTEEN), (480, 480), 9),
        (BattlefieldQuestion(size=TableSize.SIX_BY_FOUR), (720, 480), 24),
        (BattlefieldQuestion(size=TableSize.EIGHT_BY_FOUR, square=SquareSide.SIXTEEN), (960, 480), 18),
        (BattlefieldQuestion(size=TableSize.EIGHT_BY_FIVE), (960, 600), 40),
        (BattlefieldQuestion(size=TableSize.OWN, width=60, depth=36), (600, 360), 15),
    ],
)
def test_table_sizes(ground: BattlefieldQuestion, size: tuple[int, int], squares: int) -> None:
    field = survey(ground)
    assert (field.width, field.depth) == size
    assert len(field.squares) == squares


@pytest.mark.parametrize(
    ("groups", "reading", "minimum", "depth"),
    [(1, "off", 36, 360), (1, "on", 18, 240), (5, "on", 30, 360), (7, "on", 42, 480)],
)
def test_the_least_depth_is_ours_or_half_the_width(groups: int, reading: str, minimum: int, depth: int) -> None:
    house = HouseRules(RULESET.rulings, [("half_depth", reading)])
    assert min_depth(12 * groups, house) == minimum
    assert make(BattlefieldQuestion(battle_groups=groups), 1, Changes(), house).depth == depth


@pytest.mark.parametrize(
    ("ground", "where", "nearest"),
    [
        (BattlefieldQuestion(size=TableSize.SIX_BY_FOUR, square=SquareSide.SIXTEEN), "square", "64″ or 80″"),
        (BattlefieldQuestion(size=TableSize.EIGHT_BY_FIVE, square=SquareSide.SIXTEEN), "square", "48″ or 64″"),
        (BattlefieldQuestion(size=TableSize.OWN, width=50, depth=36), "width", "48″ or 60″"),
        (BattlefieldQuestion(size=TableSize.OWN, width=48, depth=20), "depth", "12″ or 24″"),
        (BattlefieldQuestion(size=TableSize.OWN, width=120, depth=48), "depth", "60″ or more"),
        (BattlefieldQuestion(size=TableSize.OWN, width=24, depth=12), "depth", "24″ is the minimum depth"),
        (BattlefieldQuestion(zone_from=ZoneFrom.ARMIES), "own_zone", "Choose one"),
    ],
)
def test_what_cannot_be_is_said_with_the_nearest_that_works(
    ground: BattlefieldQuestion, where: str, nearest: str
) -> None:
    with pytest.raises(QuestionError) as refused:
        survey(ground)
    assert refused.value.field == where
    assert nearest in refused.value.message
