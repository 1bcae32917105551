"""Rules run over a force."""

import dataclasses
from collections.abc import Iterator
from typing import Any

from rulesets.core.forces.findings import Finding, Place, Severity
from rulesets.core.forces.force import add_group, add_units, change_unit
from rulesets.core.forces.rules import Breach, Rule, Scope, check_force
from rulesets.core.ruleset import AnyRuleset


def test_the_new_game_is_checked(pebbles: AnyRuleset) -> None:
    force = pebbles.new_force("Strand")
    assert [finding.rule for finding in pebbles.check(force)] == ["PEB-3", "AB-03"]
    force = add_group(force, "Heap", pebbles.group())
    force = add_units(force, "g1", (dataclasses.replace(pebbles.demo().groups[0].units[0], id=""),) * 3)
    assert pebbles.check(force) == ()
    polished = dataclasses.replace(force.unit("u2")[1].spec, polished=True)
    assert pebbles.check(change_unit(force, "u2", spec=polished)) == (
        Finding(
            "PEB-1",
            Severity.ERROR,
            "A rough pebble cannot be polished; make it smooth.",
            Place("g1", "u2", "polished"),
        ),
    )


def test_a_reference_to_nothing_is_a_finding(pebbles: AnyRuleset) -> None:
    force = pebbles.demo()
    unit = force.groups[0].units[0]
    gone = change_unit(force, unit.id, spec=dataclasses.replace(unit.spec, stone="moonstone"))
    assert [(f.rule, f.where) for f in pebbles.check(gone)] == [("AB-01", Place(force.groups[0].id, unit.id, "stone"))]
    assert pebbles.rule("AB-01").severity is Severity.ERROR


def test_units_of_the_same_settings_are_checked_once(pebbles: AnyRuleset) -> None:
    checked = []

    def check(unit: Any, group: Any, context: Any) -> Iterator[Breach]:
        checked.append(unit.spec)
        yield Breach("It is cold.", "surface")

    rules = (Rule("PEB-9", "", Severity.NOTE, "A pebble is warm.", Scope.UNIT, check),)
    force = pebbles.demo()
    specs = {unit.spec for _, unit in force.units()}
    for name in ("One", "Another"):
        found = check_force(rules, pebbles.context(dataclasses.replace(force, name=name)))
        assert [each.where.unit for each in found] == [unit.id for _, unit in force.units()]
    assert (len(checked), set(checked)) == (len(specs), specs)
