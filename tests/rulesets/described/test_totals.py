"""What groups and the army cost besides their units: in limits and in the summary."""

from dataclasses import replace
from typing import Any

import pytest

from rulesets.core.declarations.codec import CodecError
from rulesets.core.ruleset import AnyRuleset
from rulesets.described.document import Charged, Limit, Scope, Surcharge
from rulesets.described.ruleset import from_document

from .armies import army
from .games import described, document

LANES = described("lanes")
LINE: dict[str, Any] = {"troop": "rangers", "models": 5}
REYES: dict[str, Any] = {"troop": "reyes", "models": 1}
LED = {"led": True}
Groups = tuple[dict[str, Any], list[dict[str, Any]]]


def game_with(*surcharges: Surcharge, limits: tuple[Limit, ...] = ()) -> AnyRuleset:
    return from_document(replace(document("lanes"), surcharges=surcharges, limits=limits))


def summary(game: AnyRuleset, *groups: Groups) -> dict[str, str]:
    return {line.term: line.text for line in game.summary(game.context(army(game, *groups)))}


def messages(game: AnyRuleset, *groups: Groups, **settings: Any) -> list[str]:
    return [finding.message for finding in game.check(army(game, *groups, **settings))]


def test_what_the_army_costs_besides_its_units_is_told() -> None:
    assert summary(LANES, ({}, [REYES])) == {"Points": "60 of 500", "Command": "2"}
    two = {"Points": "145 of 500", "Command": "4", "More than one hero": "25 pts"}
    assert summary(LANES, ({}, [REYES, REYES])) == two
    assert summary(LANES, ({}, [REYES]), ({}, [REYES])) == two


def test_what_groups_cost_is_told_for_all_of_them_together() -> None:
    """Three units of 62.5 points in a led squad cost it 18 more, of which a tenth is rounded down."""
    assert summary(LANES, (LED, [LINE] * 2)) == {"Points": "125 of 500", "Command": "2"}
    assert summary(LANES, ({}, [LINE] * 3))["Points"] == "187.5 of 500"
    assert summary(LANES, (LED, [LINE] * 3)) == {"Points": "205.5 of 500", "Command": "3", "Led squads": "18 pts"}
    of_three = summary(LANES, (LED, [LINE] * 3), (LED, [LINE] * 3), ({}, [LINE]))
    assert of_three == {"Points": "473.5 of 500", "Command": "7", "Led squads": "36 pts"}


def test_a_discount_is_below_zero() -> None:
    game = game_with(Surcharge("Veterans", "-5 * line_units"))
    assert summary(game, ({}, [LINE, LINE])) == {"Points": "115 of 500", "Command": "2", "Veterans": "-10 pts"}


@pytest.mark.parametrize(("limit", "broken"), [(145, []), (144, ["The army has 145 points, 1 above its limit."])])
def test_a_limit_of_a_whole_cost_counts_surcharges(limit: int, broken: list[str]) -> None:
    found = messages(LANES, ({}, [REYES, REYES]), limit=limit)
    assert [each for each in found if "above its limit" in each] == broken


def test_a_limit_of_some_units_counts_only_them() -> None:
    some = Limit("L-1", Scope.ARMY, "Few.", "{count}", where="troop.hero", counted="points", max="0")
    each = Limit("L-2", Scope.ARMY, "Few.", "{count}", counted="points", max="0", each="troop")
    game = game_with(Surcharge("Staff", "7"), limits=(some, each))
    assert messages(game, ({}, [REYES])) == ["60", "60"]


def test_bounds_know_what_is_charged_in_their_scope() -> None:
    """A group's bounds know its own surcharge, the army's those of all groups and its own."""
    limits = tuple(
        Limit(f"L-{n}", scope, "Few.", "{max}", max="points - 1000")
        for n, scope in enumerate((Scope.GROUP, Scope.ARMY))
    )
    surcharges = (Surcharge("Staff", "7"), Surcharge("Camp", "3", Charged.GROUP))
    game = game_with(*surcharges, limits=limits)
    assert messages(game, ({}, [REYES]), ({}, [REYES])) == ["-867", "-937", "-937"]


def test_a_surcharge_may_be_in_another_currency() -> None:
    game = game_with(Surcharge("Staff", "1", cost="command"))
    assert summary(game, ({}, [REYES])) == {"Points": "60 of 500", "Command": "3", "Staff": "1 CP"}


def test_costs_in_a_surcharge_are_those_of_units_alone() -> None:
    game = game_with(*(Surcharge(f"Tithe {n}", "points // 10") for n in (1, 2)))
    assert summary(game, ({}, [REYES])) == {
        "Points": "72 of 500",
        "Command": "2",
        "Tithe 1": "6 pts",
        "Tithe 2": "6 pts",
    }


@pytest.mark.parametrize(
    ("surcharge", "place", "message"),
    [
        (Surcharge("Staff", "7", cost="gold"), "surcharges[0].cost", "choose one of the game’s costs"),
        (Surcharge("Staff", "troop.points"), "surcharges[0].formula", "There is no “troop”."),
        (Surcharge("Staff", "led"), "surcharges[0].formula", "There is no “led”."),
    ],
)
def test_a_surcharge_that_is_not_understood_is_refused(surcharge: Surcharge, place: str, message: str) -> None:
    with pytest.raises(CodecError) as refused:
        game_with(surcharge)
    assert [(each.path, each.message.split(" Use one")[0]) for each in refused.value.problems] == [(place, message)]
