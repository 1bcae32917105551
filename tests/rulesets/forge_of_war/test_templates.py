"""Ready formations and the example force."""

from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.templates import TEMPLATES, demo


def test_the_example_is_legal_and_uses_the_optional_rules() -> None:
    force = demo()
    assert [group.name for group in force.groups] == ["Rifle platoon", "Support"]
    assert [unit.name for _, unit in force.units()][-2:] == ["Scouts", "Hammer"]
    assert (force.spec.covering_fire, force.spec.stances, force.spec.reaction_tests, force.spec.indirect_fire) == (
        (True,) * 4
    )
    assert [each.message for each in RULESET.check(force) if each.severity.value == "error"] == []
    assert all(template.units for template in TEMPLATES)
