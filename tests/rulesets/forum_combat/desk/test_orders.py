"""Orders as text: what is read of them, what is wrong with them by line and rule, and that nothing is rolled then."""

from typing import Any

import pytest

from rulesets.core.desk import OrdersRefused
from rulesets.core.forces.findings import Severity
from rulesets.systems.forum_combat.desk import DESK
from rulesets.systems.forum_combat.desk.rounds import BattleRecord
from tests.rulesets.forum_combat.desk.order_cases import (
    BY_TITLE,
    COMBATS,
)


@BY_TITLE
def test_orders_with_an_error_roll_nothing_and_change_nothing(case: dict[str, Any]) -> None:
    battle, text = BattleRecord(COMBATS[case["title"]]), case["orders"]
    before = DESK.write(battle)
    wrong = any(not issue.startswith("~") for issue in case["issues"])
    if wrong:
        with pytest.raises(OrdersRefused) as refused:
            DESK.give_orders(battle, text, 7)
        assert refused.value.issues == DESK.check(battle, text)
        first = next(issue for issue in refused.value.issues if issue.severity is Severity.ERROR)
        assert str(refused.value) == f"Line {first.line}: {first.message} ({first.rule})"
    else:
        given = DESK.give_orders(battle, text, 7)
        assert (DESK.rounds(given), DESK.orders(given)) == (1, text)
    assert DESK.write(battle) == before
