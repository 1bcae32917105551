"""Names inside a unit set a field of it; rosters' cases are in ``battlescribe/test_choices.py``."""

import pytest

from armybuilder.interchange.army_rows import ArmyReader, new_unit_spec
from armybuilder.interchange.unit_choices import UnitChoices
from rulesets.registry import get_ruleset


@pytest.mark.parametrize(
    ("slug", "title", "name", "path", "value"),
    [
        ("mbt2020", "Challenger 2", "fast", "mode", "FAST"),
        ("mbt2020", "Challenger 2", "BGHQ", "hq", True),
        ("forge-of-war", "Line Infantry Troops", "veteran", "training", "veteran"),
    ],
)
def test_a_name_inside_a_unit_sets_its_field(slug, title, name, path, value):
    game = get_ruleset(slug)
    reader = ArmyReader(game)
    unit = UnitChoices(reader, new_unit_spec(game, game.catalogue, title), title, "here")
    unit.take(name, "", 1)
    assert getattr(unit.spec, path) == value
    assert [remark.left_out for remark in reader.remarks] == [False]


def test_a_name_inside_a_unit_without_a_field_is_named():
    game = get_ruleset("mbt2020")
    reader = ArmyReader(game)
    spec = new_unit_spec(game, game.catalogue, "Warrior")
    unit = UnitChoices(reader, spec, "Warrior", "here")
    unit.take("Wolves", "", 2)
    assert unit.spec == spec
    assert [(remark.place, remark.left_out) for remark in reader.remarks] == [("here", True)]
    assert "“Wolves”" in str(reader.remarks[0])
    assert unit.models == 1
