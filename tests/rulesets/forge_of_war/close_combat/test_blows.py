"""One round of close combat: who strikes whom at which value."""

from rulesets.core.dice import mean
from rulesets.systems.forge_of_war.calculators.close_combat import CloseCombat, play_round
from rulesets.systems.forge_of_war.close_combat.blows import Charge, Fighters, after, body_of, marker_limit_of, strike
from rulesets.systems.forge_of_war.hits import (
    Losses,
    Policy,
    take,
)
from rulesets.systems.forge_of_war.tables import (
    Cover,
    Training,
)
from tests.rulesets.forge_of_war.rolls import brute, context, house
from tests.rulesets.forge_of_war.worked import (
    chances,
    expected,
    same,
)


def test_first_strikes_roll_by_roll() -> None:
    """Two defenders strike two attackers, who answer with those left and the markers they took."""
    attackers = Fighters(fv=7, figures=2, av=1, policy=Policy.SPLIT, split=1)
    defenders = Fighters(fv=6, figures=2, av=2, policy=Policy.FIGURES)
    done = play_round(CloseCombat(attackers, defenders, Charge(cover=Cover.SOFT)), context())
    lost = [take(body_of(attackers, house()), struck, marker_limit_of(attackers), house()) for struck in range(3)]

    def hits(roll: tuple[int, ...]) -> tuple[int, int]:
        struck = sum(die <= 5 for die in roll[:2])
        value = 7 - 2 - lost[struck].markers
        return struck, sum(die <= value for die in roll[2 : 4 - lost[struck].figures])

    both = brute(4, hits)
    assert done.first
    assert done.on_attackers == both.map(lambda pair: pair[0])
    assert done.on_defenders == both.map(lambda pair: pair[1])


def test_casualties_of_first_strikes_were_in_contact() -> None:
    side = Fighters(figures=10, contact=4)
    left = after(side, Losses(3, 1, 0))
    assert (left.figures, left.contact, left.markers) == (7, 1, 1)


MARINES = Fighters(fv=8, figures=10, av=4, training=Training.VETERAN)


CULTISTS = Fighters(fv=5, figures=20, av=1, training=Training.VETERAN, policy=Policy.FIGURES)


LEFT = Fighters(fv=5, figures=13, av=1, training=Training.VETERAN)


BARRICADE = Charge(cover=Cover.HARD)


def test_w29() -> None:
    marines = strike(MARINES, CULTISTS, BARRICADE, True, False, house())
    cultists = strike(LEFT, MARINES, BARRICADE, True, True, house(charge_bonus="1"))
    assert {
        "marines' value": marines.value,
        "P(exactly 7 hits)": str(marines.hits.chance(7)),
        "cultists' value": cultists.value,
        "dice": cultists.dice,
        "re-roll target": 10 + cultists.value,
        "p per die": str(cultists.chance),
        "P(no hit)": str(cultists.hits.chance(0)),
        "P(exactly 1 hit)": str(cultists.hits.chance(1)),
    } == expected("W29")


def test_w30() -> None:
    plain = strike(LEFT, MARINES, BARRICADE, True, True, house())
    charging = strike(LEFT, MARINES, BARRICADE, True, True, house(charge_bonus="1"))
    assert {
        "marines": strike(MARINES, LEFT, BARRICADE, True, False, house()).value,
        "cultists, default": plain.value,
        "dice, default (13 left)": plain.dice,
        "p, default": str(plain.chance),
        "cultists, charge bonus +1": charging.value,
        "dice, charge bonus": charging.dice,
        "p, charge bonus": str(charging.chance),
    } == expected("W30")


def test_w31() -> None:
    done = play_round(CloseCombat(CULTISTS, MARINES, BARRICADE), context())
    wanted = expected("W31")
    lost = done.attackers.map(lambda each: each.figures)
    same(lost, wanted["cultists lost"])
    same(done.on_defenders, wanted["hits on the marines"])
    assert str(mean(lost)) == wanted["mean lost"]
    assert str(mean(done.on_defenders)) == wanted["mean hits on the marines"]


def test_w32() -> None:
    cultists = Fighters(fv=5, figures=20, av=1, training=Training.VETERAN, policy=Policy.MARKERS)
    done = play_round(CloseCombat(cultists, MARINES, BARRICADE), context())
    assert {
        "mean figures lost": str(mean(done.attackers.map(lambda each: each.figures))),
        "hits on the marines": chances(done.on_defenders),
        "mean hits on the marines": str(mean(done.on_defenders)),
    } == expected("W32")


def test_w33() -> None:
    done = play_round(CloseCombat(CULTISTS, MARINES, Charge(cover=Cover.HARD, grenades=True)), context())
    assert {
        "hits on the marines": chances(done.on_defenders),
        "mean": str(mean(done.on_defenders)),
        "hits on the cultists, mean": str(mean(done.on_attackers)),
    } == expected("W33")


def test_w34() -> None:
    hiding = strike(Fighters(), Fighters(), Charge(hiding=True), True, True, house())
    plain = strike(Fighters(), Fighters(), Charge(), True, True, house())
    assert {"hiding": hiding.value, "not hiding": plain.value} == expected("W34")
