"""The game as a whole: it is found, and its example and the least of armies are drawn."""

import dataclasses

import pytest

from rulesets.core.forces.force import Force, Group, Unit
from rulesets.registry import all_rulesets
from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.units import Army, ArmyForce, BattleGroup, Posture, Stand, TroopType
from tests.rulesets.sheets import complete_sheet, sheet_for


def force_of(*stands: Stand, army: Army | None = None) -> ArmyForce:
    """An army of one battle group with these stands."""
    units = tuple(Unit("", stand) for stand in stands)
    return Force("mbt2020", "Test", army or Army(), (Group("", "One", BattleGroup(), units),)).with_ids()


def test_registered():
    assert RULESET in all_rulesets()


@pytest.mark.parametrize(
    ("key", "said"), [("t-55", "up to 6"), ("t-90", "usually 4"), ("f-16", None), ("warrior", None), ("mlrs", None)]
)
def test_vehicles_are_told_of_tanks_alone(key, said):
    kind = next(kind for kind in RULESET.kinds if kind.slug == "troop_type")
    spec = RULESET.catalogue.spec(TroopType, "troop_type", key)
    assert spec is not None
    assert spec.vehicles == (6 if said == "up to 6" else None)
    assert dict(kind.facts(spec)).get("Vehicles a stand") == said


def test_labels_of_the_demo():
    force = RULESET.demo()
    made = RULESET.labels(RULESET.context(force))
    assert len(made) == 24 + force.spec.fakes
    assert sum(label.star for label in made) == 2
    assert sum(label.fake for label in made) == force.spec.fakes
    assert {label.top for label in made} == {"1", "2"}
    batteries = [stand.id for _, stand in force.units() if stand.spec.posture is Posture.OTF]
    assert [label.holder for label in made if label.off_table] == batteries
    assert len(batteries) == 2


def test_tokens_of_the_demo():
    counts = {token.slug: token.count for token in RULESET.tokens(RULESET.context(RULESET.demo()))}
    assert counts == {
        "pinned": 12,
        "repulsed": 10,
        "fired": 2,
        "engaged": 20,
        "waiting": 1,
        "turn-1": 1,
        "static": 1,
        "smoke-fired": 4,
        "light-fired": 4,
        "fragile": 2,
        "smoke": 12,
        "light-otf": 2,
        "light-inf": 10,
    }


def test_sheet_complete_and_filtered():
    complete = complete_sheet(RULESET)
    filtered = sheet_for(RULESET, RULESET.context(RULESET.demo()))
    assert [section.slug for section in complete] == [section.slug for section in filtered]
    for whole, part in zip(complete, filtered, strict=True):
        assert whole.tables
        assert part.tables
        if whole.slug not in ("fragile",):
            assert sum(len(t.rows) for t in part.tables) <= sum(len(t.rows) for t in whole.tables)


def test_a_stand_of_an_unknown_sub_class_is_a_finding_not_a_crash():
    force = force_of(dataclasses.replace(Stand(), sub_class="gone"))
    context, group = RULESET.context(force), force.groups[0]
    rules = [finding.rule for finding in RULESET.check_unit(context, group, group.units[0])]
    assert rules == ["AB-01"]
    assert RULESET.card(group.units[0], group, context).symbol is None
    assert RULESET.row(group.units[0], group, context).symbol is None
