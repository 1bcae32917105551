"""The switches of the register: where each changes an answer it is named, where it does not it is not."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.calculators import Answer, QuestionError
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.calculators.aftermath import Aftermath
from rulesets.systems.forum_combat.calculators.charge import Charge
from rulesets.systems.forum_combat.calculators.disengage import Disengage
from rulesets.systems.forum_combat.calculators.firing_into_melee import FiringIntoMelee
from rulesets.systems.forum_combat.calculators.melee import Melee, MeleeUnits
from rulesets.systems.forum_combat.calculators.morale import Morale
from rulesets.systems.forum_combat.calculators.movement import Move
from rulesets.systems.forum_combat.calculators.shooting import Shooting, below_half
from rulesets.systems.forum_combat.calculators.squad_fields import Attack, FiringUnits, StandingUnits
from rulesets.systems.forum_combat.volleys import Lot, VolleyTarget, volley
from rulesets.systems.forum_combat.wound_allocation import WoundTarget

ONE = (StandingUnits(count=1),)
GUNS = (MeleeUnits(StandingUnits(count=2), close_quarters=Attack(1)),)
PAIR = (MeleeUnits(StandingUnits(count=2)),)
TEAM = (StandingUnits(count=1, hp=2, crew=2),)
MATTERS: list[tuple[str, str, str, Any]] = [
    ("nat1_fails", "on", "shooting", Shooting(firing=(FiringUnits(acc=2),), bonus=1, target=ONE)),
    ("save_nat1", "on", "shooting", Shooting(target=(StandingUnits(count=1, sav=2),), save_bonus=1)),
    ("save_nat6", "on", "shooting", Shooting(firing=(FiringUnits(ap=3),), target=ONE)),
    ("alloc", "spread", "shooting", Shooting(target=(StandingUnits(hp=2),))),
    ("alloc", "random", "shooting", Shooting(target=(StandingUnits(hp=3),))),
    ("alloc", "random_all", "shooting", Shooting()),
    ("overflow", "downed", "shooting", Shooting(target=(StandingUnits(count=2),))),
    ("hwt_units", "two", "shooting", Shooting(target=TEAM)),
    ("mixed_t", "highest", "shooting", Shooting(target=(StandingUnits(count=5), StandingUnits(count=2, t=6)))),
    ("mixed_t", "lowest", "shooting", Shooting(target=(StandingUnits(count=2), StandingUnits(count=5, t=6)))),
    ("ffi_carry", "all", "firing-into-melee", FiringIntoMelee(enemies=ONE, friends=ONE, enemies_cover=1)),
    ("ffi_carry", "none", "firing-into-melee", FiringIntoMelee(enemies=ONE, friends=ONE, broken=True)),
    ("cq_then_melee", "strike", "melee", Melee(own=GUNS, theirs=PAIR, rounds=1)),
    ("close_quarters_reach", "on", "melee", Melee(own=GUNS, theirs=PAIR, own_engaged=False, rounds=1)),
    ("mov_order", "bonus", "movement", Move(broken=True)),
    ("min_base", "printed", "movement", Move(downed=9)),
    ("dis_downed", "left", "disengage", Disengage()),
    ("charge_measure", "adjacent", "charge", Charge(across=5, down=0, eng=2)),
    ("charge_measure", "plain", "charge", Charge(across=5, down=0)),
    ("oppose_each", "once", "charge", Charge(disengages=True, opposed_before=True)),
    ("oppose_needs_engaged", "on", "charge", Charge(disengages=True, was_engaged=False)),
    ("strength", "hp", "morale", Morale(start=4, standing=2, hp_start=12, hp_left=5)),
    ("strength", "living", "morale", Morale(start=10, standing=4, downed=2)),
    ("strength", "hp", "shooting", Shooting(firing=(FiringUnits(count=4),), target=(StandingUnits(count=2, hp=2),))),
    ("strength", "living", "shooting", Shooting()),
    ("single_unit_half", "hp", "shooting", Shooting(target=(StandingUnits(count=1, hp=6),))),
    ("single_unit_half", "hp", "morale", Morale(start=1, standing=1, hp_start=6, hp_left=2)),
    ("win_saves_downed", "on", "aftermath", Aftermath(won=True)),
]
IDLE: list[tuple[str, str, Any]] = [
    ("nat1_fails", "shooting", Shooting(firing=(FiringUnits(acc=2),), target=ONE)),
    ("save_nat1", "shooting", Shooting(target=(StandingUnits(count=1, sav=2),))),
    ("save_nat6", "shooting", Shooting(firing=(FiringUnits(ap=1),), target=ONE)),
    ("alloc", "shooting", Shooting(target=ONE)),
    ("alloc", "shooting", Shooting(firing=(FiringUnits(count=1),))),
    ("overflow", "shooting", Shooting()),
    ("overflow", "shooting", Shooting(firing=(FiringUnits(damage=2),), target=(StandingUnits(count=2),))),
    ("hwt_units", "shooting", Shooting()),
    ("mixed_t", "shooting", Shooting(target=(StandingUnits(count=5), StandingUnits(count=2, t=3)))),
    (
        "mixed_t",
        "shooting",
        Shooting(firing=(FiringUnits(strength=10),), target=(StandingUnits(t=4), StandingUnits(t=5))),
    ),
    ("ffi_carry", "firing-into-melee", FiringIntoMelee(enemies=ONE, friends=ONE)),
    ("cq_then_melee", "melee", Melee(own=PAIR, theirs=PAIR, rounds=1)),
    ("close_quarters_reach", "melee", Melee(own=GUNS, theirs=PAIR, theirs_engaged=False, rounds=1)),
    ("mov_order", "movement", Move(shot=True)),
    ("min_base", "movement", Move(mov=1)),
    ("dis_downed", "disengage", Disengage(engaged=0)),
    ("charge_measure", "charge", Charge(across=0, down=0)),
    ("oppose_each", "charge", Charge(disengages=True)),
    ("oppose_needs_engaged", "charge", Charge(disengages=True)),
    ("strength", "morale", Morale(start=10, standing=4)),
    ("strength", "shooting", Shooting(firing=(FiringUnits(count=1),))),
    ("single_unit_half", "shooting", Shooting()),
    ("single_unit_half", "morale", Morale()),
    ("win_saves_downed", "aftermath", Aftermath()),
]


def ask(slug: str, question: Any, *readings: tuple[str, str]) -> Answer:
    return RULESET.calculator(slug).ask(question, RULESET.catalogue, HouseRules(RULESET.rulings, readings))


def said(answer: Answer) -> object:
    return answer.headline, answer.charts, answer.tables


@pytest.mark.parametrize(("switch", "reading", "slug", "question"), MATTERS)
def test_where_a_switch_matters_it_changes_the_answer_and_is_named(
    switch: str, reading: str, slug: str, question: Any
) -> None:
    default, other = ask(slug, question), ask(slug, question, (f"fc.{switch}", reading))
    assert said(default) != said(other)
    assert f"fc.{switch}" in {played.ruling.switch for played in default.rulings}
    assert (f"fc.{switch}", reading) in {(played.ruling.switch, played.key) for played in other.rulings}


@pytest.mark.parametrize(("switch", "slug", "question"), IDLE)
def test_where_a_switch_does_not_matter_it_is_not_named(switch: str, slug: str, question: Any) -> None:
    default = ask(slug, question)
    assert f"fc.{switch}" not in {played.ruling.switch for played in default.rulings}
    ruling = next(ruling for ruling in RULESET.rulings if ruling.switch == f"fc.{switch}")
    for reading in ruling.readings:
        assert said(ask(slug, question, (ruling.switch, reading.key))) == said(default)


@pytest.mark.parametrize(
    ("reading", "target", "chance"),
    [
        ("standing", StandingUnits(count=3), Fraction(92, 729)),
        ("hp", StandingUnits(count=3), Fraction(92, 729)),
        ("living", StandingUnits(count=3), Fraction(8, 729)),
        ("standing", StandingUnits(count=2, hp=2), Fraction(16, 6561)),
        ("hp", StandingUnits(count=2, hp=2), Fraction(240, 6561)),
    ],
)
def test_a_volley_brings_below_half_what_counts_as_strength(
    reading: str, target: StandingUnits, chance: Fraction
) -> None:
    """Each rifle shot takes an HP in two cases of nine."""
    house = HouseRules(RULESET.rulings, [("fc.strength", reading)])
    hit = VolleyTarget((WoundTarget(3, 5, target.hp),), ((0, target.hp),) * target.count)
    shots = 3 if target.hp == 1 else 4
    assert below_half(volley((Lot(shots, 4, 4, 0, 1),), hit, house), target.count, house) == chance


@pytest.mark.parametrize(
    ("question", "readings", "rolls"),
    [
        (Shooting(firing=(FiringUnits(ap=3),), target=ONE), {}, ["4+", "3+", "no save"]),
        (Shooting(firing=(FiringUnits(ap=3),), target=ONE), {"save_nat6": "on"}, ["4+", "3+", "natural 6"]),
        (Shooting(firing=(FiringUnits(acc=6),), bonus=-1, target=ONE), {}, ["natural 6", "3+", "5+"]),
        (Shooting(firing=(FiringUnits(acc=2),), bonus=2, target=ONE), {}, ["1+", "3+", "5+"]),
        (Shooting(firing=(FiringUnits(acc=2),), bonus=2, target=ONE), {"nat1_fails": "on"}, ["2+", "3+", "5+"]),
        (Shooting(target=(StandingUnits(count=1, sav=2),), save_bonus=1), {"save_nat1": "on"}, ["4+", "3+", "2+"]),
    ],
)
def test_the_working_names_the_rolls_that_do(question: Shooting, readings: dict[str, str], rolls: list[str]) -> None:
    answer = ask("shooting", question, *((f"fc.{switch}", key) for switch, key in readings.items()))
    names = ("to hit", "to wound", "target’s save")
    assert [step.value for step in answer.steps if step.label.endswith(names)] == rolls


@pytest.mark.parametrize(
    ("engaged", "readings", "note"),
    [
        (4, {}, "It may oppose each charge for the rest of the phase."),
        (4, {"oppose_each": "once"}, "It may oppose the first charge for the rest of the phase."),
        (0, {}, "It may oppose each charge for the rest of the phase."),
        (0, {"oppose_needs_engaged": "on"}, "It may not oppose a charge, as nobody is engaged."),
    ],
)
def test_who_breaks_away_is_told_what_it_may_oppose(engaged: int, readings: dict[str, str], note: str) -> None:
    chosen = ((f"fc.{switch}", key) for switch, key in readings.items())
    assert ask("disengage", Disengage(engaged=engaged), *chosen).notes == (note,)


def test_a_melee_needs_a_squad_that_is_engaged() -> None:
    with pytest.raises(QuestionError, match=r"no melee\. Mark one"):
        ask("melee", Melee(own_engaged=False, theirs_engaged=False))


def test_the_register_is_complete() -> None:
    ids = [f"FC-A{number:02d}" for number in range(1, 61)]
    more = [
        "FC-A11b",
        "FC-A13b",
        "FC-A15b",
        "FC-A17b",
        "FC-A19b",
        "FC-A29b",
        "FC-A33b",
        "FC-A33c",
        "FC-A34b",
        "FC-A37b",
    ]
    assert {ruling.id for ruling in RULESET.rulings} == {*ids, *more, "FC-A38b"}
    assert sum(bool(ruling.switch) for ruling in RULESET.rulings) == 35


def test_every_ruling_is_short_and_in_words() -> None:
    for ruling in RULESET.rulings:
        assert ruling.question.endswith("?")
        assert ruling.reason.endswith(".")
        assert len(ruling.question) < 90
        assert all(len(reading.text) < 110 for reading in ruling.readings)
