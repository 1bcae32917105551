"""Each entry of the catalogue makes a legal stand, and tells its facts."""

from rulesets.core.forces.force import Force, Group, Unit
from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.units import Army, ArmyForce, BattleGroup, Stand


def force_of(*stands: Stand, army: Army | None = None) -> ArmyForce:
    """An army of one battle group with these stands."""
    units = tuple(Unit("", stand) for stand in stands)
    return Force("mbt2020", "Test", army or Army(), (Group("", "One", BattleGroup(), units),)).with_ids()


def test_every_entry_makes_a_legal_stand_and_a_card():
    for kind in RULESET.kinds:
        for entry in RULESET.catalogue.of_kind(kind.slug):
            assert all(heading and text for heading, text in kind.facts(entry.spec))
            if kind.enlist is None:
                continue
            army = Army(optional_sub_classes=True)
            force = force_of(kind.enlist(entry), army=army)
            context, group = RULESET.context(force), force.groups[0]
            assert RULESET.check_unit(context, group, group.units[0]) == (), entry.key
            card = RULESET.card(group.units[0], group, context)
            row = RULESET.row(group.units[0], group, context)
            assert card.title == row.title
            assert (card.symbol is None) == (row.symbol is None) == bool(getattr(entry.spec, "optional", False))
