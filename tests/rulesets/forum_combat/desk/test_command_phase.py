"""The command phase."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.rulesets.forum_combat.desk.test_resolution import Written, cases_of, play_case, write_dice

__all__ = ["write_dice"]


@pytest.mark.parametrize("case", cases_of("command"), ids=lambda case: case["title"])
def test_a_round(case: dict[str, Any], write_dice: Callable[[str], Written]) -> None:
    play_case(case, write_dice)
