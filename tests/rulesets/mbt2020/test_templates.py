"""Ready battle groups and the example army."""

import pytest

from rulesets.core.force_document import decode_force, encode_force
from rulesets.core.forces.findings import Severity, is_legal
from rulesets.core.forces.force import Unit, add_group
from rulesets.systems.mbt2020 import RULESET


def test_demo_is_legal_without_warnings():
    found = RULESET.check(RULESET.demo())
    assert {finding.severity for finding in found} <= {Severity.NOTE}


def test_demo_round_trips():
    force = RULESET.demo()
    assert decode_force(RULESET, encode_force(force)) == force


@pytest.mark.parametrize("template", RULESET.templates, ids=lambda template: template.slug)
def test_templates_are_legal(template):
    units = tuple(Unit("", spec, name) for name, spec in template.units)
    force = add_group(RULESET.new_force("One"), template.title, template.group, units)
    findings = RULESET.check(force)
    assert is_legal(findings)
    assert [finding for finding in findings if finding.severity is Severity.WARNING] == []
