"""What a player sets, and what of it the Action Phase leaves open."""

from rulesets.core.declarations.fields import fields_of
from rulesets.systems.warstrike.units import (
    ModelContext,
    ModelRank,
    Models,
    UnitContext,
    WarUnit,
    Weapon,
    WeaponContext,
)

REMARK = "Not in the rules, Action Phase 0.5"


def test_undefined_parts_of_the_action_phase_say_so_once() -> None:
    for spec, context in ((WarUnit, UnitContext), (Models, ModelContext), (Weapon, WeaponContext)):
        (part,) = (field for field in fields_of(spec) if field.type is context)
        assert part.ask.label == REMARK
        assert not [field.name for field in fields_of(context) if REMARK in field.ask.help]
        assert not [field.name for field in fields_of(spec) if REMARK in field.ask.help]


def test_officers_are_counted_by_their_models() -> None:
    rows = (Models("Captain", 1, rank=ModelRank.OFFICER), Models("Hero", 2, rank=ModelRank.HERO), Models("Trooper", 5))
    assert WarUnit(models=rows).officers == 1
    assert WarUnit(models=(*rows, Models("Twins", 2, rank=ModelRank.OFFICER))).officers == 3
