"""Units that name others, in the builder."""

from dataclasses import replace

import pytest
from lxml import html

from armybuilder.armies.edits import make_edit
from armybuilder.armies.inspector import choose, part_form
from armybuilder.armies.loaded_army import LoadedArmy
from rulesets.core.declarations.fields import may_name_units, units_named, with_value
from rulesets.registry import all_rulesets

GAME = next(game for game in all_rulesets() if may_name_units(game.unit))


@pytest.fixture
def loaded():
    """The game's example, in which one unit names another."""
    return LoadedArmy(GAME, GAME.demo())


@pytest.fixture
def named(loaded):
    """The unit that names another, the field it does so in, and the other."""
    (found,) = [(unit, *use) for _, unit in loaded.force.units() for use in units_named(unit.spec)]
    unit, path, name = found
    (other,) = [each for _, each in loaded.force.units() if each.name == name]
    return unit, path, other


def names(loaded, unit, path):
    """What the unit calls the other one."""
    return dict(units_named(loaded.force.unit(unit.id)[1].spec)).get(path)


def test_the_form_offers_every_other_unit(loaded, named):
    unit, path, other = named
    form = part_form(loaded, choose(loaded.force, unit.id))
    select = html.fromstring(str(form.spec[f"spec-{path}"]))
    offered = [option.get("value") for option in select.xpath(".//optgroup/option")]
    assert offered == [each.row.title for group in loaded.groups for each in group.units if each.id != unit.id]
    assert select.xpath("string(.//option[@selected])") == other.name


def test_a_new_name_is_followed_by_those_who_name_the_unit(loaded, named):
    unit, path, other = named
    edited = LoadedArmy(GAME, make_edit("change-unit", loaded, {"unit": other.id, "name": "Old Bess"}).force)
    assert names(edited, unit, path) == "Old Bess"
    assert edited.findings == loaded.findings


def test_a_new_name_does_not_rename_another_unit(loaded, named):
    unit, path, other = named
    twin = LoadedArmy(GAME, make_edit("copy-unit", loaded, {"unit": other.id}).force)
    edited = LoadedArmy(GAME, make_edit("change-unit", twin, {"unit": other.id, "name": "Old Bess"}).force)
    assert names(edited, unit, path) == other.name
    assert [finding.rule for finding in twin.findings if finding.where.field == path] == ["AB-02"]
    assert [finding.rule for finding in edited.findings if finding.where.field == path] == []


def test_a_unit_that_has_gone_is_a_finding_and_stays_in_the_form(loaded, named):
    unit, path, other = named
    edited = LoadedArmy(GAME, make_edit("remove-unit", loaded, {"unit": other.id}).force)
    (finding,) = [finding for finding in edited.findings if finding.rule == "AB-02"]
    assert (finding.where.unit, finding.where.field) == (unit.id, path)
    form = part_form(edited, choose(edited.force, unit.id))
    assert "no longer there" in str(form.spec[f"spec-{path}"])


def test_a_copied_group_names_its_own(loaded, named):
    unit, _, other = named
    group, _ = loaded.force.unit(unit.id)
    edited = LoadedArmy(GAME, make_edit("copy-group", loaded, {"group": group.id}).force)
    assert [finding for finding in edited.findings if finding.rule == "AB-02"] == []
    copied = edited.force.groups[edited.force.groups.index(edited.force.group(group.id)) + 1]
    rider = copied.units[group.units.index(unit)]
    (meant,) = edited.context.unit_names.find(other.name, copied, rider)
    assert meant in copied.units


def test_a_unit_does_not_name_itself(loaded, named):
    unit, path, _ = named
    spec = with_value(unit.spec, path, unit.name)
    edited = LoadedArmy(GAME, make_edit("change-unit", loaded, {"unit": unit.id, f"spec-{path}": unit.name}).force)
    assert edited.force.unit(unit.id)[1] == replace(unit, spec=spec)
    assert [finding.where.unit for finding in edited.findings if finding.rule == "AB-02"] == [unit.id]
