"""Weapons compared: what is filled in from squads, and what is said."""

from rulesets.systems.forum_combat.calculators.weapons import Comparison
from tests.rulesets.forum_combat.calculators.questions import ask


def test_weapons_are_compared_with_every_target() -> None:
    answer = ask("weapons", Comparison())
    assert [len(table.rows) for table in answer.tables] == [2, 2]
    assert [len(table.columns) for table in answer.tables] == [5, 5]
    assert len(answer.charts) == 2
