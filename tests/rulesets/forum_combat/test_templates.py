"""Ready squads and the example forces."""

import pytest

from rulesets.core.force_document import decode_force, encode_force
from rulesets.core.forces.force import Unit, add_group
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.templates import enemies, players
from rulesets.systems.forum_combat.units import Troop


@pytest.mark.parametrize("force", [players(), enemies()], ids=["players", "enemies"])
def test_forces_survive_the_codec(force: object) -> None:
    plain = encode_force(force)  # type: ignore[arg-type]
    assert decode_force(RULESET, plain) == force


@pytest.mark.parametrize("template", RULESET.templates, ids=lambda template: template.slug)
def test_templates_are_legal(template: object) -> None:
    units = tuple(Unit("", spec, name) for name, spec in template.units)  # type: ignore[attr-defined]
    force = add_group(RULESET.new_force(), template.title, template.group, units)  # type: ignore[attr-defined]
    assert all(isinstance(unit.spec, Troop) for unit in force.groups[0].units)
    assert [finding.rule for finding in RULESET.check(force)] in ([], ["FC-BLD-8"], ["FC-BLD-8"] * 2)
