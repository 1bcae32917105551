"""Limits of documents: each has an army that breaks it and one that keeps it."""

from dataclasses import replace
from typing import Any

import pytest

from rulesets.core.forces.findings import Severity
from rulesets.described.document import Cost, Display, Limit, Scope, Upgrade
from rulesets.described.ruleset import from_document

from .armies import army
from .games import described, document

LANES = described("lanes")
COURT = described("court")
GUARD = described("guard")
LINE: dict[str, Any] = {"troop": "rangers", "models": 5}
WALKERS: dict[str, Any] = {"troop": "walkers", "models": 1}
REYES: dict[str, Any] = {"troop": "reyes", "models": 1}
Groups = list[tuple[dict[str, Any], list[dict[str, Any]]]]


@pytest.mark.parametrize(
    ("rule", "kept", "broken", "message"),
    [
        ("L-1", [({}, [LINE] * 4)], [({}, [LINE] * 5)], "The squad has 5 units but needs 1 to 4."),
        ("L-1", [({}, [LINE])], [({}, [LINE]), ({}, [])], "The squad has 0 units but needs 1 to 4."),
        (
            "L-2",
            [({}, [{**LINE, "models": 20}] * 2)],
            [({}, [{**LINE, "models": 20}, {**LINE, "models": 20}, {**LINE, "models": 1}])],
            "The army has 512.5 points, 12.5 above its limit.",
        ),
        (
            "L-3",
            [({}, [LINE, LINE, WALKERS])],
            [({}, [LINE, WALKERS])],
            "The army has 1 elite units but only room for 0.",
        ),
        (
            "L-4",
            [({}, [LINE, WALKERS])],
            [({}, [{**LINE, "models": 1}, WALKERS])],
            "Elite units have 40 points, 14 more than half of the army.",
        ),
        ("L-5", [({}, [REYES])], [({}, [REYES, REYES])], "Captain Reyes is there 2 times but may be there once."),
        (
            "L-6",
            [({}, [{**LINE, "gun": "lance", "models": 3}])],
            [({}, [{**LINE, "gun": "lance", "models": 4}])],
            "The unit has 4 lances but may have 3.",
        ),
        ("L-7", [({"led": True}, [REYES])], [({"led": True}, [LINE])], "The squad is led but has no hero."),
        ("L-8", [({}, [REYES])], [({}, [{**REYES, "models": 3}])], "The hero has 2 models beside him."),
        (
            "L-9",
            [({}, [{"troop": "militia"}])],
            [({}, [REYES, {"troop": "militia"}])],
            "The army has a hero and 1 units of militia.",
        ),
        (
            "L-10",
            [({}, [{**LINE, "gear": ("jump-pack", "booster")}])],
            [({}, [{**LINE, "gear": ("jump-pack", "booster", "grenades")}])],
            "Belt holds 2 pieces of gear, not 3.",
        ),
        (
            "L-11",
            [({}, [{**LINE, "gear": ("sun-banner", "grenades")}, {**LINE, "gear": ("grenades",)}])],
            [({}, [{**LINE, "gear": ("sun-banner",)}, {**LINE, "gear": ("sun-banner",)}])],
            "Sun banner is there 2 times but may be there once.",
        ),
        (
            "GEAR-FITS",
            [({}, [{**LINE, "gear": ("jump-pack",)}])],
            [({}, [{**LINE, "gear": ("heavy-plate",)}])],
            "This unit cannot have Heavy plate.",
        ),
        (
            "GEAR-FITS",
            [({}, [{**LINE, "gear": ("booster", "jump-pack")}])],
            [({}, [{**LINE, "gear": ("booster", "grenades")}])],
            "This unit cannot have Booster.",
        ),
    ],
)
def test_each_limit_is_kept_and_broken(rule: str, kept: Groups, broken: Groups, message: str) -> None:
    assert rule not in [finding.rule for finding in LANES.check(army(LANES, *kept))]
    found = [finding for finding in LANES.check(army(LANES, *broken)) if finding.rule == rule]
    assert [finding.message for finding in found] == [message]


def test_a_finding_names_its_place_and_weight() -> None:
    force = army(LANES, ({"led": True}, [LINE, {**LINE, "gun": "lance"}]))
    (group,) = force.groups
    found = {finding.rule: (finding.severity, finding.where) for finding in LANES.check(force)}
    severity, where = found["L-6"]
    assert (severity, where.group, where.unit, where.field) == (Severity.ERROR, group.id, group.units[1].id, "models")
    severity, where = found["L-7"]
    assert (severity, where.group, where.unit, where.field) == (Severity.NOTE, group.id, "", "led")


def test_a_limit_asks_the_settings_of_army_and_group() -> None:
    dear: Groups = [({}, [{"courtier": "duchess", "gifts": 3}])]
    assert [finding.rule for finding in COURT.check(army(COURT, *dear, purse=13))] == []
    assert [finding.message for finding in COURT.check(army(COURT, *dear, purse=12))] == [
        "The house spends 13 gold, 1 more than it has."
    ]
    guards = [{"regiment": "grenadiers"}] * 2
    assert [finding.rule for finding in GUARD.check(army(GUARD, ({"general": 2}, guards)))] == []
    assert [finding.rule for finding in GUARD.check(army(GUARD, ({"general": 1}, guards)))] == ["G-2"]


def test_equal_entries_are_counted_by_group() -> None:
    page = {"courtier": "page"}
    assert COURT.check(army(COURT, ({}, [page]), ({}, [page]))) == ()
    found = COURT.check(army(COURT, ({}, [page, page]), ({}, [page])))
    assert [(finding.rule, finding.message) for finding in found] == [("C-2", "Page is in the hand 2 times.")]


def test_numbers_change_by_what_else_is_chosen() -> None:
    """Upgrades build on each other; a cost knows the unit's group, and a limit the army's size."""
    lanes = document("lanes")
    game = from_document(
        replace(
            lanes,
            display=Display(),
            upgrades=(
                Upgrade("troop.skill", "troop.skill + 1", "gun == 'lance'"),
                Upgrade("troop.skill", "troop.skill + 1", "troop.skill == 4 and 'heavy-plate' in gear"),
            ),
            costs=(Cost("points", "Points", "pts", "20 - (5 if led and troop.role == 'line' else 0)"),),
            limits=(
                Limit(
                    "L-1",
                    Scope.ARMY,
                    "A larger army has more units.",
                    "There are {count} units but may be {max}.",
                    max="limit // 500 + (1 if limit >= 1000 and heroes else 0)",
                ),
            ),
        )
    )

    def skill(**unit: Any) -> str:
        force = army(game, ({}, [unit]))
        ((group, only),) = force.units()
        return game.card(only, group, game.context(force)).stats[1].value

    assert game.points is not None
    assert [skill(), skill(gun="lance"), skill(gun="lance", gear=("heavy-plate",))] == ["3+", "4+", "5+"]
    assert skill(gear=("heavy-plate",)) == "3+"
    for led, points in ((False, 20), (True, 15)):
        force = army(game, ({"led": led}, [LINE]))
        assert [game.points(unit, game.context(force)) for _, unit in force.units()] == [points]
    for limit, units, broken in (
        (500, [LINE], []),
        (500, [LINE, REYES], ["There are 2 units but may be 1."]),
        (1000, [LINE, LINE, REYES], []),
        (1000, [LINE, LINE, LINE], ["There are 3 units but may be 2."]),
    ):
        found = game.check(army(game, ({}, units), limit=limit))
        assert [each.message for each in found if each.rule == "L-1"] == broken
