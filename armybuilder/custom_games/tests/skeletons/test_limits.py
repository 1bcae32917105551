"""Constraints as limits: each has an army that keeps it and one that breaks it."""

from typing import Any

import pytest

from armybuilder.custom_games.skeletons.data_files import read_files
from armybuilder.custom_games.skeletons.skeleton import skeleton
from armybuilder.custom_games.tests.skeletons.files import SYSTEM, VALLEY, catalogue
from rulesets.core.declarations.codec import decode
from rulesets.core.forces.force import Force, Group, Unit
from rulesets.described.document import Limit
from rulesets.described.ruleset import from_document

GAME = from_document(skeleton(read_files(VALLEY)[0], 256 * 1024).game)
PIKES: dict[str, Any] = {"unit": "pikes-of-the-ford"}
MARSHAL: dict[str, Any] = {"unit": "marshal"}
Forces = list[tuple[str, list[dict[str, Any]]]]
COLUMN: Forces = [("column", [PIKES])]


def findings(forces: Forces, agreed: int = 0) -> dict[str, str]:
    """What is wrong with an army of forces with these units, by rule."""
    groups = tuple(
        Group("", kind, decode(GAME.group, {"force": kind}), tuple(Unit("", decode(GAME.unit, unit)) for unit in units))
        for kind, units in forces
    )
    army = Force(GAME.slug, "Army", decode(GAME.force, {"points_limit": agreed}), groups).with_ids()
    return {finding.rule: finding.message for finding in GAME.check(army)}


@pytest.mark.parametrize(
    ("rule", "kept", "broken", "message"),
    [
        (
            "L-2",
            [("column", [PIKES | {"models": 5}])],
            [("column", [PIKES | {"models": 4}])],
            "The unit has 4 models but needs 5.",
        ),
        (
            "L-3",
            [("column", [PIKES | {"models": 10}])],
            [("column", [PIKES | {"models": 11}])],
            "The unit has 11 models, 1 too many.",
        ),
        (
            "L-4",
            [*COLUMN, ("raid", [MARSHAL])],
            [*COLUMN, ("raid", [MARSHAL, MARSHAL])],
            "The army has 2 of “Marshal”, but it may have at most 1.",
        ),
        (
            "L-5",
            [("raid", [MARSHAL]), ("raid", [MARSHAL])],
            [("raid", [MARSHAL]), ("raid", [MARSHAL, MARSHAL])],
            "The army has 3 of “Leaders”, but it may have at most 2.",
        ),
        (
            "L-6",
            [("column", [PIKES] * 4), ("raid", [MARSHAL])],
            [("column", [MARSHAL])],
            "The force has 0 of “Line”, but it needs 1 to 4.",
        ),
        (
            "L-6",
            [("column", [PIKES] * 4), ("raid", [PIKES] * 5)],
            [("column", [PIKES] * 5)],
            "The force has 5 of “Line”, but it needs 1 to 4.",
        ),
        (
            "L-7",
            [("raid", [MARSHAL] * 2), ("column", [MARSHAL] * 3)],
            [("raid", [MARSHAL] * 3)],
            "The force has 3 of “Mounted”, but it may have at most 2.",
        ),
        (
            "L-8",
            [("raid", [PIKES] * 3), ("column", [PIKES] * 4)],
            [("raid", [PIKES] * 4)],
            "The force has 210 Crowns, but it may have at most 200.",
        ),
    ],
)
def test_a_limit_of_the_files_is_kept_and_broken(rule: str, kept: Forces, broken: Forces, message: str) -> None:
    assert rule not in findings(kept)
    assert findings(broken)[rule] == message


def test_the_cost_agreed_is_a_limit_unless_it_is_0() -> None:
    assert "L-1" not in findings(COLUMN, 53)
    assert findings(COLUMN, 52)["L-1"] == "The army has 52.5 Crowns, 0.5 too many."
    assert "L-1" not in findings(COLUMN)


def limits_of(*files: bytes) -> list[Limit]:
    return list(skeleton(read_files((f"{n}.cat", file) for n, file in enumerate(files))[0], 256 * 1024).game.limits)


def chief(constraint: str, name: str = "Chief") -> str:
    """A choice at the top with a constraint."""
    limits = f"<constraints>{constraint}</constraints>"
    costs = '<costs><cost typeId="crowns" value="5"/></costs>'
    entry = f'<selectionEntry id="{name}" name="{name}" type="unit">{limits}{costs}</selectionEntry>'
    return f"<selectionEntries>{entry}</selectionEntries>"


NEEDED = '<constraint type="min" field="selections" scope="roster" value="1"/>'


def test_a_unit_that_the_only_list_needs_is_a_limit() -> None:
    (limit,) = (each for each in limits_of(SYSTEM, catalogue(chief(NEEDED))) if "Chief" in each.sentence)
    assert (limit.where, limit.min, limit.sentence) == ("unit == 'chief'", "1", "An army has at least 1 of “Chief”.")
    second = catalogue(chief("", "Elder"), name="Coast")
    assert not [each for each in limits_of(SYSTEM, catalogue(chief(NEEDED)), second) if "Chief" in each.sentence]


@pytest.mark.parametrize(
    "constraint",
    [
        '<constraint type="max" field="selections" scope="roster" value="50" percentValue="true"/>',
        '<constraint type="max" field="selections" scope="pikes" value="1"/>',
        '<constraint type="max" field="crowns" scope="roster" value="100"/>',
        '<constraint type="max" field="selections" scope="roster" value="-1"/>',
        '<constraint type="max" field="selections" scope="roster" value="1.5"/>',
        '<constraint type="atLeast" field="selections" scope="roster" value="1"/>',
    ],
    ids=["share", "scope", "cost", "endless", "part", "type"],
)
def test_a_constraint_of_another_kind_is_named_and_not_guessed(constraint: str) -> None:
    files = read_files([("a.gst", SYSTEM), ("b.cat", catalogue(chief(constraint)))])[0]
    made = skeleton(files, 256 * 1024)
    assert [(each.place, each.message) for each in made.remarks.unread if "Chief" in each.place] == [
        ("Hills, Chief", "Not read: 1 limit of “Chief”.")
    ]
    assert len(made.game.limits) == len(limits_of(SYSTEM, catalogue(chief(""))))
