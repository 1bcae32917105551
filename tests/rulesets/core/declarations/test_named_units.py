"""Fields that name another unit of the force."""

from dataclasses import dataclass, replace
from typing import Annotated, Any

import pytest

from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.fields import (
    Ask,
    Kind,
    field_of,
    fields_of,
    may_name_units,
    may_use_entries,
    units_named,
    values_in,
    with_value,
)
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.force import Force, Group, Unit
from rulesets.core.forces.rules import CORE_RULES, CheckContext, check_force
from tests.tiny_system.pebbles import Pebble


@dataclass(frozen=True, slots=True)
class Errand:
    for_whom: Annotated[str, Ask("For whom", other_unit=True)] = ""
    pay: Annotated[int, Ask("Pay")] = 1


@dataclass(frozen=True, slots=True)
class Mule:
    rider: Annotated[str, Ask("Rider", other_unit=True)] = ""
    errands: Annotated[tuple[Errand, ...], Ask("Errands")] = ()
    friends: Annotated[tuple[str, ...], Ask("Friends", other_unit=True)] = ()
    stable: Annotated[Errand | None, Ask("Stable")] = None


BUSY = Mule("Ann", (Errand(), Errand("Bob", 2)), ("Cy", ""), Errand("Dot"))


def test_a_field_for_another_unit_is_of_its_own_kind() -> None:
    assert field_of(Mule, "rider").kind is Kind.UNIT
    assert may_name_units(Mule)
    assert may_name_units(Errand)
    assert not may_name_units(Pebble)
    assert may_use_entries(Pebble)
    assert not may_use_entries(Errand)
    assert [path for path, *_ in values_in(Errand())] == [field.name for field in fields_of(Errand)]


def test_units_are_named_in_parts_and_lists_too() -> None:
    assert list(units_named(BUSY)) == [
        ("rider", "Ann"),
        ("errands[1].for_whom", "Bob"),
        ("friends[0]", "Cy"),
        ("stable.for_whom", "Dot"),
    ]


@pytest.mark.parametrize("path", ["rider", "errands[1].for_whom", "friends[0]", "stable.for_whom"])
def test_a_value_is_changed_at_its_path(path: str) -> None:
    changed = with_value(BUSY, path, "Eve")
    assert dict(units_named(changed)) == {**dict(units_named(BUSY)), path: "Eve"}
    assert changed != BUSY == with_value(changed, path, dict(units_named(BUSY))[path])


GONE = [("u2", "There is no longer another unit called “Ann”. Choose another.")]
TWICE = [("u4", "2 units are called “Ann”. Give each a different name.")]


def stables(*groups: tuple[tuple[str, str], ...]) -> CheckContext[Any, Any, Any]:
    """Groups of mules, each a name and its rider."""
    made = tuple(
        Group("", f"Stable {number}", Errand(), tuple(Unit("", Mule(rider), name) for name, rider in group))
        for number, group in enumerate(groups)
    )
    return CheckContext(Force("mules", "", Errand(), made).with_ids(), Catalogue(), HouseRules(()))


@pytest.mark.parametrize(
    ("groups", "findings"),
    [
        (((("Ann", ""), ("Bob", "Ann")),), []),
        (((("Ann", ""),), (("Bob", "Ann"),)), []),
        (((("Bob", "Ann"),),), GONE),
        (((("Ann", "Ann"),),), GONE),
        (
            ((("Ann", ""), ("Ann", ""), ("Bob", "Ann")),),
            [("u4", "2 units are called “Ann”. Give each a different name.")],
        ),
        (((("Ann", ""),), (("Ann", ""), ("Bob", "Ann"))), []),
        (((("ANN\u2019S", ""), ("Bob", "Ann's\u00a0")),), []),
        (((("ann", ""), ("Ann", ""), ("Bob", "Ann")),), []),
    ],
    ids=[
        "beside it",
        "in another group",
        "nowhere",
        "itself",
        "twice",
        "one beside it, one elsewhere",
        "with other signs",
        "one of this spelling",
    ],
)
def test_a_unit_that_is_named_is_there_once(groups: Any, findings: list[tuple[str, str]]) -> None:
    found = check_force(CORE_RULES, stables(*groups))
    assert [(each.where.unit, each.message) for each in found] == findings
    assert all((each.rule, each.where.field) == ("AB-02", "rider") for each in found)


def test_what_a_unit_is_called_is_the_game_s_to_say() -> None:
    context = stables((("", ""), ("Bob", "a mule")))
    assert [each.rule for each in check_force(CORE_RULES, context)] == ["AB-02"]
    titled = replace(context, title=lambda unit, group, context: unit.name or "a mule")
    assert check_force(CORE_RULES, titled) == ()
