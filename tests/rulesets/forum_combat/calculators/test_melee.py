"""A melee: what is filled in from squads, and what is said."""

from dataclasses import replace
from typing import Any

import pytest

from rulesets.core.calculators import QuestionError
from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.force import Unit
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.calculators.melee import Melee, MeleeUnits, weapons_of
from rulesets.systems.forum_combat.calculators.squad_fields import Attack, StandingUnits
from rulesets.systems.forum_combat.units import Armed, Member, Profile, Troop, UnitKind, Weapon
from rulesets.systems.forum_combat.volleys import VolleyTarget
from rulesets.systems.forum_combat.wound_allocation import WoundTarget
from tests.rulesets.forum_combat.calculators.questions import CALCULATORS, ask, means, sides

RAIDERS = VolleyTarget((WoundTarget(3, 6, 1),), ((0, 1), (0, 1)))
IDLE = (MeleeUnits(StandingUnits(count=5), Attack(0)),)


def test_a_table_of_losses_puts_unlikely_ends_together() -> None:
    table = ask("melee", Melee()).tables[1]
    assert [column.heading for column in table.columns] == ["Their losses", *map(str, range(9))]
    assert [row[0].text for row in table.rows] == ["≤ 2", *map(str, range(3, 13))]
    assert table.note == "The numbers are percentages. Across: your losses."


def test_a_squad_strikes_with_what_it_has() -> None:
    alpha, _, _, _, _, brutes = sides()
    fill = CALCULATORS["melee"].prefill
    assert fill is not None
    filled = fill(alpha, brutes)
    own = decode(Melee, filled).own
    assert [(row.unit.name, row.blows.attacks, row.close_quarters.attacks) for row in own] == [
        ("Rifleman", 1, 1), ("Heavy Weapon Team", 1, 0), ("Lt. Vey", 3, 1),
    ]  # fmt: skip
    assert [(row["blows"]["strength"], row["second"]["strength"]) for row in filled["theirs"]] == [(6, 5)]


def test_second_blows_count() -> None:
    once = Melee(
        own=(MeleeUnits(StandingUnits(count=2), Attack(1)),),
        theirs=(MeleeUnits(StandingUnits(count=5), Attack(0)),),
        rounds=1,
    )
    twice = replace(once, own=(MeleeUnits(StandingUnits(count=2), Attack(1), second=Attack(1)),))
    single, double = means(ask("melee", once)), means(ask("melee", twice))
    assert double["Their losses after 1 round"] == 2 * (single["Their losses after 1 round"] or 0)


def test_a_second_weapon_at_close_quarters_counts_and_is_filled_in() -> None:
    once = Melee(own=(MeleeUnits(StandingUnits(count=2), Attack(0), Attack(1)),), theirs=IDLE, rounds=1)
    twice = replace(once, own=(MeleeUnits(StandingUnits(count=2), Attack(0), Attack(1), second_fire=Attack(1)),))
    single, double = means(ask("melee", once)), means(ask("melee", twice))
    assert double["Their losses after 1 round"] == 2 * (single["Their losses after 1 round"] or 0)
    close = ("CloseQuarters",)
    guns = (Weapon(atk=1, tags=close), Weapon(atk=2, tags=close), Weapon(atk=5, tags=("Extra Attacks", *close)))
    arms = tuple(Armed(str(weapon.atk), str(weapon.atk), weapon) for weapon in guns)
    armed = Member(Unit("u1", Troop("car", 2)), "Car", Profile(UnitKind.VEHICLE), arms)
    for reading, fired in (("on", (1, 2)), ("off", (2, 5))):
        row = weapons_of(armed, RAIDERS, 0, HouseRules(RULESET.rulings, [("fc.vehicle_all", reading)]))
        assert (row["close_quarters"]["attacks"], row["second_fire"]["attacks"]) == fired


FORTY = (MeleeUnits(StandingUnits(count=40, hp=3)),)


@pytest.mark.parametrize(
    ("slug", "question", "field"),
    [
        ("melee", Melee(theirs=(MeleeUnits(StandingUnits(hp=3, hurt=3)),)), "theirs[0].unit.hurt"),
        ("melee", Melee(own=(MeleeUnits(StandingUnits(count=80), Attack(60)),)), "own[0].blows.attacks"),
        ("melee", Melee(own=FORTY, theirs=FORTY), "rounds"),
    ],
)
def test_a_question_without_sense_names_its_field(slug: str, question: Any, field: str) -> None:
    with pytest.raises(QuestionError) as refused:
        ask(slug, question)
    assert refused.value.field == field
