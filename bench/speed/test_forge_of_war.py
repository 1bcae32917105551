"""How long Forge of War's core takes: answers for a mixed unit, a fight to the end, a large comparison.

Run with ``pytest -s bench/speed/test_forge_of_war.py``; medians are printed.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bench.speed.timing import median_ms
from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.systems.forge_of_war import RULESET

MIXED = [
    {"weapon": "assault_rifle", "count": 14},
    {"weapon": "lsw", "count": 3},
    {"weapon": "rpg_heap", "count": 3},
]
SHOOTERS = {"figures": 20, "volleys": MIXED}
TWENTY = {"figures": 20}
QUESTIONS: dict[str, dict[str, Any]] = {
    "activation": {},
    "activation-run": {"units": [{"cv": cv} for cv in (9, 8, 7, 7, 7, 6, 6, 5)], "opposing": [{"cv": 7}] * 8},
    "rally": {},
    "shooting": {"shooters": SHOOTERS, "target": {"figures": 20, "cover": "soft"}},
    "vehicle-damage": {"shooters": SHOOTERS},
    "vehicle-damage: with wounds": {"shooters": SHOOTERS, "target": {"wounds": 3, "systems": 4}},
    "close-combat": {"attackers": TWENTY, "defenders": TWENTY, "charge": {"cover": "hard"}},
    "close-combat: at once": {"attackers": TWENTY, "defenders": TWENTY},
    "close-combat: at a vehicle": {"attackers": {**TWENTY, "close_combat": 2}, "at_vehicle": True},
    "covering-fire": {"shooters": SHOOTERS},
    "reaction-test": {"shooters": SHOOTERS, "unit": {"start": 20, "now": 20}},
    "stances": {"shooters": SHOOTERS},
    "indirect-fire": {"target": {"figures": 20}},
    "indirect-fire: at a vehicle": {"at_vehicle": True},
    "disengage": {"enemy": TWENTY},
    "withdrawal": {},
    "bale-out": {},
    "unit-state": {},
    "turn-check": {},
    "movement": {},
}


def asking(calculator: str, data: dict[str, Any]) -> Callable[[], object]:
    """A calculator with its question read already."""
    asked = RULESET.calculator(calculator)
    question, house = decode(asked.question, data), HouseRules(RULESET.rulings)
    return lambda: asked.ask(question, RULESET.catalogue, house)


def test_every_answer_for_twenty_figures_and_three_weapons() -> None:
    medians = {name: median_ms(asking(name.partition(":")[0], data)) for name, data in QUESTIONS.items()}
    for calculator, median in medians.items():
        print(f"{calculator:28} {median:7.3f} ms")
    assert max(medians.values()) < 5
    others = {"fight", "comparison"}
    asked = {name.partition(":")[0] for name in QUESTIONS}
    assert asked | others == {calculator.slug for calculator in RULESET.calculators}


def test_a_fight_to_the_end_of_twenty_against_twenty() -> None:
    pairs: dict[str, dict[str, Any]] = {
        "equals": {"attackers": TWENTY, "defenders": TWENTY},
        "marines": {"attackers": {**TWENTY, "fv": 8, "av": 4}, "defenders": TWENTY},
        "figures first": {
            "attackers": {**TWENTY, "policy": "figures"},
            "defenders": {**TWENTY, "policy": "figures"},
        },
    }
    medians = {name: median_ms(asking("fight", data)) for name, data in pairs.items()}
    for name, median in medians.items():
        print(f"fight, {name:14} {median:7.2f} ms")
    assert max(medians.values()) < 50


def test_ten_weapons_against_twenty_five_targets() -> None:
    weapons = (
        "assault_rifle", "lsw", "hmg", "missile_heap", "rpg_he",
        "plasma_rifle", "sniper_rifle", "smg", "laser_cannon", "minigun_20mm",
    )  # fmt: skip
    calculator = RULESET.calculator("comparison")
    usual = calculator.question().targets
    targets = tuple(replace(usual[number % len(usual)], name=f"Target {number}") for number in range(25))
    data = {"shooters": {"figures": 40, "volleys": [{"weapon": weapon, "count": 2} for weapon in weapons]}}
    question = replace(decode(calculator.question, data), targets=targets)
    house = HouseRules(RULESET.rulings)
    median = median_ms(lambda: calculator.ask(question, RULESET.catalogue, house), 7)
    print(f"comparison 10 x 25 {median:7.2f} ms")
    assert median < 200


def test_checking_and_drawing_a_force() -> None:
    force = RULESET.demo()
    groups = tuple(
        replace(force.groups[0], id="", units=tuple(replace(u, id="") for u in force.groups[0].units))
        for _ in range(10)
    )
    large = replace(force, groups=groups).with_ids()
    context = RULESET.context(large)
    units = list(large.units())
    checked = median_ms(lambda: RULESET.check(large))
    drawn = median_ms(lambda: [RULESET.card(unit, group, context) for group, unit in units])
    print(f"check {len(units)} units {checked:7.2f} ms, their cards {drawn:7.2f} ms")
    assert checked < 100
    assert drawn < 100
