"""Hits: dice at high and low values, and what they do to a unit."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.core.dice import at_least, mean
from rulesets.systems.forge_of_war.fire.shooting import Target, body_of
from rulesets.systems.forge_of_war.fire.shots import Shooters, WeaponsFired
from rulesets.systems.forge_of_war.hits import (
    Body,
    Losses,
    Policy,
    Pool,
    dice_to_roll,
    dice_words,
    die_chance,
    losses_by_hits,
    marker_limit,
    pool_hits,
    take,
)
from tests.rulesets.forge_of_war.rolls import brute, context, house
from tests.rulesets.forge_of_war.worked import (
    MILITIA,
    SQUAD,
    expected,
    fired,
    hits_of,
    same,
)


@pytest.mark.parametrize("value", range(1, 12))
def test_hits_of_three_dice(value: int) -> None:
    assert pool_hits(Pool(3, 1, value), "", context()) == brute(3, lambda roll: sum(die <= value for die in roll))


@pytest.mark.parametrize("value", range(0, -12, -1))
def test_hits_at_low_values_roll_each_one_again(value: int) -> None:
    """Four dice become a half, a third ...; each is followed by a second roll that counts only after a 1."""
    dice = -(-4 // (2 - value))

    def hits(roll: tuple[int, ...]) -> int:
        return sum(roll[i] == 1 and roll[i + dice] <= 10 + value for i in range(dice))

    assert pool_hits(Pool(4, 1, value), "", context()) == brute(2 * dice, hits)


def taken_one_by_one(body: Body, hits: int, chosen: int) -> Losses:
    """Hits taken one after the other, excess first, as at the table."""
    room, wounds, markers, wasted = body.remaining, 0, 0, 0
    seen = body.visible if body.wounds == 1 else max(0, body.visible * body.wounds - body.hurt)
    if hits <= body.visible:
        seen = body.visible
    for _ in range(max(0, hits - seen)):
        if markers < room:
            markers += 1
        else:
            wasted += 1
    for _ in range(min(hits, seen)):
        if markers < room and chosen > 0:
            markers, chosen = markers + 1, chosen - 1
        else:
            wounds += 1
    lost, hurt = 0, body.hurt
    for _ in range(wounds):
        if lost == body.figures:
            wasted += 1
            continue
        hurt += 1
        if hurt == body.wounds:
            lost, hurt = lost + 1, 0
    return Losses(lost, markers, wasted, hurt)


@given(st.data())
@settings(max_examples=300)
def test_hits_are_taken_as_one_by_one(data: st.DataObject) -> None:
    figures = data.draw(st.integers(1, 8))
    wounds = data.draw(st.integers(1, 3))
    body = Body(
        figures,
        data.draw(st.integers(0, figures)),
        data.draw(st.integers(0, 6)),
        data.draw(st.integers(1, 5)),
        wounds,
        data.draw(st.integers(0, wounds - 1)),
    )
    hits, chosen = data.draw(st.integers(0, 30)), data.draw(st.integers(0, 6))
    assert take(body, hits, chosen, house()) == taken_one_by_one(body, hits, chosen)


def test_chances_at_low_values_follow_the_printed_example() -> None:
    assert [die_chance(value, house()) for value in (0, -1, -4, -10)] == [
        Fraction(1, 10),
        Fraction(9, 100),
        Fraction(6, 100),
        Fraction(0),
    ]


def test_w23() -> None:
    found = {}
    for value in (1, 0, -1, -2, -4, -9, -10):
        dice, chance = dice_to_roll((Pool(12, 1, value),), house())[0], die_chance(value, house())
        found[f"m={value}"] = f"dice={dice} p={chance} mean={dice * chance}"
    assert found == expected("W23")


def losses(markers: int, cap: int, visible: int, hits: int, policy: Policy, **chosen: str) -> tuple[int, int, int]:
    lost = take(Body(20, visible, markers, cap), hits, marker_limit(policy, 0), house(**chosen))
    return lost.figures, lost.markers, lost.wasted


def test_w25() -> None:
    first, figures = Policy.MARKERS, Policy.FIGURES
    assert {
        "professional, 1 marker, 10 visible, 5 hits, prefers markers": str(losses(1, 3, 10, 5, first)),
        "the same, prefers figures": str(losses(1, 3, 10, 5, figures)),
        "professional, 0 markers, 5 visible, 8 hits": str(losses(0, 3, 5, 8, figures)),
        "professional, 0 markers, 5 visible, 10 hits": str(losses(0, 3, 5, 10, figures)),
        "horde, 0 markers, 5 visible, 8 hits": str(losses(0, 1, 5, 8, figures)),
    } == expected("W25")


def test_w26() -> None:
    hits = hits_of(fired(Shooters(sv=7, volleys=SQUAD), MILITIA, 10))
    results = losses_by_hits(hits, body_of(MILITIA), marker_limit(Policy.MARKERS, 0), house())
    lost = results.map(lambda each: each.figures)
    wanted = expected("W26")
    same(lost, wanted["figures lost"])
    assert str(mean(lost)) == wanted["mean figures lost"]
    assert str(at_least(lost, 5)) == wanted["P(unit reduced to half or less: 5+ lost)"]
    assert str(lost.chance(10)) == wanted["P(wiped out)"]


def test_w53() -> None:
    target = Target(markers=1)
    volley = fired(Shooters(volleys=(WeaponsFired("flame_thrower", 1, in_area=5),)), target, 10)
    (result,) = losses_by_hits(hits_of(volley), body_of(target), marker_limit(Policy.MARKERS, 0), house()).outcomes()
    assert {"(figures lost, markers gained, wasted)": str(tuple(result[:3]))} == expected("W53")


def rounded_together(pools: list[Pool], group: str) -> int:
    """All dice at values of 0 or less, added up weapon by weapon, value by value, or in one sum, then rounded up."""
    quotas: dict[object, Fraction] = {}
    for place, pool in enumerate(pools):
        key = {"weapon": place, "value": pool.value, "unit": None}[group]
        quotas[key] = quotas.get(key, Fraction(0)) + Fraction(pool.dice, 2 - pool.value)
    return sum(-(-quota.numerator // quota.denominator) for quota in quotas.values())


@given(
    pools=st.lists(st.builds(Pool, st.integers(1, 4), st.integers(1, 3), st.integers(-4, 0)), min_size=1, max_size=4),
    group=st.sampled_from(["weapon", "value", "unit"]),
)
def test_dice_of_several_weapons_are_rounded_where_the_table_rounds(pools: list[Pool], group: str) -> None:
    rolled = dice_to_roll(pools, house(zero_pool_group=group))
    assert sum(rolled) == rounded_together(pools, group)
    whole = [dice - pool.dice // pool.divisor for dice, pool in zip(rolled, pools, strict=True)]
    assert set(whole) <= {0, 1}


@pytest.mark.parametrize(("group", "dice"), [("weapon", (1, 1, 1)), ("value", (1, 0, 1)), ("unit", (1, 0, 0))])
def test_weapons_with_one_die_are_rounded_together_too(group: str, dice: tuple[int, ...]) -> None:
    """Two single dice at -1 are two thirds of one, a single die at -2 a quarter; the best value rolls first."""
    assert dice_to_roll([Pool(1, 1, -1), Pool(1, 1, -1), Pool(1, 1, -2)], house(zero_pool_group=group)) == dice


def test_w54() -> None:
    pool = Pool(3, 3, -1)

    def dice(**chosen: str) -> int:
        return dice_to_roll((pool,), house(**chosen))[0]

    chance = die_chance(-1, house())
    assert {
        "divide the dice (default): ceil(9/3)": dice(),
        "divide the figures, then multiply: ceil(3/3)*3": dice(zero_pool_basis="figures"),
        "no divisor (switch)": dice(zero_pool_divisor="off"),
        "mean, default": str(dice() * chance),
        "mean, no divisor": str(dice(zero_pool_divisor="off") * chance),
    } == expected("W54")


def test_w55() -> None:
    pool = Pool(7, 2, -1)
    assert {
        "divide the dice (default): ceil(14/3)": dice_to_roll((pool,), house())[0],
        "divide the figures: ceil(7/3)*2": dice_to_roll((pool,), house(zero_pool_basis="figures"))[0],
    } == expected("W55")


def test_w56() -> None:
    assert {
        "excess first (default)": str(losses(0, 3, 5, 8, Policy.MARKERS)),
        "chosen first": str(losses(0, 3, 5, 8, Policy.MARKERS, excess_hits_order="chosen_first")),
    } == expected("W56")


def wounds_left(body: Body, hits: int) -> tuple[str, Body]:
    """The wounds of those who live, hurt ones first, and the body for the next hits."""
    lost = take(body, hits, marker_limit(Policy.FIGURES, 0), house())
    left = body.figures - lost.figures
    each = [body.wounds] * left
    if lost.hurt:
        each[0] -= lost.hurt
    return str(each), Body(left, left, 0, body.cap, body.wounds, lost.hurt)


def test_w57() -> None:
    fresh = Body(3, 3, 0, 3, 2)
    first, then = wounds_left(fresh, 3)
    assert {
        "3 hits": first,
        "then 1 more": wounds_left(then, 1)[0],
        "5 hits from fresh": wounds_left(fresh, 5)[0],
    } == expected("W57")


@pytest.mark.parametrize(
    ("pool", "chosen", "said"),
    [
        (Pool(10, 2, 7), {}, "roll 20d10 (2 for each of 10), and each 7 or less hits"),
        (Pool(1, 1, 7), {}, "roll a d10, which hits on 7 or less"),
        (Pool(1, 1, 12), {}, "roll a d10, which always hits"),
        (Pool(10, 1, -2), {}, "10 divided by 4 and rounded up, because the value is 2 below 0. "
         "Each 1 is re-rolled and hits on 8 or less"),
        (Pool(10, 2, -2), {"zero_pool_basis": "figures"}, "10 figures divided by 4 and rounded up, 2 dice for each, "
         "because the value is 2 below 0. Each 1 is re-rolled and hits on 8 or less"),
        (Pool(4, 1, -2), {"zero_pool_divisor": "off"}, "each 1 is re-rolled and hits on 8 or less"),
        (Pool(10, 1, -23), {}, "10 divided by 25 and rounded up, because the value is 23 below 0. "
         "It cannot hit, as a 1 is re-rolled and would need −13 or less"),
        (Pool(0, 1, 5), {}, "no dice to roll"),
    ],
)  # fmt: skip
def test_dice_give_their_reason(pool: Pool, chosen: dict[str, str], said: str) -> None:
    played = house(**chosen)
    (dice,) = dice_to_roll([pool], played)
    assert dice_words(pool, dice, die_chance(pool.value, played)) == said
