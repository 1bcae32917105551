import itertools

import pytest

from armybuilder.armies.opened import Opened
from armybuilder.armies.revisions import found_army
from rulesets.core.force import Unit, add_group
from rulesets.registry import all_rulesets
from tests.test_page_weight import HEAVIEST, weight

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_the_builder_with_a_corps_is_light(alice, author, ruleset):
    force = ruleset.new_force("Corps")
    templates = itertools.cycle(ruleset.templates)
    while sum(len(group.units) for group in force.groups) < 240:
        template = next(templates)
        units = tuple(Unit("", spec, name) for name, spec in template.units)
        force = add_group(force, template.title, template.group, units)
    army = found_army(Opened(ruleset, force), "Corps", author)
    assert weight(alice, army.get_absolute_url()) <= HEAVIEST


@pytest.mark.parametrize("address", ["/armies/", "/armies/import"])
def test_other_pages_are_light(alice, army, address):
    assert weight(alice, address) <= HEAVIEST
