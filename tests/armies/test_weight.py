import itertools

import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import create_army
from rulesets.core.forces.force import Unit, add_group
from tests.rulesets.described.games import games_with
from tests.test_page_weight import HEAVIEST, weight

HEAVIEST_CORPS = 155_000
"""Bytes of a builder with 240 units, its rows among them."""

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("ruleset", games_with(), ids=lambda ruleset: ruleset.slug)
def test_the_builder_with_a_corps_is_light(alice, author, ruleset):
    force = ruleset.new_force("Corps")
    templates = itertools.cycle(ruleset.templates)
    while sum(len(group.units) for group in force.groups) < 240:
        template = next(templates)
        units = tuple(Unit("", spec, name) for name, spec in template.units)
        force = add_group(force, template.title, template.group, units)
    army = create_army(LoadedArmy(ruleset, force), "Corps", author)
    assert weight(alice, army.get_absolute_url()) <= HEAVIEST_CORPS


@pytest.mark.parametrize("address", ["/armies/", "/armies/import"])
def test_other_pages_are_light(alice, army, address):
    assert weight(alice, address) <= HEAVIEST
