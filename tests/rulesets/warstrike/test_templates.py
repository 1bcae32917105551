"""Ready platoons and the example army."""

from typing import Any

import pytest

from rulesets.core.force_document import decode_force, encode_force
from rulesets.core.forces.force import Unit, add_group
from rulesets.systems.warstrike import RULESET


def test_the_demo_has_no_findings_and_round_trips() -> None:
    force = RULESET.demo()
    assert RULESET.check(force) == ()
    assert decode_force(RULESET, encode_force(force)) == force


@pytest.mark.parametrize("template", RULESET.templates, ids=lambda template: template.slug)
def test_units_of_a_template_break_nothing(template: Any) -> None:
    units = tuple(Unit("", spec, name) for name, spec in template.units)
    force = add_group(RULESET.new_force("One"), template.title, template.group, units)
    assert [finding for finding in RULESET.check(force) if finding.where.unit] == []
