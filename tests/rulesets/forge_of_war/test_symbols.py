"""The picture and the colour of a unit."""

import pytest

from rulesets.core.cards import SymbolSet, Tint
from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.catalogue import context_of
from tests.rulesets.forge_of_war import shorthand


def row(line: str) -> tuple[str, str]:
    """The code of the icon and the tint of a unit's card."""
    force = shorthand.force({"units": [line], "commander": False})
    (group,) = force.groups
    (unit,) = group.units
    card = RULESET.card(unit, group, context_of(force))
    assert card.symbol is not None
    assert card.symbol.set is SymbolSet.ICON
    return card.symbol.code, card.tint


@pytest.mark.parametrize(
    ("line", "code", "tint"),
    [
        ("line_infantry 10 | assault_rifle x10", "bolter-gun", Tint.STEEL),
        ("line_infantry 10 | assault_rifle x10 | role=force_commander", "flying-flag", Tint.COBALT),
        ("rioters 20 | smg x20", "surrounded-eye", Tint.UMBER),
        ("line_infantry 4 | hmg x2", "machine-gun", Tint.STEEL),
        ("line_infantry 4 | mortar_heavy x1", "mortar", Tint.STEEL),
        ("line_infantry 10 | smg x10 | arm=cavalry", "cavalry", Tint.OCHRE),
        ("hive_monsters 5 | - | arm=monstrous", "monster-grasp", Tint.UMBER),
        ("!battle_tank", "battle-tank", Tint.RUST),
        ("!apc", "apc", Tint.SLATE),
    ],
)
def test_units_look_as_they_fight(line: str, code: str, tint: Tint) -> None:
    assert row(line) == (code, tint)
