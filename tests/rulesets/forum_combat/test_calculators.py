"""Every calculator answers its empty form and every corner of what it may be asked."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesets.core.asks import Field, Kind, fields_of
from rulesets.core.calculators import Answer, Calculator, Chart, QuestionError, Side
from rulesets.core.codec import decode, encode
from rulesets.core.force import Unit
from rulesets.core.houserules import House
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.exchange import Exchange, Returning
from rulesets.systems.forum_combat.firing_into_melee import FiringIntoMelee
from rulesets.systems.forum_combat.melee import Fighting, Melee, fighting_rows
from rulesets.systems.forum_combat.morale import Aftermath, Morale
from rulesets.systems.forum_combat.movement import Charging, Disengaging, Moving
from rulesets.systems.forum_combat.muster import enemies, players
from rulesets.systems.forum_combat.questions import Attack, Firing, Standing
from rulesets.systems.forum_combat.shooting import Shooting
from rulesets.systems.forum_combat.squads import Armed, Member, Profile, Troop, UnitKind, Weapon
from rulesets.systems.forum_combat.weapon_comparison import Comparison

CALCULATORS = {calculator.slug: calculator for calculator in RULESET.calculators}
LARGEST: dict[str, int] = {"count": 6, "attacks": 3, "hp": 4, "rounds": 3, "squads": 3}
"""Amounts that make a question long rather than different are kept small."""


def ask(slug: str, question: Any, **readings: str) -> Answer:
    house = House(RULESET.rulings, [(f"fc.{switch}", key) for switch, key in readings.items()])
    return CALCULATORS[slug].ask(question, RULESET.catalogue, house)


def means(answer: Answer) -> dict[str, Fraction | None]:
    return {chart.title: chart.mean for chart in answer.charts}


def test_the_six_subjects_are_there() -> None:
    assert list(CALCULATORS) == [
        "shooting", "firing-into-melee", "melee", "exchange", "movement", "disengage", "charge", "morale",
        "aftermath", "weapons",
    ]  # fmt: skip


@pytest.mark.parametrize("slug", CALCULATORS)
def test_an_empty_form_has_an_answer(slug: str) -> None:
    answer = ask(slug, CALCULATORS[slug].question())
    assert answer.headline
    assert answer.steps
    assert all(step.label and step.value and step.rule.startswith("FC-") for step in answer.steps)


def value(field: Field) -> st.SearchStrategy[Any]:
    if field.optional:
        return st.none() | value(replace(field, optional=False))
    if field.kind is Kind.INT:
        least, most = field.ask.min or 0, field.ask.max or 0
        return st.integers(least, max(least, min(most, LARGEST.get(field.name, most))))
    if field.kind is Kind.BOOL:
        return st.booleans()
    if field.kind is Kind.TEXT:
        return st.text("abc", max_size=5)
    if field.kind is Kind.CHOICE:
        return st.sampled_from(field.choices)
    if field.kind is Kind.PART:
        return spec(field.type)
    assert field.kind is Kind.REPEAT
    return st.lists(spec(field.type), min_size=field.ask.min or 0, max_size=2).map(tuple)


def spec(declaration: type[Any]) -> st.SearchStrategy[Any]:
    return st.builds(declaration, **{field.name: value(field) for field in fields_of(declaration)})


READINGS = st.fixed_dictionaries(
    {},
    optional={
        ruling.switch.removeprefix("fc."): st.sampled_from([reading.key for reading in ruling.readings])
        for ruling in RULESET.rulings
        if ruling.switch
    },
)


@pytest.mark.parametrize("slug", CALCULATORS)
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_every_question_has_an_answer_or_a_clear_refusal(slug: str, data: st.DataObject) -> None:
    question = data.draw(spec(CALCULATORS[slug].question))
    assert decode(CALCULATORS[slug].question, encode(question)) == question
    said, charts = answered(slug, question, data.draw(READINGS))
    assert said
    for chart in charts:
        assert sum((outcome.chance for outcome in chart.outcomes), Fraction(0)) == 1


def answered(slug: str, question: Any, readings: dict[str, str]) -> tuple[str, tuple[Chart, ...]]:
    """The headline and charts, or the sentence of a refusal; anything else that is raised is a defect."""
    try:
        answer = ask(slug, question, **readings)
    except QuestionError as error:
        return error.message, ()
    return answer.headline, answer.charts


FORTY = (Fighting(Standing(count=40, hp=3)),)
REFUSED: list[tuple[str, Any, str]] = [
    ("shooting", Shooting(start=5), "start"),
    ("shooting", Shooting(firing=(Firing(count=80, attacks=60),)), "firing"),
    ("shooting", Shooting(target=(Standing(hp=2, hurt=2),)), "target[0].hurt"),
    ("shooting", Shooting(target=(Standing(count=80), Standing(count=1))), "target"),
    ("melee", Melee(theirs=(Fighting(Standing(hp=3, hurt=3)),)), "theirs[0].unit.hurt"),
    ("melee", Melee(own=(Fighting(Standing(count=80), Attack(60)),)), "own[0].blows.attacks"),
    ("melee", Melee(own=FORTY, theirs=FORTY), "rounds"),
    ("exchange", Exchange(theirs=(Returning(Standing(hurt=1)),)), "theirs[0].unit.hurt"),
    ("disengage", Disengaging(engaged=7, standing=6), "engaged"),
    ("morale", Morale(standing=11), "standing"),
    ("morale", Morale(hp_start=3, hp_left=4), "hp_left"),
    ("weapons", Comparison(targets=(Standing(hp=1, hurt=1),)), "targets[0].hurt"),
]


@pytest.mark.parametrize(("slug", "question", "field"), REFUSED)
def test_a_question_without_sense_names_its_field(slug: str, question: Any, field: str) -> None:
    with pytest.raises(QuestionError) as refused:
        ask(slug, question)
    assert refused.value.field == field


HEADLINES: list[tuple[str, Any, str]] = [
    ("shooting", Shooting(), "2.2 of 10 out of action on average; 1 % to fall below half strength"),
    ("shooting", Shooting(distance=37), "Out of range: nobody fires"),
    (
        "shooting",
        Shooting(distance=30, range_bonus=20),
        "2.2 of 10 out of action on average; 1 % to fall below half strength",
    ),
    ("movement", Moving(mov=6, downed=2), "7 tiles"),
    ("movement", Moving(mov=0, shot=True), "0 tiles"),
    ("disengage", Disengaging(), "2.0 of 4 downed on average; 6 % for nobody"),
    ("charge", Charging(across=8, down=0), "58 % to charge home over 7 tiles"),
    ("charge", Charging(across=8, down=0, disengages=True), "38 % to charge home over 7 tiles"),
    ("charge", Charging(across=14, down=0), "0 % to charge home over 13 tiles"),
    ("morale", Morale(ld=8, hero_ld=6, abandoned=1), "58 % to hold, 42 % to break"),
    ("morale", Morale(standing=5), "No check: not below half strength"),
    ("morale", Morale(standing=0), "Nobody is left to roll"),
    ("aftermath", Aftermath(), "1.7 of 5 die on average; 13 % that all live"),
]


@pytest.mark.parametrize(("slug", "question", "headline"), HEADLINES)
def test_headlines(slug: str, question: Any, headline: str) -> None:
    assert ask(slug, question).headline == headline


def test_modifiers_beyond_the_limit_are_noted() -> None:
    answer = ask("shooting", Shooting(broken=True, cover=2))
    assert answer.notes == ("Modifiers of -4 together count as -2.",)
    assert answer.steps[0].value == "6+"
    assert answer.steps[0].reason == "ACC 4+, -2 broken, -2 cover; 17 % of 10"


def test_a_hard_hit_is_noted() -> None:
    answer = ask("shooting", Shooting(firing=(Firing(damage=2),)))
    assert answer.notes == ("One unsaved wound with DMG 2 kills an unhurt Unit outright.",)


def test_the_losses_of_friends_and_enemies_go_together() -> None:
    answer = ask("firing-into-melee", FiringIntoMelee(enemies=(Standing(count=1),), friends=(Standing(count=1),)))
    assert [row[0].text for row in answer.tables[0].rows] == ["0", "1"]
    assert [column.heading for column in answer.tables[0].columns] == ["Enemies out", "0", "1"]
    assert answer.tables[0].note == "In per cent. Across: friends out of action."


def test_a_table_of_both_sides_losses_is_higher_than_wide_and_puts_unlikely_ends_together() -> None:
    table = ask("melee", Melee()).tables[1]
    assert [column.heading for column in table.columns] == ["Theirs lost", *map(str, range(9))]
    assert [row[0].text for row in table.rows] == ["≤ 2", *map(str, range(3, 13))]
    assert table.note == "In per cent. Across: own lost."


SIX = Standing(count=6)


def test_the_last_squad_hears_that_its_fire_is_likely_wasted() -> None:
    six = Exchange(firing=(Firing(count=6),), squads=3, theirs=(Returning(SIX),), own=(SIX,))
    answer = ask("exchange", six)
    assert [row[1].text for row in answer.tables[0].rows] == ["0 %", "< 0.1 %", "3.2 %"]
    assert answer.notes == ("The last of 3 squads wastes its fire with 3.2 %.",)


def test_weapons_are_compared_with_every_target() -> None:
    answer = ask("weapons", Comparison())
    assert [len(table.rows) for table in answer.tables] == [2, 2]
    assert [len(table.columns) for table in answer.tables] == [5, 5]
    assert len(answer.charts) == 2


def sides() -> list[Side]:
    return [Side(force, group, group.units[0]) for force in (players(), enemies()) for group in force.groups]


@pytest.mark.parametrize("slug", [slug for slug, calculator in CALCULATORS.items() if calculator.prefill])
@pytest.mark.parametrize("opposed", [False, True])
def test_squads_fill_questions_in(slug: str, opposed: bool) -> None:
    calculator: Calculator[Any] = CALCULATORS[slug]
    fill: Callable[[Side, Side | None], dict[str, Any]] = calculator.prefill or (lambda own, opposing: {})
    for own in sides():
        for opposing in sides() if opposed else [None]:
            question = decode(calculator.question, fill(own, opposing))
            assert ask(slug, question).headline


def test_a_squad_fires_what_it_has() -> None:
    alpha, bravo, _, _, _, brutes = sides()
    fill = CALCULATORS["shooting"].prefill
    assert fill is not None
    filled = fill(alpha, brutes)
    assert [(row["name"], row["count"]) for row in filled["firing"]] == [
        ("Bolt-Action Rifle", 8), ("Heavy Machine Gun", 1), ("Sidearm", 1),
    ]  # fmt: skip
    assert [(row["name"], row["count"], row["hp"]) for row in filled["target"]] == [("Brute", 3, 4)]
    assert [(row["name"], row["count"]) for row in fill(bravo, None)["firing"]] == [
        ("Submachine Gun", 8), ("Grenades", 8), ("Sidearm", 1),
    ]  # fmt: skip


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


IDLE = (Fighting(Standing(count=5), Attack(0)),)


def test_second_blows_count() -> None:
    once = Melee(
        own=(Fighting(Standing(count=2), Attack(1)),), theirs=(Fighting(Standing(count=5), Attack(0)),), rounds=1
    )
    twice = replace(once, own=(Fighting(Standing(count=2), Attack(1), second=Attack(1)),))
    single, double = means(ask("melee", once)), means(ask("melee", twice))
    assert double["Their losses after 1 round"] == 2 * (single["Their losses after 1 round"] or 0)


def test_a_second_weapon_at_close_quarters_counts_and_is_filled_in() -> None:
    once = Melee(own=(Fighting(Standing(count=2), Attack(0), Attack(1)),), theirs=IDLE, rounds=1)
    twice = replace(once, own=(Fighting(Standing(count=2), Attack(0), Attack(1), second_fire=Attack(1)),))
    single, double = means(ask("melee", once)), means(ask("melee", twice))
    assert double["Their losses after 1 round"] == 2 * (single["Their losses after 1 round"] or 0)
    close = ("CloseQuarters",)
    guns = (Weapon(atk=1, tags=close), Weapon(atk=2, tags=close), Weapon(atk=5, tags=("Extra Attacks", *close)))
    arms = tuple(Armed(str(weapon.atk), str(weapon.atk), weapon) for weapon in guns)
    armed = Member(Unit("u1", Troop("car", 2)), "Car", Profile(UnitKind.VEHICLE), arms)
    for reading, fired in (("on", (1, 2)), ("off", (1, 5))):
        row = fighting_rows((armed,), House(RULESET.rulings, [("fc.vehicle_all", reading)]))[0]
        assert (row["close_quarters"]["attacks"], row["second_fire"]["attacks"]) == fired


def test_equal_saves_of_several_kinds_of_unit_are_told_once() -> None:
    target = (Standing("Raider", 3, sav=4), Standing("Sergeant", 1, sav=4, hp=3), Standing("Brute", 1, sav=5))
    answer = ask("shooting", Shooting((Firing(),), target=target))
    saves = [(step.value, step.reason.partition(";")[0]) for step in answer.steps if step.rule == "FC-SAVE-2"]
    assert saves == [("4+", "SAV 4+, AP 0"), ("5+", "SAV 5+, AP 0")]
